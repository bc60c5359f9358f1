/**
 * One call of a graph host: the token in the header, an answer as an outcome. Nothing is sent a second time. What the
 * contract wants in the query (the application's secret, and a token that is exchanged) stands in no message.
 */
import { type CallAnswer, CallFailure, type CallLimits, callOut, type OutgoingCall } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import type { CallUse, Outcome } from '#ports/publishing-outcome.ts'
import { type Fields, isFields, WrongField } from '../figures-file/fields.ts'
import { graphUse } from '../instagram/graph-use.ts'
import { believed, jsonOf, retryAfter } from '../vendor-answer.ts'
import { type Purpose, refusalOf, type VendorError } from './refusals.ts'

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
}

export type GraphCall = <Value>(asked: GraphAsk<Value>) => Promise<Outcome<Value>>

const LIMITS: CallLimits = { connectMs: 5_000, wholeMs: 30_000, bytes: 5 * 1024 * 1024 }
/** Where the service names no time: it counts over a sliding hour. */
const USUAL_WAIT_MS = 3_600_000

export function graphCall({
  title,
  clock,
  limits,
}: {
  title: string
  clock: Clock
  limits?: Partial<CallLimits>
}): GraphCall {
  return async ({ purpose, url, token, body, value, signal }) => {
    const isForm = body instanceof URLSearchParams
    const headers: Record<string, string> = {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    }
    const call: OutgoingCall = { url, headers, limits: { ...LIMITS, ...limits }, signal }
    if (body) {
      call.method = 'POST'
      call.body = isForm ? body.toString() : JSON.stringify(body)
    }
    const answer = await answerTo(call)
    return answer instanceof CallFailure
      ? { is: 'unclear', message: `${title} ${answer.message}.`, use: { percent: null } }
      : outcomeOf(answer, { title, purpose, clock, value })
  }
}

async function answerTo(call: OutgoingCall): Promise<CallAnswer | CallFailure> {
  try {
    return await callOut(call)
  } catch (error) {
    if (error instanceof CallFailure) return error
    throw error
  }
}

/** What an answer says; `unclear` where it says nothing, and for `publish` also where the service says that it broke. */
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
    const refusal = refusalOf(error, purpose, believed(wait ?? clock.now() + USUAL_WAIT_MS, clock))
    return purpose === 'publish' && refusal.reason === 'service_fault'
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
