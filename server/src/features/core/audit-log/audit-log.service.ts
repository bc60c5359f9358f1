/**
 * Who did what to what, when, and from where: every act of administration, and every one that moves money. Entries can
 * only be added, and each holds the hash of the one before it, so that a change to any of them is detected
 * (docs/decisions/0016). Only administrators read it.
 */
import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { AuditCheck, AuditEntry } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import { CSV_BEGINNING, csvLine } from '#platform/csv.ts'
import { beforeCommit, type Database, type Queries } from '#platform/database/database.ts'
import { cutPage, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import {
  type Actor,
  asEntry,
  chainCheck,
  detailsOf,
  type NewAuditEntry,
  type Noted,
  sealOf,
  toSearchColumns,
} from './audit-log.rules.ts'
import { auditLogStore, type Filter, type ShownRow } from './audit-log.store.ts'
import { asAuditEntry, COLUMNS, cellsOf } from './rules/audit-entry.ts'

export type AuditLogService = ReturnType<typeof auditLogService>

/** What rooms need that have something to record. */
export type AuditLog = Pick<AuditLogService, 'record'>

/** As they come over the wire: moments as text. */
type ListOptions = Omit<Filter, 'from' | 'to'> & { from?: string | undefined; to?: string | undefined }

const ROWS_AT_ONCE = 500
/** Named one by one; the others are counted. */
const PROBLEMS_NAMED_MAX = 200

export function auditLogService({ database, clock }: { database: Database; clock: Clock }) {
  const store = auditLogStore(database.queries)

  /**
   * Records an act in the transaction that does it: both happen, or neither. May be called anywhere in it; the entry is written
   * at its end. Throws outside of `Database.transaction`.
   */
  async function record(tx: Queries, actor: Actor, newEntry: NewAuditEntry): Promise<void> {
    if (actor.isDemo) return
    const at = clock.now()
    beforeCommit(tx, async () => {
      const inside = auditLogStore(tx)
      const { number, before } = await inside.takeNumber()
      const entry = asEntry(number, at, actor, newEntry)
      await inside.add({ ...entry, hash: sealOf(entry, before), ...toSearchColumns(entry) })
    })
  }

  async function* linesOf(filter: Filter): AsyncGenerator<string> {
    yield CSV_BEGINNING + csvLine(COLUMNS)
    let before: number | null = null
    for (;;) {
      const rows: ShownRow[] = await store.page({ filter, before, limit: ROWS_AT_ONCE })
      if (rows.length === 0) return
      yield rows.map((row) => csvLine(cellsOf(row))).join('')
      before = rows.at(-1)?.number ?? 0
    }
  }

  return {
    record,

    /** Counts only what an index finds: a search is not counted. */
    async list({ cursor, limit = PAGE_ROWS_MAX, ...options }: ListOptions & PageRequest): Promise<Page<AuditEntry>> {
      const filter = asFilter(options)
      const before = cursor ? readCursor(cursor, 'integer').id : null
      const rows = await store.page({ filter, before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(rows, limit, ({ at, number }) => [at, number])
      return {
        rows: page.map(asAuditEntry),
        nextCursor,
        total: before === null && !filter.q ? await store.count(filter) : null,
      }
    },

    /** The text of a CSV file, in chunks. The export is recorded first. */
    async exportFile(viewer: Viewer, options: ListOptions): Promise<AsyncIterable<string>> {
      await database.transaction((tx) =>
        record(tx, viewer, {
          act: 'audit-log.exported',
          object: { kind: 'audit-log', id: null, name: null },
          companyId: null,
          details: detailsOf(options),
        }),
      )
      return linesOf(asFilter(options))
    },

    /**
     * Checks every entry that exists when it begins. `noted`: an entry whose hash an administrator has stored
     * elsewhere, which also detects a log that was rehashed from some entry on.
     */
    async check(noted: Noted | null = null): Promise<AuditCheck> {
      const head = await store.head()
      const chain = chainCheck(head, noted)
      let last = 0
      for (;;) {
        const rows = await store.listSealed(last, head.entries, ROWS_AT_ONCE)
        for (const row of rows) chain.look(row)
        if (rows.length < ROWS_AT_ONCE) break
        last = rows.at(-1)?.number ?? head.entries
        await letOthersGo()
      }
      const problems = chain.finish()
      return {
        entries: head.entries,
        lastHash: head.hash,
        problems: problems.slice(0, PROBLEMS_NAMED_MAX),
        problemCount: problems.length,
      }
    },
  }
}

const asFilter = ({ from, to, ...rest }: ListOptions): Filter => ({
  ...rest,
  ...(from !== undefined && { from: Date.parse(from) }),
  ...(to !== undefined && { to: Date.parse(to) }),
})
