/**
 * Signature Version 4 as the vendor documents it ("Authenticating Requests: Using the Authorization Header", "Using Query
 * Parameters"), made anew from the request as it arrived.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
}

export interface Authorization {
  accessKeyId: string
  /** As in `20130524`. */
  date: string
  region: string
  signedHeaders: readonly string[]
  signature: string
}

const SHAPE =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** What the header says; undefined where it has another shape. */
export function authorizationIn({ headers }: SignedRequest): Authorization | undefined {
  const [, accessKeyId, date, region, signedHeaders, signature] = SHAPE.exec(headers.authorization ?? '') ?? []
  if (!accessKeyId || !date || !region || !signedHeaders || !signature) return undefined
  return { accessKeyId, date, region, signedHeaders: signedHeaders.split(';'), signature }
}

/** What the address says, and the request as its signer saw it; undefined where it is not signed. */
export function readSignedAddress({
  method,
  url,
  headers,
}: SignedRequest): { request: SignedRequest; authorization: Authorization; secondsMax: number } | undefined {
  const { searchParams: query } = url
  const [accessKeyId, date, region] = query.get('X-Amz-Credential')?.split('/') ?? []
  const signature = query.get('X-Amz-Signature') ?? ''
  const signedAt = query.get('X-Amz-Date')
  if (!accessKeyId || !date || !region || signedAt === null || !/^[0-9a-f]{64}$/.test(signature)) return undefined
  const unsigned = new URL(url)
  unsigned.searchParams.delete('X-Amz-Signature')
  const signedHeaders = (query.get('X-Amz-SignedHeaders') ?? '').split(';')
  return {
    request: {
      method,
      url: unsigned,
      headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': signedAt },
    },
    authorization: { accessKeyId, date, region, signedHeaders, signature },
    secondsMax: Number(query.get('X-Amz-Expires')),
  }
}

/** Whether the signer has the secret and signed this request. */
export function isSignedWith(secret: string, request: SignedRequest, authorization: Authorization): boolean {
  const right = signatureOf(secret, request, authorization)
  return timingSafeEqual(Buffer.from(right, 'hex'), Buffer.from(authorization.signature, 'hex'))
}

/** Headers that must be part of what is signed and are not. */
export function findUnsignedHeaders({ headers }: SignedRequest, { signedHeaders }: Authorization): string[] {
  return Object.keys(headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  )
}

/** The right signature, 64 hex digits. */
export function signatureOf(
  secret: string,
  { method, url, headers }: SignedRequest,
  { date, region, signedHeaders }: Pick<Authorization, 'date' | 'region' | 'signedHeaders'>,
): string {
  const canonical = [
    method,
    url.pathname.split('/').map(encodeOnce).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secretSoFar, part) => hmac(secretSoFar, part),
    Buffer.from(`AWS4${secret}`),
  )
  return hmac(key, toSign).toString('hex')
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encodeRfc3986 = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** A part of a path, whichever of its characters came encoded. */
const encodeOnce = (part: string) => encodeRfc3986(decodeURIComponent(part))
