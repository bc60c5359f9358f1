/**
 * Links that open one object without an account. A link is 32 random bytes, of which only the hash is stored; its rights are those
 * of its company on that one object, checked on every request (docs/decisions/0045).
 */
import type { CreatedLink, RouteInput, ShareLink } from '@tangelo/contract'
import { LINKS_MAX, type LinkKind, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { AccountsService } from '#features/analytics/index.ts'
import {
  type AuditLog,
  type IdempotencyService,
  publishEvents,
  releaseBlobs,
  scopeWithin,
  toKeyedRequest,
  visible,
} from '#features/core/index.ts'
import { type LoginThrottle, lockCompany } from '#features/identity/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Log } from '#platform/log.ts'
import { hashAcceptedPassword } from '#platform/passwords.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReportsService } from '../reports/reports.service.ts'
import { mayShare } from './links.policy.ts'
import { asShareLink, countNaming, type LinkScope, linkAct, linksChanged } from './links.rules.ts'
import { linksStore, type NewLink } from './links.store.ts'
import type { LiveFiles } from './service/live-files.ts'
import { linkOpener, type OpenedLink } from './service/open-link.ts'

export type LinksService = ReturnType<typeof linksService>

type CreateRequest = Required<RouteInput<'POST /api/links'>['body']>

/** Kept for a repeated request. */
interface Made {
  id: number
  /** Its token, encrypted: nothing else keeps it. */
  sealed: string
}

const DAY_MS = 24 * 60 * 60_000
/** Ended links stay in the list for a while: who looks why a link does not open finds it there. */
const ENDED_KEPT_MS = 90 * DAY_MS
/** What the token of a link is encrypted for while a repeated request may ask for it. */
const purposeOf = (linkId: number): string => `link:${linkId}`

/** What a link opens, before it is stored. */
export interface LinkOptions {
  companyId: number
  kind: LinkKind
  targetId: number
  targetName: string
  name: string
  mode?: 'live' | 'frozen'
  scope?: LinkScope
  htmlHash?: string | null
  expiresAt: number | null
  /** Of `hashAcceptedPassword`: hashing takes too long for a transaction. */
  passwordHash: string | null
  createdBy: Pick<Viewer, 'userId' | 'username'>
}

export function linksService({
  database,
  clock,
  audit,
  answers,
  encryption,
  log,
  blobs,
  attempts,
  accounts,
  reports,
  files,
  endTarget,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  answers: IdempotencyService
  encryption: Encryption
  log: Log
  /** Puts are claimed until a row names them. */
  blobs: BlobStorage
  attempts: LoginThrottle
  accounts: Pick<AccountsService, 'allVisibleTo'>
  reports: Pick<ReportsService, 'read' | 'expectPossible' | 'expectCompany'>
  files: LiveFiles
  /** What ends with a link of a kind, in the transaction that revokes it. Safe to repeat. */
  endTarget: { readonly [Kind in LinkKind]?: (tx: Queries, viewer: Viewer, targetId: number) => Promise<void> }
}) {
  const store = linksStore(database.queries)
  const { openLink, unlock } = linkOpener({ store, clock, attempts })

  async function visibleTo(viewer: Viewer, id: number) {
    const row = visible(viewer, await store.find(id))
    if (!row) throw notFound('Link')
    return row
  }

  /** Throws `not_found` for an object that the viewer cannot see. */
  async function targetOf(viewer: Viewer, { kind, targetId, brand, accountIds }: CreateRequest) {
    if (kind === 'report') {
      const { companyId, settings } = await reports.read(viewer, targetId)
      return { companyId, name: settings.title }
    }
    const subject = { kind: kind === 'calendar' ? ('company' as const) : kind, id: targetId }
    const found = await reports.expectPossible(viewer, { title: ' ', subject, sections: [], brand: brandOf(brand) })
    const members = accountIds.length > 0 ? await accounts.allVisibleTo(viewer, accountIds) : []
    if (kind === 'calendar' && members.some(({ company_id }) => company_id !== found.companyId))
      throw invalidInput('A calendar shows accounts of one company', { accountIds: 'are of another company' })
    return found
  }

  /** What a link shows of its object, and the bytes of one that is frozen now. */
  async function prepareShown(viewer: Viewer, options: CreateRequest, signal: AbortSignal | undefined) {
    const { kind, mode, targetId } = options
    if (kind === 'report') return { mode: 'frozen' as const, scope: {} }
    if (kind === 'calendar') return { mode: 'live' as const, scope: { accountIds: options.accountIds } }
    const scope = { days: options.days, brand: brandOf(options.brand) }
    if (mode === 'live') return { mode, scope }
    const html = await files.freeze(viewer, { kind, targetId, scope }, signal)
    return { mode, scope, htmlHash: await blobs.put(html) }
  }

  /** For a request: a token that only its caller ever sees, in the transaction that makes what it opens. */
  async function createLink(tx: Queries, options: LinkOptions): Promise<{ id: number; token: string }> {
    const now = clock.now()
    const token = newSecret()
    const inside = linksStore(tx)
    if ((await inside.countOpen(options.companyId, now)) >= LINKS_MAX)
      throw conflict('links_full', `A company has at most ${LINKS_MAX} open links: revoke some first`)
    const row: NewLink = {
      company_id: options.companyId,
      kind: options.kind,
      target_id: options.targetId,
      target_name: options.targetName,
      name: options.name,
      mode: options.mode ?? 'live',
      scope: JSON.stringify(options.scope ?? {}),
      html_hash: options.htmlHash ?? null,
      token_hash: secretHash(token),
      password_hash: options.passwordHash,
      expires_at: options.expiresAt,
      last_opened_at: null,
      user_id: options.createdBy.userId,
      user_name: options.createdBy.username,
      created_at: now,
      revoked_at: null,
    }
    const { id } = await inside.add(row)
    await publishEvents(tx, [linksChanged(row)], now)
    return { id, token }
  }

  /** Revokes a link in the caller's transaction, with what it opens where that ends, too. Safe to repeat. */
  async function endLink(tx: Queries, viewer: Viewer, id: number): Promise<void> {
    const inside = linksStore(tx)
    const row = await inside.find(id)
    if (!row) return
    // What it opens first, everywhere: of two that end the same request one waits for the other.
    await endTarget[row.kind]?.(tx, viewer, row.target_id)
    if (!(await inside.revoke(id, clock.now()))) return
    if (row.html_hash !== null) await releaseBlobs(tx, [row.html_hash], clock.now())
    await audit.record(tx, viewer, linkAct('link.revoked', row))
    await publishEvents(tx, [linksChanged(row)], clock.now())
  }

  return {
    openLink,
    unlock,
    createLink,
    endLink,

    async list(
      viewer: Viewer,
      {
        companyId,
        kind,
        targetId,
        cursor,
        limit = PAGE_ROWS_MAX,
      }: PageRequest & { companyId?: number | undefined; kind?: LinkKind | undefined; targetId?: number | undefined },
    ): Promise<Page<ShareLink>> {
      mayShare(viewer)
      const scope = scopeWithin(viewer, companyId)
      if (scope === 'none') return { rows: [], nextCursor: null, total: 0 }
      const filter = { scope, kind, targetId }
      const after = cursor ? Number(readCursor(cursor, 'integer').id) : null
      const [rows, total] = await Promise.all([
        store.page(filter, after, limit + 1),
        after === null ? store.count(filter) : null,
      ])
      const { page, nextCursor } = cutPage(rows, limit, ({ id }) => [id, id])
      const now = clock.now()
      return { rows: page.map((row) => asShareLink(row, now)), nextCursor, total }
    },

    /**
     * Once for each `Idempotency-Key`. `urlOf` makes the address of a token: it is in this answer, and encrypted in what is kept of
     * the answer for a repeated request.
     */
    async create(
      viewer: Viewer,
      options: CreateRequest,
      key: unknown,
      urlOf: (token: string) => string,
      signal?: AbortSignal,
    ): Promise<CreatedLink> {
      mayShare(viewer)
      const { companyId, name: targetName } = await targetOf(viewer, options)
      const { kind, targetId, name, password, expiresInDays } = options
      // The hash of a request is quick to compute: a reader of the store could guess the password from it.
      const repeatable = Object.assign({}, options, { password: password !== null })
      const question = toKeyedRequest(viewer, companyId, key, { link: repeatable })
      const { id, sealed } = await answers.once<Made>(question, async ({ complete }) => {
        const passwordHash = password === null ? null : await hashAcceptedPassword(password, targetName)
        const shown = await prepareShown(viewer, options, signal)
        return database.transaction(async (tx) => {
          await lockCompany({ queries: tx, engine: database.engine }, companyId)
          await reports.expectCompany(tx, companyId)
          const expiresAt = expiresInDays === null ? null : clock.now() + expiresInDays * DAY_MS
          const link = { ...shown, companyId, kind, targetId, targetName, name, expiresAt, passwordHash }
          const { id, token } = await createLink(tx, { ...link, createdBy: viewer })
          const row = await linksStore(tx).find(id)
          if (row) await audit.record(tx, viewer, linkAct('link.made', row))
          const made = { id, sealed: encryption.encrypt(token, purposeOf(id)) }
          await complete(tx, made)
          return made
        })
      })
      const url = urlOf(encryption.decrypt(sealed, purposeOf(id)))
      return { ...asShareLink(await visibleTo(viewer, id), clock.now()), url }
    },

    /** Open links of a company that name some of its accounts. Not limited to what a viewer sees. */
    async countWith(companyId: number, accountIds: readonly number[]) {
      return countNaming(await store.namingAccounts(companyId, clock.now()), new Set(accountIds))
    },

    /** Open links of a company to these of its groups. Not limited to what a viewer sees. */
    countOfGroups: (companyId: number, groupIds: readonly number[]): Promise<number> =>
      store.countOpenTo(companyId, groupIds, clock.now()),

    /** Safe to repeat. */
    async revoke(viewer: Viewer, id: number): Promise<void> {
      mayShare(viewer)
      await visibleTo(viewer, id)
      await database.transaction((tx) => endLink(tx, viewer, id))
    },

    /** A page opens also where its opening cannot be counted. */
    async countOpening({ id }: Pick<OpenedLink, 'id'>): Promise<void> {
      await store
        .countOpening(id, clock.now())
        .catch((error: unknown) => log.warn({ err: error, linkId: id }, 'an opening of a link was not counted'))
    },

    /** Ends links whose object is gone, and forgets those that ended three months ago. Safe to repeat. */
    async purge(): Promise<void> {
      await database.transaction(async (tx) => {
        const now = clock.now()
        await linksStore(tx).endGone(now)
        const removed = await linksStore(tx).removeEnded(now - ENDED_KEPT_MS)
        const hashes = removed.flatMap(({ html_hash }) => html_hash ?? [])
        await releaseBlobs(tx, hashes, now)
      })
    },
  }
}

const brandOf = (brand: CreateRequest['brand']) => ({
  name: brand?.name ?? null,
  logoUrl: brand?.logoUrl ?? null,
  colour: brand?.colour ?? null,
})
