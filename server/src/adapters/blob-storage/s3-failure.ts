/** Refusals of S3 and its relatives, as a sentence for the administrator. Their own messages may hold keys. */
import type { StreamedAnswer } from '#platform/http/stream-out.ts'

export interface S3Location {
  /** Without a slash at the end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const NOTHING = { status: 0, code: '' }

/** `status` is 0 where nothing was answered. */
export class S3Failure extends Error {
  override name = 'S3Failure'
  readonly status: number
  readonly code: string
  constructor(message: string, { status, code } = NOTHING, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}

const ERROR_BYTES_MAX = 64 * 1024

/** Reads an answer that is no success. */
export async function failureIn(answer: StreamedAnswer, location: S3Location): Promise<S3Failure> {
  const text = await startOf(answer.body)
  const code = /<Code>\s*([A-Za-z0-9.]{1,80})\s*<\/Code>/.exec(text)?.[1] ?? ''
  const named = answer.headers['x-amz-bucket-region'] ?? /<Region>\s*([a-z0-9-]{1,40})\s*<\/Region>/.exec(text)?.[1]
  const region = typeof named === 'string' && /^[a-z0-9-]{1,40}$/.test(named) ? named : undefined
  const said = { status: answer.status, code }
  return new S3Failure(sentenceFor(said, region, location), said)
}

/** Nothing was answered; `why` goes on after a name. */
export const notAnswered = (why: string, location: S3Location, cause: unknown) =>
  new S3Failure(`${placeOf(location)} ${why}: check S3_ENDPOINT and that it can be reached from here.`, NOTHING, cause)

const placeOf = ({ endpoint }: S3Location) => `The storage at ${new URL(endpoint).host}`

function sentenceFor(
  { status, code }: { status: number; code: string },
  region: string | undefined,
  location: S3Location,
): string {
  const place = placeOf(location)
  const { bucket } = location
  switch (code) {
    case 'NoSuchBucket':
      return `${place} has no bucket ${bucket}: make it, or correct S3_BUCKET.`
    case 'InvalidBucketName':
      return `${place} says that ${bucket} is no name for a bucket: correct S3_BUCKET.`
    case 'InvalidAccessKeyId':
      return `${place} does not know the key in S3_ACCESS_KEY_ID: correct it.`
    case 'SignatureDoesNotMatch':
      return `${place} refuses the key: S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.`
    case 'RequestTimeTooSkewed':
      return `${place} refuses the key because the clock of this machine is wrong: set it right.`
    case 'AccessDenied':
      return `${place} does not let S3_ACCESS_KEY_ID put, read, list and remove objects in the bucket ${bucket}: allow it.`
  }
  if (region && region !== location.region) return `The bucket ${bucket} is in the region ${region}: correct S3_REGION.`
  if (status === 403) return `${place} refuses the key (403): correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  if (code === '') return `${place} does not answer as S3 storage does (status ${status}): check S3_ENDPOINT.`
  return `${place} answered ${status} (${code}).`
}

async function startOf(body: StreamedAnswer['body']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= ERROR_BYTES_MAX) break
    }
  } catch {
    // The status says enough when its explanation breaks off.
  }
  return Buffer.concat(chunks).toString('utf8')
}
