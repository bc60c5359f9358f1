/**
 * One call of a graph host: the token in the header, an answer as an outcome. Nothing is sent a second time. What the
 * contract wants in the query (the application's secret, and a token that is exchanged) stands in no message.
 */
import {
  type CallAnswer,
  CallFailure,
  type CallLimits,
  callOut,
  type OpenConnection,
  type OutgoingCall,
  openConnection,
} from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import type { CallUse, Outcome } from '#ports/publishing-outcome.ts'
import { type Fields, isFields, WrongField } from '../figures-file/fields.ts'
import { graphUse } from '../instagram/graph-use.ts'
import { capRetryAt, jsonOf, retryAfter, withoutToken } from '../vendor-answer.ts'
import { isAnswerToOrder } from './order-answer.ts'
import { refusalOf } from './refusals.ts'
import type { Purpose, VendorError } from './vendor-error.ts'

export interface GraphAsk<Value> {
  purpose: Purpose
  url: URL
  /** For the header; null where the contract wants it elsewhere. */
  token: string | null
  /** Sent as JSON, or as a form. */
  body?: Fields | URLSearchParams
  /** Reads a good answer. Throws `WrongField` for one that it does not understand. */
  value(json: Fields): Value
  signal: AbortSignal
  /** That stands already. */
  connection?: OpenConnection
}

export type GraphCall = <Value>(asked: GraphAsk<Value>) => Promise<Outcome<Value>>

const LIMITS: CallLimits = { connectMs: 5_000, wholeMs: 30_000, bytes: 5 * 1024 * 1024 }
const NO_USE: CallUse = { percent: null }
/** Where the service names no time: it counts over a sliding hour. */
const USUAL_WAIT_MS = 3_600_000

/** A connection to the host of an address, on which nothing is sent; `unclear` where there is none. */
export type GraphConnection = (url: URL, signal: AbortSignal) => Promise<Outcome<OpenConnection>>

export const graphConnection =
  ({ title, limits }: { title: string; limits?: Partial<CallLimits> }): GraphConnection =>
  async (url, signal) => {
    try {
      const { connectMs } = { ...LIMITS, ...limits }
      return { is: 'accepted', value: await openConnection(url, { connectMs, signal }), use: NO_USE }
    } catch (error) {
      return { is: 'unclear', message: `${title} ${failureIn(error).message}.`, use: NO_USE }
    }
  }

export function graphCall({
  title,
  clock,
  limits,
}: {
  title: string
  clock: Clock
  limits?: Partial<CallLimits>
}): GraphCall {
  return async ({ purpose, url, token, body, value, signal, connection }) => {
    const isForm = body instanceof URLSearchParams
    const headers: Record<string, string> = {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    }
    const call: OutgoingCall = { url, headers, limits: { ...LIMITS, ...limits }, signal }
    if (connection) call.connection = connection
    if (body) {
      call.method = 'POST'
      call.body = isForm ? body.toString() : JSON.stringify(body)
    }
    const answer = await answerTo(call)
    if (answer instanceof CallFailure) return { is: 'unclear', message: `${title} ${answer.message}.`, use: NO_USE }
    const outcome = outcomeOf(answer, { title, purpose, clock, value })
    return outcome.is === 'accepted' && purpose === 'figures'
      ? Object.assign(outcome, { raw: withoutToken(JSON.stringify(jsonOf(answer)), token ?? '') })
      : outcome
  }
}

async function answerTo(call: OutgoingCall): Promise<CallAnswer | CallFailure> {
  try {
    return await callOut(call)
  } catch (error) {
    return failureIn(error)
  }
}

/** Also of a caller's own time limit, which says as little of the outcome. Throws everything else. */
function failureIn(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new CallFailure('too_slow', 'did not answer in time', error)
  throw error
}

/** What an answer says; `unclear` where it says nothing, and for `publish` also where it does not say that nothing was published. */
export function outcomeOf<Value>(
  answer: CallAnswer,
  how: { title: string; purpose: Purpose; clock: Clock; value(json: Fields): Value },
): Outcome<Value> {
  const { title, purpose, clock, value } = how
  const { percent, minutesToWait } = graphUse(answer.headers)
  const use: CallUse = { percent }
  const unclear = (message: string): Outcome<Value> => ({ is: 'unclear', message, use })
  const json = jsonOf(answer)
  const error = isFields(json) ? errorIn(json, answer.status) : undefined
  if (error) {
    const wait = minutesToWait === null ? retryAfter(answer, clock) : clock.now() + minutesToWait * 60_000
    const refusal = refusalOf(error, purpose, capRetryAt(wait ?? clock.now() + USUAL_WAIT_MS, clock))
    return purpose === 'publish' && !isAnswerToOrder(error, refusal)
      ? unclear(`${title} reported a problem: whether the post is live is not known yet.`)
      : { is: 'refused', refusal, use }
  }
  if (answer.status >= 300 || !isFields(json)) return unclear(`${title} sent an answer that explains nothing.`)
  try {
    return { is: 'accepted', value: value(json), use }
  } catch (wrong) {
    if (wrong instanceof WrongField)
      return unclear(`${title} sent an answer that was not understood: ${wrong.message}.`)
    throw wrong
  }
}

/** Three forms: of the graph, of the upload host, and of the code exchange. Undefined where there is none of them. */
function errorIn(json: Fields, status: number): VendorError | undefined {
  const none = { code: null, subcode: null, type: null, text: '', isTransient: false, status }
  if (isFields(json.error)) {
    const { code, error_subcode: subcode, message, error_user_msg: words, is_transient: isTransient } = json.error
    return {
      ...none,
      code: numberOf(code),
      subcode: numberOf(subcode),
      text: `${textOf(message)} ${textOf(words)}`,
      isTransient: isTransient === true,
    }
  }
  if (isFields(json.debug_info)) {
    const { type, message } = json.debug_info
    return { ...none, type: textOf(type), text: textOf(message) }
  }
  if (typeof json.error_type === 'string') {
    return { ...none, code: numberOf(json.code), type: json.error_type, text: textOf(json.error_message) }
  }
  return undefined
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
