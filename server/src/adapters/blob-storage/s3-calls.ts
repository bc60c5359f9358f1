/**
 * Signed calls about the objects of one bucket, with path-style addresses, which all relatives of S3 understand. Every call
 * may be repeated without harm, so what failed for the moment is tried again, twice at most.
 */
import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { CallFailure } from '#platform/http/call-out.ts'
import { type StreamedAnswer, type StreamedCall, streamOut } from '#platform/http/stream-out.ts'
import type { Clock } from '#ports/clock.ts'
import { failureIn, notAnswered, type S3Location } from './s3-failure.ts'

const NOTHING_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const LIMITS = { connectMs: 5_000, idleMs: 20_000 }
const REPEATS = 2
const FIRST_WAIT_MS = 250
/** A storage that requires a longer wait fails; the caller's next try calls it again. */
const WAIT_MS_MAX = 10_000
const FOR_THE_MOMENT = new Set([408, 429, 500, 502, 503, 504])

export interface S3Parts {
  clock: Clock
  /** How waiting before another try passes. */
  pause?: (ms: number) => Promise<unknown>
  /** From 0 to 1, so that nodes that failed together do not come back together. */
  chance?: () => number
  limits?: StreamedCall['limits']
}

export interface S3Question {
  method: StreamedCall['method']
  key: string
  /** The hash of what is sent. */
  hash?: string
  bytes?: number
  /** Called for each try. */
  body?: Uint8Array | (() => Readable)
  headers?: Record<string, string>
}

export interface S3Calls {
  /** An address at which an object is fetched without a key, for so long; answered with this type. */
  temporaryAddress(key: string, options: { type: string; lastsMs: number }): Promise<string>
  /**
   * What `read` makes of a success, or null when there is no such object. Throws `S3Failure` for everything else. A
   * response that breaks off while `read` reads it is requested again.
   */
  ask<Made>(question: S3Question, read: (answer: StreamedAnswer) => Promise<Made>): Promise<Made | null>
}

export function s3Calls(
  location: S3Location,
  { clock, pause = setTimeout, chance = Math.random, limits = LIMITS }: S3Parts,
): S3Calls {
  const agent = new (location.endpoint.startsWith('https:') ? SecureAgent : PlainAgent)({ keepAlive: true })
  /** Derived keys hold for a day and a region. */
  const signingKeys = new Map<string, ArrayBuffer>()

  async function once({ method, key, hash = NOTHING_HASH, bytes, body, headers = {} }: S3Question) {
    const url = new URL(`${location.endpoint}/${location.bucket}/${key}`)
    const signer = new AwsV4Signer({
      url: url.href,
      method,
      headers: { 'x-amz-content-sha256': hash },
      service: 's3',
      region: location.region,
      accessKeyId: location.accessKeyId,
      secretAccessKey: location.secretAccessKey,
      datetime: datetimeOf(clock),
      cache: signingKeys,
    })
    const signed = Object.fromEntries((await signer.sign()).headers)
    const length: Record<string, string> = bytes === undefined ? {} : { 'content-length': String(bytes) }
    return streamOut({
      url,
      method,
      headers: { ...headers, ...length, ...signed },
      ...(body && { body }),
      limits,
      agent,
    })
  }

  async function tryOnce<Made>(question: S3Question, read: (answer: StreamedAnswer) => Promise<Made>) {
    try {
      const answer = await once(question)
      if (answer.status >= 200 && answer.status < 300) return { made: await read(answer) }
      const failure = await failureIn(answer, location)
      // Responses to HEAD have no body: whether the object or the bucket is missing is unknown.
      const isMissing = failure.code === 'NoSuchKey' || question.method === 'HEAD'
      if (failure.status === 404 && isMissing && question.method !== 'PUT') return { made: null }
      if (!FOR_THE_MOMENT.has(failure.status)) throw failure
      return { failure, afterMs: millisecondsIn(answer.headers['retry-after']) }
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      return { failure: notAnswered(error.message, location, error), afterMs: 0 }
    }
  }

  return {
    async temporaryAddress(key, { type, lastsMs }) {
      const url = new URL(`${location.endpoint}/${location.bucket}/${key}`)
      url.searchParams.set('X-Amz-Expires', String(Math.floor(lastsMs / 1_000)))
      url.searchParams.set('response-content-type', type)
      const signer = new AwsV4Signer({
        url: url.href,
        method: 'GET',
        service: 's3',
        region: location.region,
        accessKeyId: location.accessKeyId,
        secretAccessKey: location.secretAccessKey,
        datetime: datetimeOf(clock),
        cache: signingKeys,
        signQuery: true,
      })
      return (await signer.sign()).url.href
    },

    async ask(question, read) {
      for (let repeat = 0; ; repeat += 1) {
        const { made, failure, afterMs } = { failure: undefined, afterMs: 0, ...(await tryOnce(question, read)) }
        if (failure === undefined) return made ?? null
        const waitMs = Math.max(afterMs, FIRST_WAIT_MS * 2 ** repeat * (0.5 + chance()))
        if (repeat === REPEATS || waitMs > WAIT_MS_MAX) throw failure
        await pause(waitMs)
      }
    },
  }
}

const datetimeOf = (clock: Clock) => new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '')

/** As long as the storage requires; dates are not worth parsing, the usual wait is as good. */
function millisecondsIn(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? 0)
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : 0
}
