/** The errors of Airtable's interface, as they are sent: to answer with, or to give to `faults`. */
import type { Answer } from '../http/send.ts'

export const airtableErrors = {
  authenticationRequired: () => airtableError(401, 'AUTHENTICATION_REQUIRED', 'Authentication required'),
  /** Also for a base or a table that does not exist. */
  notAllowed: () =>
    airtableError(
      403,
      'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
      'Invalid permissions, or the requested model was not found. Check that both your user and your token have the ' +
        'required permissions, and that the model names and/or ids are correct.',
    ),
  notFound: (): Answer => ({ status: 404, body: { error: 'NOT_FOUND' } }),
  tooLarge: () => airtableError(413, 'REQUEST_TOO_LARGE', 'Request body is too large'),
  unknownField: (name: string) => airtableError(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`),
  newOption: (option: string) =>
    airtableError(
      422,
      'INVALID_MULTIPLE_CHOICE_OPTIONS',
      `Insufficient permissions to create new select option "${option}"`,
    ),
  badValue: (field: string) =>
    airtableError(422, 'INVALID_VALUE_FOR_COLUMN', `Field "${field}" cannot accept the provided value`),
  computedField: (field: string) =>
    airtableError(
      422,
      'INVALID_VALUE_FOR_COLUMN',
      `Field "${field}" cannot accept a value because the field is computed`,
    ),
  badFormula: (why: string) =>
    airtableError(422, 'INVALID_FILTER_BY_FORMULA', `The formula for filtering records is invalid: ${why}`),
  invalidRequest: () =>
    airtableError(
      422,
      'INVALID_REQUEST_UNKNOWN',
      'Invalid request: parameter validation failed. Check your request data.',
    ),
  noSuchRecord: (id: string) => airtableError(422, 'ROW_DOES_NOT_EXIST', `Record ID ${id} does not exist`),
  walkGone: (): Answer => ({ status: 422, body: { error: { type: 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE' } } }),
  rateLimit: (): Answer => ({
    status: 429,
    body: { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }] },
  }),
  /** The same, in the other form that is seen. */
  rateLimitPlain: () => airtableError(429, 'RATE_LIMIT_REACHED', 'Rate limit exceeded. Please try again later'),
  /** Waiting does not help: the month's calls are used up. */
  billingLimit: () => airtableError(429, 'PUBLIC_API_BILLING_LIMIT_EXCEEDED', 'API billing plan limit exceeded'),
  unavailable: () =>
    airtableError(503, 'SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Please retry shortly.'),
}

const airtableError = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message } },
})

/** Thrown while a request is carried out: nothing of it counts. */
export class Refused extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('refused')
    this.answer = answer
  }
}
