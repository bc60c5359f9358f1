/** The errors of OpenAI's interface, as they are sent: to answer with, or to give to `faults`. */
import type { Answer } from '../http/send.ts'

export const openaiErrors = {
  /** The vendor repeats some of the key, and so does this. */
  invalidKey: (key: string) =>
    openaiError(
      401,
      'invalid_request_error',
      'invalid_api_key',
      `Incorrect API key provided: ${key.slice(0, 8)}****${key.slice(-4)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    ),
  noSuchModel: (model: string) =>
    openaiError(
      404,
      'invalid_request_error',
      'model_not_found',
      `The model \`${model}\` does not exist or you do not have access to it.`,
    ),
  rateLimit: (headers: Record<string, string> = {}): Answer => ({
    ...openaiError(
      429,
      'requests',
      'rate_limit_exceeded',
      'Rate limit reached for gpt-4o-mini. Please try again in 20s.',
    ),
    headers,
  }),
  noQuota: () =>
    openaiError(
      429,
      'insufficient_quota',
      'insufficient_quota',
      'You exceeded your current quota, please check your plan and billing details.',
    ),
  badImage: () =>
    openaiError(
      400,
      'invalid_request_error',
      'invalid_image_format',
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    ),
  noImageAddress: () =>
    openaiError(
      400,
      'invalid_request_error',
      'invalid_image_url',
      'Invalid image URL: expected a base64-encoded data URL with an image MIME type.',
      'messages',
    ),
  tooLong: () =>
    openaiError(
      400,
      'invalid_request_error',
      'context_length_exceeded',
      "This model's maximum context length is 128000 tokens.",
      'messages',
    ),
  unknownParameter: (name: string) =>
    openaiError(400, 'invalid_request_error', 'unknown_parameter', `Unknown parameter: '${name}'.`, name),
  badRequest: () =>
    openaiError(400, 'invalid_request_error', null, 'We could not parse the JSON body of your request.'),
  notPlayed: () => openaiError(404, 'invalid_request_error', 'unknown_url', 'Unknown request URL.'),
  serverError: () =>
    openaiError(500, 'server_error', null, 'The server had an error while processing your request. Sorry about that!'),
  overloaded: () =>
    openaiError(503, 'server_error', null, 'The engine is currently overloaded, please try again later'),
}

const openaiError = (
  status: number,
  type: string,
  code: string | null,
  message: string,
  param: string | null = null,
): Answer => ({ status, body: { error: { message, type, param, code } } })
