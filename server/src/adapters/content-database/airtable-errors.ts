/** What the errors of Airtable's interface mean for us. Three forms of a body are seen; the status comes first. */
import type { CallAnswer } from '#platform/http/call-out.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure } from '#ports/content-database.ts'
import { type Fields, isFields } from '../figures-file/fields.ts'
import { capRetryAt, retryAfter, vendorWords } from '../vendor-answer.ts'

export const AIRTABLE_TITLE = 'Airtable'

/** After a 429 every request is refused for so long. */
const SILENCE_MS = 30_000
/** The month's calls are used up: retried now and then, in case the plan was upgraded. */
const USED_UP_WAIT_MS = 60 * 60_000

interface Question {
  /** The requested object, for users: 'the table “Posts”'. */
  what: string
  token: string
  clock: Clock
}

/** The walk behind an offset is gone: begin with the first page. */
export class WalkGone extends Error {
  override name = 'WalkGone'
}

export function airtableError(answer: CallAnswer, json: unknown, { what, token, clock }: Question): Error {
  const { status } = answer
  const { type, message } = readError(json)
  const words = vendorWords(message === '' ? type : message, token).replace(/\.$/, '')
  if (status === 429) return tooMany(type, answer, clock)
  if (status >= 500) {
    return new ContentDatabaseFailure(
      'unavailable',
      `${AIRTABLE_TITLE} has a problem (status ${status}). Try again later.`,
      { retryAt: retryAfter(answer, clock), isUncertain: true },
    )
  }
  if (type === 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE') return new WalkGone()
  switch (status) {
    case 401:
      return failure(
        'unauthorized',
        `${AIRTABLE_TITLE} does not accept the token. An administrator must put a valid one into AIRTABLE_TOKEN.`,
      )
    case 403:
      return failure('missing', `${AIRTABLE_TITLE} does not let this token use ${what}, or it is not there.`)
    case 404:
      return what.startsWith('record')
        ? failure('gone', `This record is no longer in ${AIRTABLE_TITLE}.`)
        : failure('missing', `${AIRTABLE_TITLE} does not know ${what}.`)
    case 413:
      return failure('refused', `${AIRTABLE_TITLE} does not accept a change of this size.`)
  }
  if (type === 'ROW_DOES_NOT_EXIST') return failure('gone', `This record is no longer in ${AIRTABLE_TITLE}.`)
  const isAboutColumns = /unknown field name/i.test(message)
  if (type === 'UNKNOWN_FIELD_NAME' || (type === 'INVALID_FILTER_BY_FORMULA' && isAboutColumns))
    return failure('columns_changed', `A column of ${what} has another name in ${AIRTABLE_TITLE} now.`)
  return type === '' ? notUnderstood(status) : failure('refused', `${AIRTABLE_TITLE} did not accept it: ${words}.`)
}

/** An answer that is none, such as a page for people, or one that was cut short. */
export function notUnderstood(status: number): ContentDatabaseFailure {
  const sent = status < 300 ? 'an answer that cannot be read' : `status ${status} and nothing that explains it`
  return new ContentDatabaseFailure('not_understood', `${AIRTABLE_TITLE} sent ${sent}. Try again later.`, {
    isUncertain: true,
  })
}

const failure = (kind: ContentDatabaseFailure['kind'], message: string) => new ContentDatabaseFailure(kind, message)

function tooMany(type: string, answer: CallAnswer, clock: Clock): ContentDatabaseFailure {
  if (type === 'PUBLIC_API_BILLING_LIMIT_EXCEEDED') {
    return new ContentDatabaseFailure(
      'limited',
      `${AIRTABLE_TITLE} accepts no more calls this month: those of its plan are used up.`,
      { retryAt: capRetryAt(clock.now() + USED_UP_WAIT_MS, clock) },
    )
  }
  return new ContentDatabaseFailure(
    'limited',
    `${AIRTABLE_TITLE} accepts no more calls for now: its rate limit is reached.`,
    {
      retryAt: Math.max(retryAfter(answer, clock) ?? 0, clock.now() + SILENCE_MS),
    },
  )
}

/** `{error: {type, message?}}`, `{error: "NOT_FOUND"}` and `{errors: [{error, message}]}`; empty texts where it is none. */
function readError(json: unknown): { type: string; message: string } {
  const nothing = { type: '', message: '' }
  if (!isFields(json)) return nothing
  if (typeof json.error === 'string') return { type: json.error, message: '' }
  const list: unknown = Array.isArray(json.errors) ? json.errors[0] : undefined
  const error: Fields | null = isFields(json.error) ? json.error : isFields(list) ? list : null
  if (!error) return nothing
  const type = error.type ?? error.error
  return {
    type: typeof type === 'string' ? type : '',
    message: typeof error.message === 'string' ? error.message : '',
  }
}
