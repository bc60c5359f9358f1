/**
 * What Instagram would refuse of a post, found before anything is sent, each with what the person can do about it. Pure: everything
 * that is looked at is given.
 */

import { checkAccess, checkAccount, checkApproval } from './rules/account.ts'
import { checkAltTexts, checkComment } from './rules/beside.ts'
import { checkPeople, checkWords } from './rules/caption.ts'
import { block, type Check, pass, warn } from './rules/check.ts'
import { clockText } from './rules/figures.ts'
import { checkMedia } from './rules/media.ts'
import { checkLocation } from './rules/place.ts'
import type { Rehearsed } from './rules/rehearsed.ts'

const DAY_MS = 86_400_000
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

function checkWay({ way, kind, canUpload }: Rehearsed): Check {
  switch (way) {
    case 'upload':
      return pass('way', 'Way to Instagram', 'Sent directly, works behind your router')
    case 'bucket':
      return pass('way', 'Way to Instagram', 'Instagram fetches it from your storage, by an address that ends soon')
    case 'server':
      return pass('way', 'Way to Instagram', 'Instagram fetches it from this server, by an address for this once')
    case null: {
      const isPicture = kind === 'image' || kind === 'carousel'
      const rest = 'Set PUBLIC_URL to an address that the internet reaches, or keep media in a bucket'
      return isPicture && canUpload
        ? block(
            'way',
            'Instagram cannot fetch this',
            `${rest}; or publish it as a reel, which is sent directly.`,
            'as_reel',
          )
        : block('way', 'Instagram cannot fetch this', `${rest}.`, 'public_url')
    }
  }
}

function checkCover({ kind, cover, media }: Rehearsed): Check[] {
  if (kind !== 'reel') return []
  if (cover === null) return [pass('cover', 'Cover', 'The first frame')]
  if (cover.source === 'image')
    return cover.facts.format === 'jpeg'
      ? [pass('cover', 'Cover', 'A picture of yours')]
      : [warn('cover', 'The cover is no JPEG', 'It is converted when it goes out.', 'convert')]
  const seconds = media[0]?.seconds ?? null
  if (cover.ms < 0 || (seconds !== null && cover.ms >= seconds * 1_000))
    return [block('cover', 'The cover is beyond the end', 'Choose a frame within the video.', 'edit')]
  return [pass('cover', 'Cover', `The frame at ${clockText(cover.ms / 1_000)}`)]
}

function checkQuota({ quota, at, now }: Rehearsed): Check {
  if (quota === 'later') return pass('quota', 'Daily limit', 'Is asked right before it goes out')
  if (!quota)
    return warn('quota', 'Daily limit unknown', 'Instagram did not say how many posts are left. It is asked again.')
  if (quota.total === null) return pass('quota', 'Daily limit', `${quota.used} used in 24 hours`)
  const of = `${quota.used} of ${quota.total} used in 24 hours`
  if (quota.used < quota.total) return pass('quota', 'Daily limit', of)
  return at - now >= DAY_MS
    ? pass('quota', 'Daily limit', `${of}, free again by then`)
    : block('quota', 'The daily limit is reached', `${of}. Choose a time at least a day later.`, 'later')
}

function checkTime({ at, now }: Rehearsed): Check[] {
  return at < now - DAY_MS ? [block('time', 'The time has passed', 'Choose another time.', 'later')] : []
}
