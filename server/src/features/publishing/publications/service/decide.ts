/** What a person says of a publication where nothing else can tell: it is live, or it is not. */
import type { Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { OwnPost } from '#ports/publishing.ts'
import type { Queue } from '#ports/queue.ts'
import { isReminded } from '../publications.rules.ts'
import { type PublicationRow, publicationsStore } from '../publications.store.ts'
import { SENTENCES } from '../rules/sentences.ts'
import type { PublishingAccess } from './access.ts'
import type { ChangeLocked } from './change-locked.ts'
import { findNamedPost } from './find-named-post.ts'
import { enqueuePublication } from './queued.ts'
import { seenPublications } from './seen.ts'

export function decisions({
  database,
  clock,
  queue,
  access,
  changeLocked,
}: {
  database: Database
  clock: Clock
  queue: Pick<Queue, 'enqueue'>
  access: PublishingAccess
  changeLocked: ChangeLocked
}) {
  const { visibleTo } = seenPublications(database)

  /** Null where the service does not say it. */
  async function addressOf(row: PublicationRow, mediaId: string): Promise<string | null> {
    const opened = await access.open(row.account_id, row.company_id)
    if (typeof opened === 'string') return null
    const read = await opened.login.readPost(opened.access, mediaId, AbortSignal.timeout(10_000))
    // A fault at the service is no proof: the person has looked.
    return read.is === 'accepted' ? read.value.permalink : null
  }

  return {
    /**
     * Also of what a person was reminded of. Throws `not_unclear` for every other state, and `already_taken` for a post that belongs to
     * another publication. Null names no post, also where one fits. An id that is none of the candidates is looked up on the account: `unknown_media` where it is not there,
     * `media_unchecked` where Instagram cannot be asked.
     */
    async decide(
      viewer: Viewer,
      id: string,
      {
        published,
        mediaId,
        permalink: named,
      }: { published: boolean; mediaId?: string | null | undefined; permalink?: string | undefined },
    ) {
      const seen = await visibleTo(viewer, id)
      if (seen.state !== 'unclear' && !isReminded(seen)) throw notUnclear()
      const posts: OwnPost[] = seen.candidates === null ? [] : JSON.parse(seen.candidates)
      const [only] = posts
      const fitting = only && posts.length === 1 ? only.id : null
      const chosen = mediaId === undefined ? fitting : mediaId
      const candidate = posts.find((post) => post.id === chosen)
      const taken = await publicationsStore(database.queries).findTakenMedia(seen.account_id, id)
      // One that is taken is refused below, whatever Instagram says.
      const isToFind = published && chosen !== null && !candidate && !taken.has(chosen)
      const known = isToFind ? await findNamedPost(seen, chosen, { access, taken }) : candidate
      const read = known?.permalink ?? (published && known ? await addressOf(seen, known.id) : null)
      const permalink = read ?? named ?? null
      return changeLocked(viewer, id, async (tx, row) => {
        const byHand = isReminded(row)
        if (row.state !== 'unclear' && !byHand) throw notUnclear()
        if (!published)
          return {
            change: {
              state: 'failed',
              sentence: byHand ? SENTENCES.notPosted(viewer.username) : SENTENCES.notLive(viewer.username),
              ended_at: clock.now(),
              waits_for: null,
            },
            step: byHand ? 'Not posted' : 'Not live',
            detail: byHand ? `by ${viewer.username}` : `${viewer.username} looked`,
            act: 'publication.decided',
          }
        const taken = await publicationsStore(tx).findTakenMedia(row.account_id, id)
        if (chosen !== null && taken.has(chosen))
          throw conflict('already_taken', 'This post on Instagram belongs to another publication')
        await enqueuePublication(queue, tx, Object.assign({}, row, { plan: row.plan + 1, planned_at: clock.now() }))
        return {
          change: {
            state: 'published',
            plan: row.plan + 1,
            media_id: chosen,
            permalink,
            published_at: known?.postedAt ?? row.ordered_at ?? clock.now(),
            candidates: null,
            tries: 0,
            waits_for: null,
            sentence: byHand
              ? SENTENCES.posted(viewer.username, row.account_name)
              : SENTENCES.decidedLive(viewer.username),
          },
          step: 'Published',
          detail: [
            ...(chosen === null ? [] : [`post ${chosen}`]),
            byHand ? `by ${viewer.username}` : `${viewer.username} looked`,
          ].join(', '),
          act: 'publication.decided',
        }
      })
    },
  }
}

const notUnclear = () =>
  conflict(
    'not_unclear',
    'There is nothing to decide: only an unclear publication, or one that you were reminded of, waits for that',
  )
