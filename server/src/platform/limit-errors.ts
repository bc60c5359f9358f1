/** Failures of those who ask too often, or for too much at once. */
import { Failure, tryLater } from './errors.ts'

/** Of one company, or of all of them. */
export const tooManyRenders = (whose: 'company' | 'all', retryAfterSeconds: number) =>
  tryLater(
    429,
    'too_many_renders',
    whose === 'company'
      ? 'Your company has reached its limit of waiting reels. Try again when one of them is done.'
      : 'Too many reels are waiting to be made. Try again later.',
    retryAfterSeconds,
  )

const ANALYSIS_RETRY_SECONDS = 5

export const tooManyAnalyses = () =>
  tryLater(
    503,
    'too_many_analyses',
    'Many accounts are being analyzed right now. Try again in a few seconds.',
    ANALYSIS_RETRY_SECONDS,
  )

export const tooManyAttempts = (retryAfterSeconds: number) =>
  tryLater(
    429,
    'too_many_attempts',
    `Too many failed attempts. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
    retryAfterSeconds,
  )

/** spec §9: 100 requests per minute per token. */
export const tooManyRequests = (limit: number, retryAfterSeconds: number) =>
  new Failure(
    429,
    'too_many_requests',
    `This API token has made ${limit} requests within a minute. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds },
    { 'retry-after': String(retryAfterSeconds), 'ratelimit-limit': String(limit), 'ratelimit-remaining': '0' },
  )

export const tooManyTests = (retryAfterSeconds: number) =>
  tryLater(
    429,
    'too_many_tests',
    'This webhook has been tested a few times within a minute. Try again in a minute.',
    retryAfterSeconds,
  )

export const tooManyMails = (retryAfterSeconds: number) =>
  tryLater(
    429,
    'too_many_mails',
    'A few such mails have been sent already. Look for the last one, or try again later.',
    retryAfterSeconds,
  )

const STREAM_RETRY_SECONDS = 30

export const tooManyStreams = (whose: 'session' | 'company', limit: number) =>
  tryLater(
    429,
    'too_many_streams',
    whose === 'session'
      ? `tangelo is open in ${limit} of your windows already. Close one of them, then try again.`
      : `tangelo is open in ${limit} windows of your company already. Try again when one of them is closed.`,
    STREAM_RETRY_SECONDS,
  )

/** spec §9: an account is refreshed once per day on demand. */
export const tooSoon = (hoursRemaining: number) =>
  new Failure(
    429,
    'too_soon',
    `Account data can only be refreshed once per day. Please try again in ${hoursRemaining} hours.`,
    { hoursRemaining },
    { 'retry-after': String(hoursRemaining * 3_600) },
  )
