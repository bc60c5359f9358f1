/** When an installation was slow or refused something, from the times of all its requests. */

export interface Sample {
  /** When it was sent, and how long the answer took, in milliseconds. */
  at: number
  ms: number
  isRead: boolean
  /** Its method and path. */
  what: string
  /** Null for a good answer. */
  refusal: string | null
}

export interface Disturbance {
  name: string
  beganAt: number
  endedAt: number
}

export interface Recovery extends Disturbance {
  /** From its end until requests were as quick as they should be and none was refused; null where the next one came before. */
  afterMs: number | null
  /** The slowest or refused request of the last bad second. */
  worst: Sample | null
}

const BUCKET_MS = 1_000
/** Idempotent requests that are answered with the first one's claim are no failure of the installation. */
const NO_FAILURE = ['in progress', '429']

const hasFailed = ({ refusal }: Sample) => refusal !== null && !NO_FAILURE.includes(refusal)

export function percentileOf(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Of each disturbance, by buckets of a second: a bucket is bad where its p99 is above `barMs` or a request has failed. `until` is
 * the end of the run.
 */
export function findRecoveries(
  samples: readonly Sample[],
  disturbances: readonly Disturbance[],
  { barMs, until }: { barMs: number; until: number },
): Recovery[] {
  return disturbances.map((disturbance) => {
    const { beganAt, endedAt } = disturbance
    const next = disturbances
      .filter((other) => other !== disturbance && other.endedAt > endedAt)
      .reduce((first, other) => Math.min(first, other.beganAt), until)
    let badUntil = endedAt
    let lastBucket = endedAt
    let worst: Sample | null = null
    for (let from = endedAt; from + BUCKET_MS <= next; from += BUCKET_MS) {
      const bucket = samples.filter(({ at }) => at >= from && at < from + BUCKET_MS)
      lastBucket = from + BUCKET_MS
      if (bucket.length > 0 && percentileOf(bucket, 0.99) <= barMs && !bucket.some(hasFailed)) continue
      badUntil = lastBucket
      worst = bucket.find(hasFailed) ?? bucket.toSorted((one, other) => other.ms - one.ms)[0] ?? null
    }
    const isJudged = next > beganAt && lastBucket > endedAt && badUntil < lastBucket
    const isStillBad = lastBucket > endedAt && badUntil === lastBucket && next - endedAt > 10_000
    return { ...disturbance, afterMs: isJudged || isStillBad ? badUntil - endedAt : null, worst }
  })
}
