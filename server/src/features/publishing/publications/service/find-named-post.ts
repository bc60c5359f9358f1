/**
 * The post that a person names as the one that is live. It is looked up on the account, as after a lost answer, so that no id is ever
 * kept that Instagram does not show there. Where Instagram cannot be asked, nothing is decided.
 */
import { momentToText } from '#platform/calendar.ts'
import { conflict, Failure } from '#platform/errors.ts'
import type { OwnPost } from '#ports/publishing.ts'
import type { PublicationRow } from '../publications.store.ts'
import { candidates } from '../rules/matching.ts'
import type { PublishingAccess } from './access.ts'
import { intentOf } from './look.ts'

/** As many as one call lists. */
const LISTED_MAX = 100
const NAMED_MAX = 5
const CALL_MS = 10_000

/** @param taken posts that belong to other publications. Throws `media_unchecked`, and `unknown_media` with what it may be. */
export async function findNamedPost(
  row: PublicationRow,
  mediaId: string,
  { access, taken }: { access: Pick<PublishingAccess, 'open'>; taken: ReadonlySet<string> },
): Promise<OwnPost> {
  const opened = await access.open(row.account_id, row.company_id)
  if (typeof opened === 'string') throw unchecked(mediaId, `@${row.account_name} is not connected`)
  const within = AbortSignal.timeout(CALL_MS)
  const listed =
    row.kind === 'story'
      ? await opened.login.stories(opened.access, within)
      : await opened.login.newestPosts(opened.access, LISTED_MAX, within)
  if (listed.is !== 'accepted')
    throw unchecked(mediaId, listed.is === 'refused' ? listed.refusal.message : listed.message)
  const found = listed.value.find(({ id }) => id === mediaId)
  if (found) return found
  const free = listed.value.filter(({ id }) => !taken.has(id))
  const fitting = candidates(intentOf(row), listed.value, taken)
  throw unknown(row, mediaId, (fitting.length > 0 ? fitting : free).slice(0, NAMED_MAX))
}

function unknown({ account_name, kind }: PublicationRow, mediaId: string, posts: readonly OwnPost[]): Failure {
  const what = kind === 'story' ? 'no story' : 'no post'
  const named = posts.map(({ id, permalink }) => (permalink === null ? id : `${id} (${permalink})`))
  const which = posts.length === 0 ? 'It shows none that it could be.' : `It may be ${named.join(', ')}.`
  return conflict('unknown_media', `@${account_name} shows ${what} with the id ${mediaId}. ${which}`, {
    candidates: posts.map(({ id, permalink, caption, postedAt }) => ({
      mediaId: id,
      permalink,
      caption: caption ?? null,
      postedAt: postedAt === null ? null : momentToText(postedAt),
    })),
  })
}

const unchecked = (mediaId: string, why: string): Failure =>
  new Failure(
    502,
    'media_unchecked',
    `Whether ${mediaId} is on the account could not be checked: ${why.replace(/\.$/, '')}. Nothing was decided. Try again, or decide that it is none of its posts (mediaId: null).`,
  )
