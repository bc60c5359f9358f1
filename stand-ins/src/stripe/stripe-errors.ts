/** Stripe's errors as they are sent: to answer with, or to give to `faults`. */
import type { Answer } from '../http/send.ts'

export interface CardError {
  code: string
  decline_code?: string
  message: string
}

const DOCS = 'https://docs.stripe.com/error-codes#'

const error = (status: number, body: Record<string, unknown>, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { error: body },
})

const invalid = (status: number, message: string, more: Record<string, unknown> = {}): Answer =>
  error(status, { type: 'invalid_request_error', message, ...more })

export const stripeErrors = {
  badKey: () => invalid(401, 'Invalid API Key provided: sk_test_****0000'),
  noRight: () => invalid(403, 'The provided key does not have the required permissions for this endpoint.'),
  missing: (what: string, id: string, param = 'id') =>
    invalid(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param }),
  /** A parameter names what is not there: unlike the address, that is a bad request. */
  missingParameter: (what: string, id: string, param: string) =>
    invalid(400, `No such ${what}: '${id}'`, { code: 'resource_missing', param }),
  methodTypes: () =>
    invalid(400, 'The payment_method_types parameter is no longer supported.', {
      code: 'payment_method_types_no_longer_supported',
      param: 'payment_method_types',
    }),
  unknownParameter: (message: string) => invalid(400, message, { code: 'parameter_unknown' }),
  badEmail: (email: string) =>
    invalid(400, `Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' }),
  alreadyThere: (what: string) => invalid(400, `${what} already exists.`, { code: 'resource_already_exists' }),
  notPlayed: (message: string) => invalid(400, message),
  unexpectedState: (message: string, kind: 'payment' | 'setup', intent: object) =>
    invalid(400, message, { code: `${kind}_intent_unexpected_state`, [`${kind}_intent`]: intent }),
  challengeFailed: (kind: 'payment' | 'setup', intent: object) =>
    invalid(400, CHALLENGE_FAILED, {
      code: `${kind}_intent_authentication_failure`,
      [`${kind}_intent`]: intent,
    }),
  card: ({ code, decline_code, message }: CardError, more: Record<string, unknown> = {}) =>
    error(402, {
      type: 'card_error',
      code,
      message,
      doc_url: `${DOCS}${code.replaceAll('_', '-')}`,
      ...(decline_code !== undefined && { decline_code }),
      ...more,
    }),
  needsAction: (intent: object) =>
    error(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      payment_intent: intent,
      message:
        'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
    }),
  otherParameters: () =>
    error(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    }),
  inUse: () =>
    error(409, {
      type: 'invalid_request_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    }),
  rateLimit: (headers: Record<string, string> = {}) =>
    error(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' }, headers),
  fault: (status = 500) => error(status, { type: 'api_error', message: 'An unknown error occurred' }),
}

export const CHALLENGE_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** Thrown where an answer cannot go on. */
export class Refused extends Error {
  override name = 'Refused'
  readonly answer: Answer
  constructor(answer: Answer) {
    super('refused')
    this.answer = answer
  }
}
