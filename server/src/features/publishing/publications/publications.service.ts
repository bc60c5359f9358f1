/**
 * Publications as people see them: rehearsed, queued and read. What people change of them later is in `service/changes.ts`, what a worker does with them is in `publications.jobs.ts` (docs/decisions/0059).
 */
import { randomUUID } from 'node:crypto'
import type { Publication, PublicationOptions, RouteInput } from '@tangelo/contract'
import { PAGE_ROWS_MAX, type PublicationGroup, type PublicationState } from '@tangelo/contract/limits'
import { contentHash, type ItemRow, readItems } from '#features/content/index.ts'
import { type AuditLog, publishEvents, scopeWithin, visible } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { truncate } from '#platform/truncate.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import { mayPublish } from '../own-accounts/own-accounts.policy.ts'
import { mayGoOut } from '../rehearsal/rehearsal.rules.ts'
import { publicationsChanged } from '../slots/slots.rules.ts'
import type { SlotsService } from '../slots/slots.service.ts'
import { slotsStore } from '../slots/slots.store.ts'
import { asPublication } from './publications.rules.ts'
import { publicationsStore } from './publications.store.ts'
import { describePlanned } from './rules/sentences.ts'
import type { PublishingAccess } from './service/access.ts'
import { changesByPeople } from './service/changes.ts'
import type { ItemDate } from './service/item-date.ts'
import type { Preparing } from './service/prepare.ts'
import { enqueuePublication, parsePlannedAt } from './service/queued.ts'
import type { Rehearsal } from './service/rehearsed.ts'
import { seenPublications } from './service/seen.ts'

export type PublicationsService = ReturnType<typeof publicationsService>

type PublicationRequest = RouteInput<'POST /api/publications'>['body']

export function publicationsService({
  database,
  clock,
  queue,
  audit,
  access,
  rehearsal,
  lockApprovedItem,
  moveItem,
  slots,
}: {
  database: Database
  clock: Clock
  queue: Pick<Queue, 'enqueue'>
  audit: Pick<AuditLog, 'record'>
  access: PublishingAccess
  rehearsal: Rehearsal
  lockApprovedItem: Preparing['lockApprovedItem']
  moveItem: ItemDate
  slots: Pick<SlotsService, 'nextFree'>
}) {
  const store = publicationsStore(database.queries)
  const { visibleTo, describePublication } = seenPublications(database)

  /** The item and the account, of one company. Throws `not_found` for what the viewer does not see. */
  async function requireItemAndAccount(
    viewer: Viewer,
    { itemId, accountId }: Pick<PublicationRequest, 'itemId' | 'accountId'>,
  ) {
    mayPublish(viewer)
    const item = visible(viewer, await rehearsal.item(itemId))
    if (!item) throw notFound('Post')
    const account = visible(viewer, await slotsStore(database.queries).account(accountId))
    if (account?.company_id !== item.company_id) throw notFound('Account')
    return { item: item as ItemRow, account }
  }

  async function lookAt(viewer: Viewer, request: PublicationRequest, { asksService }: { asksService: boolean }) {
    const { item, account } = await requireItemAndAccount(viewer, request)
    const opened = await access.open(account.id, item.company_id)
    const quota =
      asksService && request.how !== 'remind' && typeof opened !== 'string'
        ? await opened.login.quota(opened.access, AbortSignal.timeout(10_000))
        : null
    const at = parsePlannedAt(request.at, clock.now())
    const looked = await rehearsal.look(item, {
      accountId: account.id,
      username: account.username,
      options: request.options ?? {},
      at,
      opened,
      quota: quota === null ? 'later' : quota.is === 'accepted' ? quota.value : null,
      how: request.how,
    })
    return { item, account, at, looked }
  }

  return {
    ...changesByPeople({ database, clock, queue, audit, access, lockApprovedItem, moveItem }),

    /** Stores nothing and publishes nothing; asks the service for the daily limit. */
    async rehearse(viewer: Viewer, request: PublicationRequest) {
      const { account, item, looked } = await lookAt(viewer, request, { asksService: true })
      const { kind, text, addresses: media, checks } = looked
      const { moments, timeZone } = await slots.nextFree(account.id, item.company_id)
      return { kind, text, media, checks, mayGoOut: mayGoOut(checks), slots: moments.map(momentToText), timeZone }
    },

    /**
     * The row, its first step and its job are one transaction, which also makes the approval final that it relies on. Throws
     * `rehearsal_failed`, `already_queued` and `already_published`.
     */
    async create(viewer: Viewer, request: PublicationRequest): Promise<Publication> {
      const { account, item, at, looked } = await lookAt(viewer, request, { asksService: false })
      const blocking = looked.checks.filter(({ state }) => state === 'blocked')
      const [first] = blocking
      if (first) throw conflict('rehearsal_failed', `${first.title}. ${first.detail}`, { checks: blocking })
      const options: PublicationOptions = request.options ?? {}
      const id = randomUUID()
      await database.transaction(async (tx) => {
        const now = clock.now()
        const inside = publicationsStore(tx)
        const found = await lockApprovedItem(tx, { item_id: item.id, company_id: item.company_id })
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
          how: request.how ?? ('publish' as const),
          options: JSON.stringify(options),
          planned_at: at,
          due_at: at,
          plan: 1,
          content_hash: contentHash(found),
          sentence: describePlanned({ how: request.how ?? 'publish', account_name: account.username }),
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
        await enqueuePublication(queue, tx, row)
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
      return describePublication(await visibleTo(viewer, id))
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

    read: async (viewer: Viewer, id: string): Promise<Publication> => describePublication(await visibleTo(viewer, id)),

    /** Gives a worker every publication that should have one. Safe to repeat: a job that is there stays the one. */
    async sweep(): Promise<void> {
      const due = await store.due(clock.now(), PAGE_ROWS_MAX)
      for (const row of due) await database.transaction((tx) => enqueuePublication(queue, tx, row))
    },
  }
}

const alreadyThere = ({ id, state }: { id: string; state: PublicationState }, username: string) =>
  state === 'published'
    ? conflict(
        'already_published',
        `This post is published on @${username} already: it does not go out a second time.`,
        { publicationId: id },
      )
    : conflict('already_queued', `This post is queued for @${username} already.`, { publicationId: id })
