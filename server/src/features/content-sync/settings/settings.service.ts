/**
 * Which table each company is synced with, which columns hold which fields, and the state of the sync. Only functions
 * that name the service in their summary call it; all others read stored state.
 */
import type { ContentSync, TableFields } from '@tangelo/contract'
import { TABLE_FIELDS } from '@tangelo/contract/limits'
import { type AuditLog, detailsOf } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Queue } from '#ports/queue.ts'
import { asFailure, type TableClient } from '../client/client.service.ts'
import { guessColumns } from './rules/guess-columns.ts'
import { asTableFields, type DescribedTable, describeTable } from './service/describe-table.ts'
import { type ColumnIds, fieldsOf, fits } from './settings.rules.ts'
import { type Linked, syncSettingsStore } from './settings.store.ts'

export type SyncSettingsService = ReturnType<typeof syncSettingsService>

/** The job that pulls a company's table; its key is the company's id. */
export const CONTENT_PULL = 'content-pull'

const FILE_PROBLEMS_NAMED = 3

const BUILT_IN: ContentSync = { state: 'built_in', table: null, pulledAt: null, isPulling: false, message: null }

export function syncSettingsService({
  database,
  clock,
  queue,
  client,
  audit,
}: {
  database: Database
  clock: Clock
  queue: Queue
  /** Null where no service is connected. */
  client: TableClient | null
  audit: AuditLog
}) {
  const store = syncSettingsStore(database.queries)

  /** Null where the viewer's items are not synced with a table. */
  async function linkOf({ companyId, role }: Viewer): Promise<Linked | null> {
    const id = companyId ?? (role === 'admin' ? 1 : null)
    return (client && id !== null && (await store.link(id))) || null
  }

  async function syncOf(link: Linked): Promise<ContentSync> {
    const { row } = link
    const job = await queue.findLive(CONTENT_PULL, String(link.companyId))
    return {
      ...stateOf(link),
      table: row?.table_name ?? link.wanted,
      isPulling: job?.state === 'running' || (job?.state === 'waiting' && job.runAt <= clock.now()),
      message: row?.failure ?? (await filesMessage(link)),
    }
  }

  async function filesMessage({ companyId }: Linked): Promise<string | null> {
    const problems = await store.fileProblems(companyId, FILE_PROBLEMS_NAMED + 1)
    if (problems.length === 0) return null
    const named = problems.slice(0, FILE_PROBLEMS_NAMED).map(({ name, problem }) => `${name}: ${problem}`)
    const more = problems.length > FILE_PROBLEMS_NAMED ? ' And others.' : ''
    return `Without a picture: ${named.join(' ')}${more}`
  }

  /** Throws `not_found` for a company without a table, and `not_connected` where there is no service. */
  async function requireLink(companyId: number): Promise<{ link: Linked; client: TableClient }> {
    const link = await store.link(companyId)
    if (!link) throw notFound('Table')
    if (!client)
      throw conflict('not_connected', 'Airtable is not connected: set AIRTABLE_TOKEN and AIRTABLE_BASE_ID first.')
    return { link, client }
  }

  async function describeFor(companyId: number): Promise<DescribedTable> {
    const { link, client: connected } = await requireLink(companyId)
    return describeTable({ database, clock, client: connected }, link, connected.forPeople()).catch(
      (error: unknown) => {
        throw asFailure(error, clock.now())
      },
    )
  }

  const enqueue = (tx: Queries, companyId: number) =>
    queue.enqueue(tx, [{ kind: CONTENT_PULL, key: String(companyId), companyId, payload: {}, priority: 10 }])

  return {
    /** Never waits for the service. */
    async sync(viewer: Viewer): Promise<ContentSync> {
      const link = await linkOf(viewer)
      return link ? syncOf(link) : BUILT_IN
    },

    async pull(viewer: Viewer): Promise<ContentSync> {
      const link = await linkOf(viewer)
      if (!link) return BUILT_IN
      await database.transaction((tx) => enqueue(tx, link.companyId))
      return syncOf(link)
    },

    async list() {
      if (!client) return []
      return (await store.listLinked()).map((link) => ({
        companyId: link.companyId,
        companyName: link.companyName,
        table: link.row?.table_name ?? link.wanted,
        ...stateOf(link),
        message: link.row?.failure ?? null,
        records: link.row?.records ?? 0,
      }))
    },

    read: async (companyId: number): Promise<TableFields> => asTableFields(await describeFor(companyId)),

    /**
     * Absent fields are found by name again. Throws `invalid_input` for a column that is not there or cannot hold the field, unless it
     * was chosen before: columns that have changed since are replaced one by one.
     */
    async update(viewer: Viewer, companyId: number, columns: ColumnIds): Promise<TableFields> {
      const described = await describeFor(companyId)
      const known = fieldsOf(described.row).table?.columns ?? []
      const before: ColumnIds = JSON.parse(described.row.chosen)
      const fields = Object.fromEntries(
        TABLE_FIELDS.flatMap((field) => {
          const column = known.find(({ id }) => id === columns[field])
          if (columns[field] == null || columns[field] === before[field] || (column && fits(field, column))) return []
          return [[field, column ? 'cannot be held by this column' : 'must be a column of the table']]
        }),
      )
      if (Object.keys(fields).length > 0) throw invalidInput('A column does not fit its field', fields)
      const changes = {
        chosen: JSON.stringify(columns),
        guessed: JSON.stringify(guessColumns(known, {}, columns)),
        changed_until: null,
        next_pull_at: clock.now(),
      }
      await database.transaction(async (tx) => {
        await syncSettingsStore(tx).set(companyId, changes)
        await enqueue(tx, companyId)
        await audit.record(tx, viewer, {
          act: 'table.changed',
          object: { kind: 'table', id: described.row.table_id, name: described.row.table_name },
          companyId,
          details: detailsOf(columns),
        })
      })
      return asTableFields({ ...described, row: { ...described.row, ...changes } })
    },
  }
}

function stateOf({ row }: Linked): { state: 'waiting' | 'in_step' | 'failing'; pulledAt: string | null } {
  const pulledAt = row?.pulled_at ?? null
  return {
    state: row?.failure ? 'failing' : pulledAt === null ? 'waiting' : 'in_step',
    pulledAt: pulledAt === null ? null : momentToText(pulledAt),
  }
}
