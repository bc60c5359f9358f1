/**
 * Publications as people see them: queued, read, planned anew, withdrawn, and decided where nothing else can tell whether a post is
 * live. What a worker does with them is in `publications.jobs.ts` (docs/decisions/0059).
 */
import { randomUUID } from 'node:crypto'
import type { Publication, PublicationOptions, RouteInput } from '@tangelo/contract'
import { PAGE_ROWS_MAX, PLANNED_DAYS_MAX, type PublicationGroup, type PublicationState } from '@tangelo/contract/limits'
import { contentHash, type ItemRow, lockItems, readItems } from '#features/content/index.ts'
import { type AuditLog, publishEvents, scopeWithin, visible } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { truncate } from '#platform/truncate.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { OwnPost } from '#ports/publishing.ts'
import type { Queue } from '#ports/queue.ts'
import { mayPublish } from '../own-accounts/own-accounts.policy.ts'
import { publicationsChanged } from '../slots/slots.rules.ts'
import type { SlotsService } from '../slots/slots.service.ts'
import { slotsStore } from '../slots/slots.store.ts'
import { asPublication, beginsAt, isReminded, SENTENCES } from './publications.rules.ts'
import { type Change, type PublicationRow, publicationsStore } from './publications.store.ts'
import { isBeforeOrder, mayFollow } from './rules/states.ts'
import type { PublishingAccess } from './service/access.ts'
import type { ItemDate } from './service/item-date.ts'
import type { Preparing } from './service/prepare.ts'
import type { Rehearsal } from './service/rehearsed.ts'

export type PublicationsService = ReturnType<typeof publicationsService>

export const PUBLISH_POST = 'publish-post'
const DAY_MS = 86_400_000

type Wish = RouteInput<'POST /api/publications'>['body']

export function publicationsService({
  database,
  clock,
  queue,
  audit,
  access,
  rehearsal,
  approvedItem,
  moveItem,
  slots,
}: {
  database: Database
  clock: Clock
  queue: Pick<Queue, 'enqueue'>
  audit: Pick<AuditLog, 'record'>
  access: PublishingAccess
  rehearsal: Rehearsal
  approvedItem: Preparing['approvedItem']
  moveItem: ItemDate
  slots: Pick<SlotsService, 'nextFree'>
}) {
  const store = publicationsStore(database.queries)

  async function visibleTo(viewer: Viewer, id: string): Promise<PublicationRow> {
    mayPublish(viewer)
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Publication')
    return row
  }

  async function described(row: PublicationRow): Promise<Publication> {
    const [item] = await readItems(database.queries, [row.item_id])
    return asPublication(row, item, await store.steps(row.id))
  }

  /** The item and the account, of one company. Throws `not_found` for what the viewer does not see. */
  async function wanted(viewer: Viewer, { itemId, accountId }: Pick<Wish, 'itemId' | 'accountId'>) {
    mayPublish(viewer)
    const item = visible(viewer, await rehearsal.item(itemId))
    if (!item) throw notFound('Post')
    const account = visible(viewer, await slotsStore(database.queries).account(accountId))
    if (account?.company_id !== item.company_id) throw notFound('Account')
    return { item: item as ItemRow, account }
  }

  /** Throws for a moment that is no time to publish. */
  function plannedFor(at: string | undefined): number {
    const now = clock.now()
    const moment = at === undefined ? now : Date.parse(at)
    if (moment < now - DAY_MS) throw invalidInput('This time has passed', { at: 'must not be in the past' })
    if (moment > now + PLANNED_DAYS_MAX * DAY_MS)
      throw invalidInput(`Plan at most ${PLANNED_DAYS_MAX} days ahead`, { at: 'is too far ahead' })
    return Math.max(moment, now)
  }

  const enqueue = (
    tx: Queries,
    {
      id,
      company_id,
      plan,
      planned_at,
      how,
    }: Pick<PublicationRow, 'id' | 'company_id' | 'plan' | 'planned_at' | 'how'>,
  ) =>
    queue.enqueue(tx, [
      {
        kind: PUBLISH_POST,
        key: `${id} ${plan}`,
        companyId: company_id,
        payload: { publicationId: id, plan },
        runAt: how === 'remind' ? planned_at : beginsAt(planned_at),
        priority: 1,
      },
    ])

  async function lookAt(viewer: Viewer, wish: Wish, { asksService }: { asksService: boolean }) {
    const { item, account } = await wanted(viewer, wish)
    const opened = await access.open(account.id, item.company_id)
    const quota =
      asksService && wish.how !== 'remind' && typeof opened !== 'string'
        ? await opened.login.quota(opened.access, AbortSignal.timeout(10_000))
        : null
    const at = plannedFor(wish.at)
    const looked = await rehearsal.look(item, {
      accountId: account.id,
      username: account.username,
      options: wish.options ?? {},
      at,
      opened,
      quota: quota === null ? 'later' : quota.is === 'accepted' ? quota.value : null,
      how: wish.how,
    })
    return { item, account, at, looked }
  }

  /** Of a person: locked, changed and told to everyone in one transaction. */
  async function changeLocked(
    viewer: Viewer,
    id: string,
    decide: (
      tx: Queries,
      row: PublicationRow,
      item: ItemRow | undefined,
    ) => Promise<{ change: Change & { state: PublicationState }; step: string; detail: string | null; act: string }>,
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
        act: act as 'publication.planned',
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
    /** Stores nothing and publishes nothing; asks the service for the daily limit. */
    async rehearse(viewer: Viewer, wish: Wish) {
      const { account, item, looked } = await lookAt(viewer, wish, { asksService: true })
      const { kind, text, checks } = looked
      const { moments, timeZone } = await slots.nextFree(account.id, item.company_id)
      const mayGoOut = checks.every(({ state }) => state !== 'blocked')
      return { kind, text, checks, mayGoOut, slots: moments.map(momentToText), timeZone }
    },

    /**
     * The row, its first step and its job are one transaction, which also makes the approval final that it relies on. Throws
     * `rehearsal_failed`, `already_queued` and `already_published`.
     */
    async create(viewer: Viewer, wish: Wish): Promise<Publication> {
      const { account, item, at, looked } = await lookAt(viewer, wish, { asksService: false })
      const blocking = looked.checks.filter(({ state }) => state === 'blocked')
      const [first] = blocking
      if (first) throw conflict('rehearsal_failed', `${first.title}. ${first.detail}`, { checks: blocking })
      const options: PublicationOptions = wish.options ?? {}
      const id = randomUUID()
      await database.transaction(async (tx) => {
        const now = clock.now()
        const inside = publicationsStore(tx)
        const found = await approvedItem(tx, { item_id: item.id, company_id: item.company_id })
        if (typeof found === 'string') throw conflict('approval_required', found)
        const live = await inside.live(item.id, account.id)
        if (live) throw alreadyThere(live, account.username)
        if (found.status_key === 'published')
          throw conflict('already_published', 'This post is published already: it does not go out a second time.')
        const row = {
          id,
          company_id: item.company_id,
          item_id: item.id,
          account_id: account.id,
          account_name: account.username,
          state: 'planned' as const,
          kind: looked.kind,
          how: wish.how ?? ('publish' as const),
          options: JSON.stringify(options),
          planned_at: at,
          due_at: at,
          plan: 1,
          content_hash: contentHash(found),
          sentence: plannedSentence({ how: wish.how ?? 'publish', account_name: account.username }),
          user_id: viewer.userId,
          user_name: viewer.username,
          created_at: now,
          changed_at: now,
        }
        await inside.add(row)
        await inside.addStep({
          publication_id: id,
          at: now,
          state: 'planned',
          title: 'Planned',
          detail: `by ${viewer.username}`,
        })
        await enqueue(tx, row)
        // What goes out at once has its day when it is live: the table of the company is written to once.
        if (at > now) await moveItem(tx, found, at, viewer)
        await audit.record(tx, viewer, {
          act: 'publication.planned',
          object: { kind: 'publication', id, name: account.username },
          companyId: item.company_id,
          details: { at: momentToText(at), post: item.id, caption: truncate(found.caption) },
        })
        await publishEvents(tx, [publicationsChanged(item.company_id)], now)
      })
      return described(await visibleTo(viewer, id))
    },

    async list(
      viewer: Viewer,
      {
        companyId,
        cursor,
        limit = PAGE_ROWS_MAX,
        ...filter
      }: PageRequest & {
        companyId?: number | undefined
        accountId?: number | undefined
        itemId?: string | undefined
        state?: PublicationState | undefined
        group?: PublicationGroup | undefined
      },
    ): Promise<Page<Publication>> {
      mayPublish(viewer)
      const scope = scopeWithin(viewer, companyId)
      if (scope === 'none') return { rows: [], nextCursor: null, total: 0 }
      const after = cursor ? readCursor(cursor, 'integer', 'text') : null
      const rows = await store.page(
        scope,
        filter,
        after && { plannedAt: Number(after.value), id: String(after.id) },
        limit + 1,
      )
      const { page, nextCursor } = cutPage(rows, limit, ({ planned_at, id }) => [planned_at, id])
      const items = await readItems(database.queries, [...new Set(page.map(({ item_id }) => item_id))])
      const byId = new Map(items.map((item) => [item.id, item]))
      return { rows: page.map((row) => asPublication(row, byId.get(row.item_id))), nextCursor, total: null }
    },

    read: async (viewer: Viewer, id: string): Promise<Publication> => described(await visibleTo(viewer, id)),

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

    /** Throws `too_late` once the order has left. What was prepared is prepared anew. */
    plan: (viewer: Viewer, id: string, at: string | undefined): Promise<Publication> =>
      changeLocked(viewer, id, async (tx, row, item) => {
        if (!isBeforeOrder(row.state)) throw tooLate(row)
        const moment = plannedFor(at)
        if (item?.company_id === row.company_id && moment > clock.now()) await moveItem(tx, item, moment, viewer)
        const plan = row.plan + 1
        await enqueue(tx, { id, company_id: row.company_id, plan, planned_at: moment, how: row.how })
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
     * Also of what a person was reminded of. Throws `not_unclear` for every other state, `already_taken` for a post that belongs to another publication, and
     * `invalid_input` for one that is not on the account.
     */
    async decide(
      viewer: Viewer,
      id: string,
      {
        published,
        mediaId,
        permalink: named,
      }: { published: boolean; mediaId?: string | undefined; permalink?: string | undefined },
    ) {
      const seen = await visibleTo(viewer, id)
      if (seen.state !== 'unclear' && !isReminded(seen)) throw notUnclear()
      const posts: OwnPost[] = seen.candidates === null ? [] : JSON.parse(seen.candidates)
      const [only] = posts
      const chosen = mediaId ?? (only && posts.length === 1 ? only.id : null)
      const known = posts.find((post) => post.id === chosen)
      const read = known?.permalink ?? (published && chosen !== null ? await addressOf(seen, chosen) : null)
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
        await enqueue(tx, Object.assign({}, row, { plan: row.plan + 1, planned_at: clock.now() }))
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

    /** Gives a worker every publication that should have one. Safe to repeat: a job that is there stays the one. */
    async sweep(): Promise<void> {
      const due = await store.due(clock.now(), PAGE_ROWS_MAX)
      for (const row of due)
        await database.transaction((tx) =>
          queue.enqueue(tx, [
            {
              kind: PUBLISH_POST,
              key: `${row.id} ${row.plan}`,
              companyId: row.company_id,
              payload: { publicationId: row.id, plan: row.plan },
            },
          ]),
        )
    },
  }

  /** Throws for a post that the account does not have. */
  async function addressOf(row: PublicationRow, mediaId: string): Promise<string | null> {
    const opened = await access.open(row.account_id, row.company_id)
    if (typeof opened === 'string') return null
    const read = await opened.login.readPost(opened.access, mediaId, AbortSignal.timeout(10_000))
    // A fault at the service is no proof: the person has looked.
    return read.is === 'accepted' ? read.value.permalink : null
  }
}

const plannedSentence = ({ how, account_name }: Pick<PublicationRow, 'how' | 'account_name'>) =>
  how === 'remind' ? SENTENCES.willRemind(account_name) : SENTENCES.planned(account_name)

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

const alreadyThere = ({ id, state }: { id: string; state: PublicationState }, username: string) =>
  state === 'published'
    ? conflict(
        'already_published',
        `This post is published on @${username} already: it does not go out a second time.`,
        { publicationId: id },
      )
    : conflict('already_queued', `This post is queued for @${username} already.`, { publicationId: id })
