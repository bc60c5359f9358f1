/** The errors of S3, as they are sent: to answer with, or to give to `faults`. */
import type { Answer } from '../http/send.ts'

export const s3Errors = {
  accessDenied: () => s3Error(403, 'AccessDenied', 'Access Denied'),
  invalidAccessKeyId: () =>
    s3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.'),
  /** The vendor tells what it signed, and so does this. */
  signatureDoesNotMatch: (accessKeyId: string) =>
    s3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      { AWSAccessKeyId: accessKeyId },
    ),
  wrongRegion: (region: string) =>
    s3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; the region is wrong; expecting '${region}'`,
      { Region: region },
    ),
  timeTooSkewed: () =>
    s3Error(403, 'RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.'),
  noSuchBucket: () => s3Error(404, 'NoSuchBucket', 'The specified bucket does not exist'),
  noSuchKey: () => s3Error(404, 'NoSuchKey', 'The specified key does not exist.'),
  otherContent: () =>
    s3Error(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    ),
  missingLength: () => s3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.'),
  preconditionFailed: () =>
    s3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold'),
  invalidRange: () => s3Error(416, 'InvalidRange', 'The requested range is not satisfiable'),
  notPlayed: () =>
    s3Error(501, 'NotImplemented', 'A header or query you provided implies functionality that is not implemented.'),
  slowDown: (headers: Record<string, string> = {}) => {
    const answer = s3Error(503, 'SlowDown', 'Please reduce your request rate.')
    return { ...answer, headers: { ...answer.headers, ...headers } }
  },
}

function s3Error(status: number, code: string, message: string, more: Record<string, string> = {}) {
  const fields = { Code: code, Message: message, ...more, RequestId: '4442587FB7D0A2F9' }
  const elements = Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`)
  return {
    status,
    headers: { 'Content-Type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements.join('')}</Error>`,
  } satisfies Answer
}
