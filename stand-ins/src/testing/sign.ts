/** Requests signed as the vendor's documentation says, for the tests of the stand-in: they know nothing of the product. */
import { hashOf } from '../s3/bucket.ts'
import type { S3StandIn } from '../s3/s3-stand-in.ts'
import { signatureOf } from '../s3/signature.ts'

interface S3Question {
  body?: string | Buffer
  headers?: Record<string, string>
  /** `20261121T120000Z`; the stand-in's own moment where none is given. */
  moment?: string
  key?: Partial<Pick<S3StandIn, 'accessKeyId' | 'secretAccessKey' | 'region'>>
  /** Changes what is sent after it was signed. */
  tamper?: Record<string, string>
}

export async function askS3(
  s3: S3StandIn,
  method: string,
  path: string,
  { body, headers = {}, moment = momentText(s3.now()), key = {}, tamper = {} }: S3Question = {},
): Promise<Response> {
  const { accessKeyId, secretAccessKey, region } = { ...s3, ...key }
  const url = new URL(`${s3.url}${path}`)
  const signed: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': hashOf('sha256', Buffer.from(body ?? '')),
    'x-amz-date': moment,
    ...headers,
  }
  const signedHeaders = Object.keys(signed).sort()
  const scope = { date: moment.slice(0, 8), region, signedHeaders }
  const signature = signatureOf(secretAccessKey, { method, url, headers: signed }, scope)
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.date}/${region}/s3/aws4_request,` +
    `SignedHeaders=${signedHeaders.join(';')},Signature=${signature}`
  const { host: _, ...sent } = signed
  return fetch(url, {
    method,
    headers: { ...sent, authorization, ...tamper },
    ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
  })
}

const momentText = (at: number) => new Date(at).toISOString().replace(/[:-]|\.\d{3}/g, '')
