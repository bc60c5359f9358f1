/**
 * Amazon S3 as far as keeping blobs needs it, and as its many relatives speak it: one bucket, path-style addresses, objects
 * put, read, looked at and removed, whole and in ranges; every request proven by Signature Version 4, a read also in its
 * address. Lists, parts, versions and rights are not played; who asks for them hears that.
 */
import type { Answer } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { type Bucket, bucket, type StoredObject } from './bucket.ts'
import { s3Errors } from './s3-errors.ts'
import { authorizationIn, findUnsignedHeaders, isSignedWith, readSignedAddress } from './signature.ts'

export interface S3Options extends StandInOptions {
  bucket?: string
  region?: string
  accessKeyId?: string
  secretAccessKey?: string
}

export interface S3StandIn extends StandIn {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** What is kept; tests change it in ways that the interface does not allow. */
  objects: Map<string, StoredObject>
}

const largestObject = 300 * 1024 * 1024
const skewAllowedMs = 15 * 60_000

type Keys = Required<Pick<S3Options, 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey'>>

export function s3StandIn(options: S3Options = {}) {
  const keys: Keys = {
    bucket: options.bucket ?? 'tangelo',
    region: options.region ?? 'eu-south-2',
    accessKeyId: options.accessKeyId ?? 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: options.secretAccessKey ?? 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  return {
    async start(): Promise<S3StandIn> {
      const kept = bucket()
      const started = await startStandIn(s3Service(kept, keys), { ...options, token: keys.secretAccessKey })
      return Object.assign(started, keys, { objects: kept.objects })
    },
  }
}

function s3Service(kept: Bucket, keys: Keys): Service {
  let items = 0

  function read(asked: Asked): Call {
    const { method, url, headers, bytes, at } = asked
    const [, bucketName = '', ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const does: Record<string, () => Answer> = {
      PUT: () => kept.put(key, bytes, headers, at),
      GET: () => kept.read(key, headers),
      HEAD: () => kept.read(key, headers),
      DELETE: () => kept.remove(key),
    }
    const carriedOut = does[method]
    const isSigned = method === 'GET' && url.searchParams.has('X-Amz-Signature')
    const isPlayed = carriedOut && (url.search === '' || isSigned) && (key !== '' || method === 'HEAD')
    return {
      operation: `${method} ${key === '' ? 'bucket' : 'object'}`,
      names: key === '' ? [] : [key],
      // Failures are the vendor's own errors: they are what a client must understand.
      problems: [],
      answer() {
        const refusal = refusalFor(asked, keys)
        if (refusal) return refusal
        if (!isPlayed) return s3Errors.notPlayed()
        if (bucketName !== keys.bucket) return s3Errors.noSuchBucket()
        items += 1
        return key === '' ? { status: 200, headers: { 'Content-Type': 'application/xml' }, body: '' } : carriedOut()
      },
    }
  }

  return {
    read,
    bodyBytesMax: largestObject,
    // There is no public description in a form that could judge; the tests hold answers against the documentation.
    answerProblems: () => [],
    emptyAnswer: (answer) => ({ ...answer, body: '' }),
    get items() {
      return items
    },
  }
}

function refusalFor(asked: Asked, keys: Keys): Answer | undefined {
  const address = readSignedAddress(asked)
  if (address) {
    const { request, authorization, secondsMax } = address
    const signedAt = momentOf(String(request.headers['x-amz-date']))
    const isOver = !(asked.at >= signedAt - skewAllowedMs && asked.at <= signedAt + secondsMax * 1_000)
    if (isOver || authorization.accessKeyId !== keys.accessKeyId) return s3Errors.accessDenied()
    const isRight = isSignedWith(keys.secretAccessKey, request, authorization)
    return isRight ? undefined : s3Errors.signatureDoesNotMatch(keys.accessKeyId)
  }
  const authorization = authorizationIn(asked)
  if (!authorization || findUnsignedHeaders(asked, authorization).length > 0) return s3Errors.accessDenied()
  if (authorization.accessKeyId !== keys.accessKeyId) return s3Errors.invalidAccessKeyId()
  if (authorization.region !== keys.region) return s3Errors.wrongRegion(keys.region)
  const signedAt = momentOf(String(asked.headers['x-amz-date']))
  if (!(Math.abs(signedAt - asked.at) <= skewAllowedMs)) return s3Errors.timeTooSkewed()
  if (!isSignedWith(keys.secretAccessKey, asked, authorization)) return s3Errors.signatureDoesNotMatch(keys.accessKeyId)
  return undefined
}

/** `20130524T000000Z` in epoch milliseconds; NaN for anything else. */
const momentOf = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
