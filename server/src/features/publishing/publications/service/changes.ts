/**
 * What people change of a publication: they withdraw it, plan it anew, or decide where nothing else can tell whether it is live. Each
 * locks the row, and is one transaction with its step, its entry in the audit log and its event.
 */
import type { Publication } from '@tangelo/contract'
import type { PublicationState } from '@tangelo/contract/limits'
import { type ItemRow, lockItems } from '#features/content/index.ts'
import { type AuditLog, publishEvents } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { OwnPost } from '#ports/publishing.ts'
import type { Queue } from '#ports/queue.ts'
import { publicationsChanged } from '../../slots/slots.rules.ts'
import { isReminded } from '../publications.rules.ts'
import { type Change, type PublicationRow, publicationsStore } from '../publications.store.ts'
import { plannedSentence, SENTENCES } from '../rules/sentences.ts'
import { isBeforeOrder, mayFollow } from '../rules/states.ts'
import type { PublishingAccess } from './access.ts'
import type { ItemDate } from './item-date.ts'
import { findNamedPost } from './named-post.ts'
import type { Preparing } from './prepare.ts'
import { enqueuePublication, plannedFor } from './queued.ts'
import { seenPublications } from './seen.ts'

type Act = 'publication.planned' | 'publication.withdrawn' | 'publication.decided'

export function changesByPeople({
  database,
  clock,
  queue,
  audit,
  access,
  approvedItem,
  moveItem,
}: {
  database: Database
  clock: Clock
  queue: Pick<Queue, 'enqueue'>
  audit: Pick<AuditLog, 'record'>
  access: PublishingAccess
  approvedItem: Preparing['approvedItem']
  moveItem: ItemDate
}) {
  const { visibleTo, described } = seenPublications(database)

  /** Of a person: locked, changed and told to everyone in one transaction. */
  async function changeLocked(
    viewer: Viewer,
    id: string,
    decide: (
      tx: Queries,
      row: PublicationRow,
      item: ItemRow | undefined,
    ) => Promise<{ change: Change & { state: PublicationState }; step: string; detail: string | null; act: Act }>,
  ): Promise<Publication> {
    const { item_id } = await visibleTo(viewer, id)
    const after = await database.transaction(async (tx) => {
      const inside = publicationsStore(tx)
      // In the order in which workers lock them.
      const item = (await lockItems({ queries: tx, engine: database.engine }, [item_id])).get(item_id)
      const row = await inside.lock(id, database.engine)
      if (!row) throw notFound('Publication')
      const { change, step, detail, act } = await decide(tx, row, item)
      if (change.state !== row.state && !mayFollow(row.state, change.state)) throw tooLate(row)
      const now = clock.now()
      const changed = await inside.change(id, Object.assign({ changed_at: now }, change))
      await inside.addStep({ publication_id: id, at: now, state: changed.state, title: step, detail })
      await audit.record(tx, viewer, {
        act,
        object: { kind: 'publication', id, name: changed.account_name },
        companyId: changed.company_id,
        details: { state: changed.state, post: changed.item_id },
      })
      await publishEvents(tx, [publicationsChanged(changed.company_id)], now)
      return changed
    })
    return described(after)
  }

  return {
    /** Throws `too_late` once the order has left. What is withdrawn already stays so. */
    async withdraw(viewer: Viewer, id: string): Promise<Publication> {
      const before = await visibleTo(viewer, id)
      if (before.state === 'withdrawn') return described(before)
      return changeLocked(viewer, id, async (_, row) => {
        if (!isBeforeOrder(row.state)) throw tooLate(row)
        return {
          change: {
            state: 'withdrawn',
            sentence: SENTENCES.withdrawn(viewer.username),
            ended_at: clock.now(),
            waits_for: null,
            waits_until: null,
          },
          step: 'Withdrawn',
          detail: `by ${viewer.username}`,
          act: 'publication.withdrawn',
        }
      })
    },

    /** Throws `too_late` once the order has left, and `approval_required`. What was prepared is prepared anew. */
    plan: (viewer: Viewer, id: string, at: string | undefined): Promise<Publication> =>
      changeLocked(viewer, id, async (tx, row, item) => {
        if (!isBeforeOrder(row.state)) throw tooLate(row)
        const moment = plannedFor(at, clock.now())
        const found = await approvedItem(tx, row)
        if (typeof found === 'string') throw conflict('approval_required', found)
        if (item?.company_id === row.company_id && moment > clock.now()) await moveItem(tx, item, moment, viewer)
        const plan = row.plan + 1
        await enqueuePublication(queue, tx, { id, company_id: row.company_id, plan, planned_at: moment, how: row.how })
        return {
          change: {
            state: 'planned',
            plan,
            planned_at: moment,
            due_at: moment,
            container_id: null,
            container_at: null,
            upload_url: null,
            tries: 0,
            looks: 0,
            waits_for: null,
            waits_until: null,
            reminded_at: null,
            sentence: plannedSentence(row),
          },
          step: 'Planned',
          detail: `by ${viewer.username}`,
          act: 'publication.planned',
        }
      }),

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
      const taken = await publicationsStore(database.queries).takenMedia(seen.account_id, id)
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
        const taken = await publicationsStore(tx).takenMedia(row.account_id, id)
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

  /** Null where the service does not say it. */
  async function addressOf(row: PublicationRow, mediaId: string): Promise<string | null> {
    const opened = await access.open(row.account_id, row.company_id)
    if (typeof opened === 'string') return null
    const read = await opened.login.readPost(opened.access, mediaId, AbortSignal.timeout(10_000))
    // A fault at the service is no proof: the person has looked.
    return read.is === 'accepted' ? read.value.permalink : null
  }
}

const tooLate = ({ state }: Pick<PublicationRow, 'state'>) =>
  conflict(
    'too_late',
    state === 'publishing' || state === 'published'
      ? 'Its order has left already: it cannot be stopped any more'
      : 'This publication has ended',
    { state },
  )

const notUnclear = () =>
  conflict(
    'not_unclear',
    'There is nothing to decide: only an unclear publication, or one that you were reminded of, waits for that',
  )
