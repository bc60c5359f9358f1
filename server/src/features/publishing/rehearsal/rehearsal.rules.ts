/**
 * What Instagram would refuse of a post, found before anything is sent, each with what the person can do about it. Pure: everything
 * that is looked at is given.
 */
import {
  COLLABORATORS_MAX,
  INSTAGRAM_CAPTION_CHARACTERS,
  INSTAGRAM_MENTIONS_MAX,
  PUBLISHING_HASHTAGS_MAX,
  PUBLISHING_HASHTAGS_WARN,
  PUBLISHING_TAGS_MAX,
  type PublicationKind,
  type PublicationWay,
} from '@tangelo/contract/limits'
import { checkAltTexts, checkComment } from './rules/beside.ts'
import { blocked, type Check, passed, warned } from './rules/check.ts'
import { clockText, dayText } from './rules/figures.ts'
import { checkMedia, type MediaFacts } from './rules/media.ts'
import { checkLocation } from './rules/place.ts'
import { captionSize, hashtagsIn, mentionsIn } from './rules/words.ts'

/** How Instagram gets the bytes. */
export type Way =
  /** Sent from here; also works behind a router. */
  | 'upload'
  /** Fetched by Instagram: from the bucket, or from this server. */
  | 'bucket'
  | 'server'

export interface Rehearsed {
  kind: PublicationKind
  /** As it will be sent: with the hashtags of the item. */
  text: string
  /** Without @. */
  tagged: readonly string[]
  collaborators: readonly string[]
  /** As the item has it: a name, or the number of a Page that is a place. */
  location: string | null
  /** Whether the login sends places. */
  takesPlaces: boolean
  altTexts: readonly string[]
  firstComment: string | null
  cover: { source: 'frame'; ms: number } | { source: 'image'; facts: MediaFacts } | null
  media: readonly MediaFacts[]
  /** Whether the person agreed that pictures are cut to what Instagram takes. */
  crops: boolean
  /** Null where none works. */
  way: Way | null
  /** Whether a video can be sent from here, which "publish as a reel" would use. */
  canUpload: boolean
  account: {
    username: string
    /** `gone`: never connected, or disconnected. */
    state: 'connected' | 'gone' | 'expired' | 'denied'
    /** Null where there is no end. */
    expiresAt: number | null
    pausedBecause: string | null
  }
  /** `unseen`: approved, but what would go out holds media that the client was not shown. */
  approval: 'not_needed' | 'approved' | 'missing' | 'edited' | 'unseen'
  /** Null where the service gave no answer; `later` where it is asked right before the order. A total of null is no limit. */
  quota: { used: number; total: number | null } | 'later' | null
  now: number
  /** When it goes out. */
  at: number
  /** By hand, what is sent from here is offered to copy. */
  how: PublicationWay
  /** Days are named on its clocks. */
  timeZone: string
}

const DAY_MS = 86_400_000
/** Access is renewed by itself long before its end: where less than this is left, that has failed. */
const ACCESS_SOON_MS = 7 * DAY_MS

/** Every check, in the order of `CHECKS`; what does not concern this kind of post is left out. */
export function rehearse(post: Rehearsed): Check[] {
  return [
    checkAccount(post),
    checkAccess(post),
    checkApproval(post),
    ...checkMedia(post),
    checkWay(post),
    ...checkCover(post),
    ...checkWords(post),
    ...checkPeople(post),
    ...checkLocation(post),
    ...checkAltTexts(post),
    ...checkComment(post),
    checkQuota(post),
    ...checkTime(post),
  ]
}

export const mayGoOut = (checks: readonly Check[]): boolean => checks.every(({ state }) => state !== 'blocked')

function checkAccount({ account: { username, state, pausedBecause } }: Rehearsed): Check {
  if (state === 'gone')
    return blocked(
      'account',
      'Not connected',
      `@${username} is not connected to Instagram: connect it first.`,
      'connect',
    )
  if (state === 'denied')
    return blocked(
      'account',
      'Not allowed',
      `Instagram does not let us publish to @${username}: connect it again and allow publishing.`,
      'connect',
    )
  if (pausedBecause !== null)
    return blocked('account', 'Publishing is paused', `${pausedBecause} Resume it when it is clear.`, 'resume')
  return passed('account', 'Account', `@${username} is connected`)
}

function checkAccess({ account: { state, expiresAt, username }, at, now, timeZone }: Rehearsed): Check {
  const isOver = expiresAt !== null && expiresAt <= now
  if (state === 'expired' || isOver)
    return blocked(
      'access',
      'Access has ended',
      `Sign in to @${username} again: Instagram's permission has ended.`,
      'connect',
    )
  if (expiresAt === null) return passed('access', 'Access', 'Has no end')
  const end = dayText(expiresAt, now, timeZone)
  if (expiresAt - now >= ACCESS_SOON_MS)
    return passed(
      'access',
      'Access',
      expiresAt > at ? `Good until ${end}` : `Good until ${end}, and renewed by itself before that`,
    )
  if (expiresAt <= at)
    return blocked(
      'access',
      'Access ends before the post goes out',
      `It ends on ${end}. Connect @${username} again, or choose an earlier time.`,
      'connect',
    )
  return warned('access', 'Access ends soon', `It ends on ${end}: connect @${username} again.`, 'connect')
}

function checkApproval({ approval }: Rehearsed): Check {
  switch (approval) {
    case 'not_needed':
      return passed('approval', 'Approval', 'None is needed')
    case 'approved':
      return passed('approval', 'Approval', 'The client approved exactly this')
    case 'edited':
      return blocked(
        'approval',
        'The approval is out of date',
        'The post was edited after the client approved it: ask again.',
        'ask_approval',
      )
    case 'unseen':
      return blocked(
        'approval',
        'The client has not seen all of it',
        'The client approved the video alone: publish that, or make the post a carousel and ask again.',
      )
    case 'missing':
      return blocked(
        'approval',
        'Not approved',
        'The client has to approve this post first: ask for it.',
        'ask_approval',
      )
  }
}

function checkWay({ way, kind, canUpload }: Rehearsed): Check {
  switch (way) {
    case 'upload':
      return passed('way', 'Way to Instagram', 'Sent directly, works behind your router')
    case 'bucket':
      return passed('way', 'Way to Instagram', 'Instagram fetches it from your storage, by an address that ends soon')
    case 'server':
      return passed('way', 'Way to Instagram', 'Instagram fetches it from this server, by an address for this once')
    case null: {
      const isPicture = kind === 'image' || kind === 'carousel'
      const rest = 'Set PUBLIC_URL to an address that the internet reaches, or keep media in a bucket'
      return isPicture && canUpload
        ? blocked(
            'way',
            'Instagram cannot fetch this',
            `${rest}; or publish it as a reel, which is sent directly.`,
            'as_reel',
          )
        : blocked('way', 'Instagram cannot fetch this', `${rest}.`, 'public_url')
    }
  }
}

function checkCover({ kind, cover, media }: Rehearsed): Check[] {
  if (kind !== 'reel') return []
  if (cover === null) return [passed('cover', 'Cover', 'The first frame')]
  if (cover.source === 'image')
    return cover.facts.format === 'jpeg'
      ? [passed('cover', 'Cover', 'A picture of yours')]
      : [warned('cover', 'The cover is no JPEG', 'It is converted when it goes out.', 'convert')]
  const seconds = media[0]?.seconds ?? null
  if (cover.ms < 0 || (seconds !== null && cover.ms >= seconds * 1_000))
    return [blocked('cover', 'The cover is beyond the end', 'Choose a frame within the video.', 'edit')]
  return [passed('cover', 'Cover', `The frame at ${clockText(cover.ms / 1_000)}`)]
}

function checkWords({ kind, text }: Rehearsed): Check[] {
  if (kind === 'story')
    return text.trim() === '' ? [] : [warned('caption', 'Stories have no caption', 'The caption is not sent.')]
  const size = captionSize(text)
  const of = `${size.toLocaleString('en')} of ${INSTAGRAM_CAPTION_CHARACTERS.toLocaleString('en')} characters`
  const caption =
    size > INSTAGRAM_CAPTION_CHARACTERS
      ? blocked('caption', 'The caption is too long', `${of}, with its hashtags: shorten it.`, 'edit')
      : passed('caption', 'Caption', size === 0 ? 'None' : of)
  return [caption, checkHashtags(hashtagsIn(text).length)]
}

function checkHashtags(count: number): Check {
  if (count > PUBLISHING_HASHTAGS_MAX)
    return blocked(
      'hashtags',
      `${count} hashtags`,
      `Instagram takes up to ${PUBLISHING_HASHTAGS_MAX}: remove ${count - PUBLISHING_HASHTAGS_MAX}.`,
      'edit',
    )
  if (count >= PUBLISHING_HASHTAGS_WARN)
    return warned(
      'hashtags',
      `${count} hashtags`,
      `Instagram takes up to ${PUBLISHING_HASHTAGS_MAX}. From ${PUBLISHING_HASHTAGS_WARN} on, posts tend to be shown less.`,
      'edit',
    )
  return passed('hashtags', 'Hashtags', count === 0 ? 'None' : `${count}`)
}

function checkPeople({ kind, text, tagged, collaborators }: Rehearsed): Check[] {
  const mentions = kind === 'story' ? 0 : mentionsIn(text).length
  const problems = [
    ...(mentions > INSTAGRAM_MENTIONS_MAX
      ? [`${mentions} mentions: Instagram takes up to ${INSTAGRAM_MENTIONS_MAX}`]
      : []),
    ...(tagged.length > PUBLISHING_TAGS_MAX
      ? [`${tagged.length} tagged people: Instagram takes up to ${PUBLISHING_TAGS_MAX}`]
      : []),
    ...(collaborators.length > COLLABORATORS_MAX
      ? [`${collaborators.length} collaborators: Instagram takes up to ${COLLABORATORS_MAX}`]
      : []),
    ...(kind === 'story' && collaborators.length > 0 ? ['Stories have no collaborators'] : []),
  ]
  if (problems.length > 0) return [blocked('people', 'Too many people', `${problems.join('. ')}. Remove some.`, 'edit')]
  const shown = [
    `${mentions} of ${INSTAGRAM_MENTIONS_MAX} mentions`,
    collaborators.length === 0 ? 'no collaborators' : `${collaborators.length} of ${COLLABORATORS_MAX} collaborators`,
  ]
  return [passed('people', 'People', shown.join(', '))]
}

function checkQuota({ quota, at, now }: Rehearsed): Check {
  if (quota === 'later') return passed('quota', 'Daily limit', 'Is asked right before it goes out')
  if (!quota)
    return warned('quota', 'Daily limit unknown', 'Instagram did not say how many posts are left. It is asked again.')
  if (quota.total === null) return passed('quota', 'Daily limit', `${quota.used} used in 24 hours`)
  const of = `${quota.used} of ${quota.total} used in 24 hours`
  if (quota.used < quota.total) return passed('quota', 'Daily limit', of)
  return at - now >= DAY_MS
    ? passed('quota', 'Daily limit', `${of}, free again by then`)
    : blocked('quota', 'The daily limit is reached', `${of}. Choose a time at least a day later.`, 'later')
}

function checkTime({ at, now }: Rehearsed): Check[] {
  return at < now - DAY_MS ? [blocked('time', 'The time has passed', 'Choose another time.', 'later')] : []
}
