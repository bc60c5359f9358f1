/**
 * Which post on the account is ours, after the answer to the order to publish was lost. Only what is there can say; nothing is
 * published a second time (docs/decisions/0059). Pure.
 */
import type { PublicationKind } from '@tangelo/contract/limits'
import type { OwnPost } from '#ports/publishing.ts'

/** What was known when the order to publish left. */
export interface Intent {
  kind: PublicationKind
  /** As it was sent. */
  caption: string
  /** When it was stored, by our clock. */
  at: number
  /** The newest posts of the account just before. */
  baseline: readonly string[]
  /** When the newest of them was posted, by the service's clock; null where the account had none. */
  baselineNewestAt: number | null
}

/** The service writes whole seconds, and its clock is not ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000
const SECOND_MS = 1_000

/** Captions come back without @ for some, and with other spaces: what is left is compared. */
export const comparable = (caption: string): string =>
  caption.normalize('NFKC').replaceAll('@', '').replace(/\s+/gu, ' ').trim()

/**
 * Posts that may be the one that was ordered: not in the baseline, not older than the order, and of the same kind and caption as far
 * as the service says them. `taken` are posts that belong to other publications.
 */
export function candidates(intent: Intent, listed: readonly OwnPost[], taken: ReadonlySet<string>): OwnPost[] {
  const known = new Set(intent.baseline)
  const caption = comparable(intent.caption)
  return listed.filter(
    (post) =>
      !known.has(post.id) &&
      !taken.has(post.id) &&
      isNotOlder(post.postedAt, intent) &&
      isOfKind(post, intent.kind) &&
      (intent.kind === 'story' || post.caption === undefined || comparable(post.caption ?? '') === caption),
  )
}

/** A reel reads back as a video. What the service leaves out is no difference. */
function isOfKind({ kind, product }: OwnPost, wanted: PublicationKind): boolean {
  if (wanted === 'story') return product === null || product === 'story'
  if (product === 'story' || product === 'ad') return false
  return kind === null || kind === (wanted === 'reel' ? 'video' : wanted)
}

/**
 * A list moves up when posts are deleted, so an old post may be new in it. Its own clock says so best: what is ours is not older
 * than the newest of the baseline. Our clock is asked only where there was none, because it may have been set meanwhile.
 */
function isNotOlder(at: number | null, { at: intentAt, baselineNewestAt }: Intent): boolean {
  if (at === null) return true
  if (baselineNewestAt !== null) return at >= baselineNewestAt
  return at >= Math.floor(intentAt / SECOND_MS) * SECOND_MS - CLOCKS_DIFFER_MS
}

export type Verdict =
  | { is: 'found'; post: OwnPost }
  /** `candidates` are what a person chooses from. */
  | { is: 'unclear'; candidates: readonly OwnPost[] }
  /** Nothing so far: look again later. */
  | { is: 'nothing' }

/**
 * Exactly one is the post. Several are for a person at once; none is, when no further look follows. `others` are the captions of
 * publications of the same kind of which it is not known whether they are live: a post that may as well be theirs is for a person.
 */
export function judge(
  intent: Intent,
  listed: readonly OwnPost[],
  { taken, others, isLast }: { taken: ReadonlySet<string>; others: readonly string[]; isLast: boolean },
): Verdict {
  const found = candidates(intent, listed, taken)
  const [only] = found
  if (only && found.length === 1)
    return isOfAnother(only, intent, others) ? { is: 'unclear', candidates: found } : { is: 'found', post: only }
  return found.length > 1 || isLast ? { is: 'unclear', candidates: found } : { is: 'nothing' }
}

const isOfAnother = ({ caption }: OwnPost, intent: Intent, others: readonly string[]): boolean =>
  others.some(
    (other) => intent.kind === 'story' || caption === undefined || comparable(other) === comparable(intent.caption),
  )
