/** What the failures of OpenAI's interface, and of servers that speak like it, mean for us. The code comes before the status. */
import { APIConnectionError, APIError, APIUserAbortError } from 'openai'
import { AiFailure, type AiUse } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import { retryAfter, vendorWords } from '../vendor-answer.ts'

interface Asked {
  /** As people call the provider. */
  title: string
  model: string
  key: string
  clock: Clock
}

/** Every failure of a call in our words; anything else, a mistake of ours, as it came. */
export function aiFailure(error: unknown, asked: Asked): unknown {
  if (error instanceof AiFailure || error instanceof APIUserAbortError) return error
  if (error instanceof APIConnectionError || isBrokenOff(error))
    return new AiFailure('unavailable', `${asked.title} could not be reached, or broke the connection off. Try again.`)
  if (error instanceof APIError) return toFailure(error, asked)
  return error
}

/** The same failure of a response that had begun: its cost is unknown, but it was not free. */
export const onceBegun = (error: unknown, use: AiUse): unknown =>
  error instanceof AiFailure && error.use === null
    ? new AiFailure(error.kind, error.message, { retryAt: error.retryAt, use, text: error.text })
    : error

/** What `fetch` throws for a connection, before the first byte and after it. */
const isBrokenOff = (error: unknown): boolean => error instanceof TypeError && error.cause !== undefined

function toFailure(error: APIError, { title, model, key, clock }: Asked): AiFailure {
  const { status, code } = error
  const words = vendorWords(messageIn(error.error), key)
    .replace(/\bsk-[\w*-]+/g, '…')
    .replace(/\.$/, '')
  if (code === 'insufficient_quota' || error.type === 'insufficient_quota')
    return new AiFailure('no_quota', `${title} has stopped: the paid quota is used up. An administrator must renew it.`)
  if (code === 'model_not_found' || (status === 404 && code !== 'unknown_url')) return noSuchModel(title, model)
  if (status === 401 || status === 403)
    return new AiFailure(
      'unauthorized',
      `${title} does not accept the key. An administrator must put a valid one into OPENAI_API_KEY.`,
    )
  if (status === 429)
    return new AiFailure('limited', `${title} has reached its rate limit. Try again later.`, {
      retryAt: error.headers ? retryAfter({ headers: Object.fromEntries(error.headers) }, clock) : null,
    })
  if (status === 413 || code === 'context_length_exceeded')
    return new AiFailure('not_accepted', `The prompt is too long for ${title}. Shorten it.`)
  if (code?.startsWith('invalid_image') || code?.startsWith('image_'))
    return new AiFailure('not_accepted', `${title} does not take this image.`)
  if (code === 'content_policy_violation' || code === 'content_filter') return refused(title, null)
  if (status !== undefined && status >= 400 && status < 500)
    return new AiFailure('not_accepted', `${title} did not accept the request: ${words}.`)
  return new AiFailure(
    'unavailable',
    `${title} has a problem${status === undefined ? '' : ` (status ${status})`}. Try again later.`,
    { retryAt: error.headers ? retryAfter({ headers: Object.fromEntries(error.headers) }, clock) : null },
  )
}

export const noSuchModel = (title: string, model: string): AiFailure =>
  new AiFailure(
    'unauthorized',
    `${title} has no model “${model}” for this key. An administrator must name another one in OPENAI_MODEL.`,
  )

const messageIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined

/** `words`: what the model said; null where a filter stopped it. */
export const refused = (title: string, words: string | null, use: AiUse | null = null): AiFailure =>
  new AiFailure(
    'refused',
    words === null ? `${title} declines to answer.` : `${title} declines: ${vendorWords(words, '')}`,
    { use },
  )

export const cutOff = (use: AiUse | null): AiFailure =>
  new AiFailure('cut_off', 'The answer broke off before its end.', { use })

export const tooLong = (use: AiUse | null): AiFailure =>
  new AiFailure('cut_off', 'The answer was longer than 8 KB and was cut there.', { use })

/** Neither a text nor a reason. */
export const notUnderstood = (title: string, use: AiUse | null): AiFailure =>
  new AiFailure('not_understood', `${title} sent an answer without a text. Try again.`, { use })

export const tooSlow = (title: string, seconds: number): AiFailure =>
  new AiFailure('unavailable', `${title} did not answer within ${seconds} seconds. Try again.`)
