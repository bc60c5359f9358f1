/**
 * Requests for approval: a client answers through a link, and an approval holds for exactly what the public would see of the item
 * (docs/decisions/0046). What a client may do is in `service/answers.ts`.
 */
import type { ApprovalRequest, PostApproval, RouteInput } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { ItemRow, ItemsService } from '#features/content/index.ts'
import {
  type AuditLog,
  type IdempotencyService,
  publishEvents,
  scopeWithin,
  toKeyedRequest,
  visible,
} from '#features/core/index.ts'
import { lockCompany } from '#features/identity/index.ts'
import type { ClientAddresses, Mail } from '#features/mail/index.ts'
import { isTimeZone } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import { conflict, invalidInput, mailIsOff, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import { tooManyMails } from '#platform/limit-errors.ts'
import { hashAcceptedPassword } from '#platform/passwords.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { mayShare } from '../links/links.policy.ts'
import type { LinksService } from '../links/links.service.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import { asPostApproval, asRequest, standingOf } from './approvals.rules.ts'
import { approvalsStore, type RequestRow } from './approvals.store.ts'
import { approvalsChanged, requestAct } from './rules/acts.ts'
import { HOUR_MS, MAILS_AN_HOUR, mailOf } from './rules/mails.ts'
import { itemsOfRequests, withAnswers } from './service/asked-items.ts'
import type { Withdraw } from './service/withdrawal.ts'

export type ApprovalsService = ReturnType<typeof approvalsService>

type NewRequest = Required<RouteInput<'POST /api/approvals'>['body']>

/** Kept for a repeated request. */
interface Made {
  id: number
  /** The token of its link, encrypted: nothing else keeps it. */
  sealed: string
}

const DAY_MS = 24 * 60 * 60_000

/** What the token of a link is encrypted for while a repeated request may ask for it. */
const purposeOf = (requestId: number): string => `approval-link:${requestId}`

export function approvalsService({
  database,
  clock,
  audit,
  answers,
  encryption,
  content,
  reports,
  links,
  withdraw,
  mail,
  mailRecipients,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  answers: IdempotencyService
  encryption: Encryption
  content: Pick<ItemsService, 'itemsOf'>
  reports: Pick<ReportsService, 'expectCompany'>
  links: Pick<LinksService, 'createLink' | 'endLink'>
  withdraw: Withdraw
  mail: Pick<Mail, 'enqueue' | 'isOn'>
  mailRecipients: ClientAddresses
}) {
  const store = approvalsStore(database.queries)

  async function visibleTo(viewer: Viewer, id: number) {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Request')
    return row
  }

  /** In the order of `posts`. Throws `not_found` for one that the viewer cannot see, `not_to_approve` for what cannot be sent. */
  async function sendable(viewer: Viewer, posts: readonly string[]): Promise<ItemRow[]> {
    const ids = [...new Set(posts)]
    const seen = await content.itemsOf(viewer, ids)
    const items = ids.map((id) => seen.get(id)).filter((item) => item !== undefined)
    if (items.length < ids.length) throw notFound('Post')
    if (new Set(items.map(({ company_id }) => company_id)).size > 1)
      throw invalidInput('These posts belong to several clients: send those of one client at a time', {
        posts: 'are of several companies',
      })
    const others = items.filter(({ status_key }) => status_key !== 'draft' && status_key !== 'approved')
    if (others.length > 0)
      throw conflict('not_to_approve', 'Only drafts and approved posts can be sent for approval', {
        posts: others.map(({ id }) => id),
      })
    const unfinished = items.filter(({ media_key, video_url }) => media_key === 'reel' && video_url === null)
    if (unfinished.length > 0)
      throw conflict('not_to_approve', 'A reel can be sent for approval once its video is made', {
        posts: unfinished.map(({ id }) => id),
      })
    return items
  }

  /** Throws `too_many_mails`. */
  async function expectFewMails(inside: typeof store, companyId: number): Promise<void> {
    if ((await inside.countMailedSince(companyId, clock.now() - HOUR_MS)) >= MAILS_AN_HOUR)
      throw tooManyMails(HOUR_MS / 1_000)
  }

  /** Throws `not_sendable` for an address that takes no such mail. */
  async function sendTo(tx: Queries, request: Parameters<typeof mailOf>[0]): Promise<void> {
    if (!(await mail.enqueue(tx, mailOf(request, clock.now()))))
      throw conflict(
        'not_sendable',
        `${request.mailTo} takes no such mail: it was stopped there, or a mail came back. Create the link without an address and hand it over`,
      )
  }

  /** With its link, and the mail that brings it where an address is given. */
  async function addRequest(
    tx: Queries,
    viewer: Viewer,
    {
      body: { clientName, timeZone, message, days, mailTo },
      items,
      companyId,
      passwordHash,
    }: { body: NewRequest; items: readonly ItemRow[]; companyId: number; passwordHash: string | null },
  ): Promise<{ id: number; token: string }> {
    await lockCompany({ queries: tx, engine: database.engine }, companyId)
    await reports.expectCompany(tx, companyId)
    const inside = approvalsStore(tx)
    if (mailTo !== null) await expectFewMails(inside, companyId)
    const now = clock.now()
    const expiresAt = now + days * DAY_MS
    const hasPassword = passwordHash !== null
    const { id } = await inside.add({
      company_id: companyId,
      link_id: null,
      client_name: clientName,
      time_zone: timeZone,
      message: message || null,
      has_password: hasPassword ? 1 : 0,
      user_id: viewer.userId,
      user_name: viewer.username,
      created_at: now,
      expires_at: expiresAt,
      withdrawn_at: null,
      mail_to: mailTo,
    })
    await inside.addItems(
      items.map((item, position) => ({ company_id: companyId, request_id: id, position, item_id: item.id })),
    )
    const { id: linkId, token } = await links.createLink(tx, {
      companyId,
      kind: 'approval',
      targetId: id,
      targetName: clientName,
      name: clientName,
      expiresAt,
      passwordHash,
      createdBy: viewer,
    })
    await inside.setLink(id, linkId)
    if (mailTo !== null)
      await sendTo(tx, {
        id,
        companyId,
        mailTo,
        companyName: await inside.companyName(companyId),
        message: message || null,
        posts: items.length,
        expiresAt,
        timeZone,
        hasPassword,
        token,
      })
    const row = { id, company_id: companyId, client_name: clientName }
    await audit.record(tx, viewer, requestAct('approval.requested', row, items.length))
    await publishEvents(tx, [approvalsChanged(companyId)], now)
    return { id, token }
  }

  async function describeRequests(rows: readonly RequestRow[]): Promise<ApprovalRequest[]> {
    const items = await itemsOfRequests(database.queries, rows)
    const refusals = await mailRecipients.refusals(
      rows.flatMap(({ mail_to }) => mail_to ?? []),
      'approval',
    )
    const now = clock.now()
    return rows.map((row) => asRequest(row, items.get(row.id) ?? [], { refusals, now }))
  }

  return {
    async list(
      viewer: Viewer,
      { companyId, cursor, limit = PAGE_ROWS_MAX }: PageRequest & { companyId?: number | undefined },
    ): Promise<Page<ApprovalRequest>> {
      const scope = scopeWithin(viewer, companyId)
      if (scope === 'none') return { rows: [], nextCursor: null, total: 0 }
      const after = cursor ? Number(readCursor(cursor, 'integer').id) : null
      const [rows, total] = await Promise.all([
        store.page(scope, after, limit + 1),
        after === null ? store.count(scope) : null,
      ])
      const { page, nextCursor } = cutPage(rows, limit, ({ id }) => [id, id])
      return { rows: await describeRequests(page), nextCursor, total }
    },

    /** How the latest answer, or else the latest request for each stands. */
    async ofPosts(viewer: Viewer, ids: readonly string[]): Promise<PostApproval[]> {
      const seen = await content.itemsOf(viewer, [...new Set(ids)])
      if (seen.size === 0) return []
      const rows = (await store.findAsked([...seen.keys()])).filter((row) => visible(viewer, row))
      const asked = await withAnswers(database.queries, rows)
      const requests = new Map(
        (await store.requestsOf([...new Set(rows.map(({ request_id }) => request_id))])).map((row) => [row.id, row]),
      )
      const now = clock.now()
      return [...Map.groupBy(asked, ({ itemId }) => itemId).values()].flatMap((of) => {
        const judged = of.flatMap((one) => {
          const request = requests.get(one.request_id)
          return request ? [{ one, request, ...standingOf(one, request, now) }] : []
        })
        const answered = judged
          .filter(({ state }) => state === 'approved' || state === 'changes')
          .toSorted((a, b) => (a.decision?.id ?? 0) - (b.decision?.id ?? 0))
        const shown = answered.at(-1) ?? judged.at(-1)
        return shown ? [asPostApproval(shown.request, shown.one, now)] : []
      })
    },

    /**
     * Once for each `Idempotency-Key`. `urlOf` makes the address of a token: it is in this answer, in the mail where one is sent,
     * and encrypted in what is kept of the answer for a repeated request.
     */
    async create(
      viewer: Viewer,
      body: NewRequest,
      key: unknown,
      urlOf: (token: string) => string,
    ): Promise<{ request: ApprovalRequest; url: string }> {
      mayShare(viewer)
      const { posts, timeZone, password, mailTo } = body
      if (!isTimeZone(timeZone))
        throw invalidInput('timeZone must be a name like Europe/Lisbon', {
          timeZone: 'must be a name like Europe/Lisbon',
        })
      if (mailTo !== null && !mail.isOn) throw mailIsOff()
      const items = await sendable(viewer, posts)
      const companyId = items[0]?.company_id ?? 0
      // The hash of a request is quick to compute: a reader of the store could guess the password from it.
      const repeatable = Object.assign({}, body, { password: password !== null })
      const question = toKeyedRequest(viewer, companyId, key, { approval: repeatable })
      const { id, sealed } = await answers.once<Made>(question, async ({ complete }) => {
        const passwordHash = password === null ? null : await hashAcceptedPassword(password, body.clientName)
        return database.transaction(async (tx) => {
          const { id, token } = await addRequest(tx, viewer, { body, items, companyId, passwordHash })
          const made = { id, sealed: encryption.encrypt(token, purposeOf(id)) }
          await complete(tx, made)
          return made
        })
      })
      const [request] = await describeRequests([await visibleTo(viewer, id)])
      if (!request) throw notFound('Request')
      return { request, url: urlOf(encryption.decrypt(sealed, purposeOf(id))) }
    },

    /** Safe to repeat. From here on its answers do not count; the link that opened it is dead. */
    async withdraw(viewer: Viewer, id: number): Promise<void> {
      mayShare(viewer)
      const { link_id: linkId } = await visibleTo(viewer, id)
      await database.transaction(async (tx) => {
        await withdraw(tx, viewer, id)
        if (linkId !== null) await links.endLink(tx, viewer, linkId)
      })
    },

    /** What rules of alerts look at: answers that the team received since this moment, the earliest first. */
    answersSince: (companyId: number, at: number, limit = PAGE_ROWS_MAX) =>
      store.findAnnouncedSince(companyId, at, limit),
  }
}
