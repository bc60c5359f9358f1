/**
 * The companies whose accounts are tracked. Names differ by more than case. Callers are administrators. Deleting one is
 * explained in docs/decisions/0019.
 */
import type { Company } from '@tangelo/contract'
import { type CompanySort, PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import { releaseBlobsOf } from '#features/core/index.ts'
import { isTimeZone } from '#platform/calendar.ts'
import { type Database, type Engine, isTaken, type Queries } from '#platform/database/database.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import { cutPage, jsonOfRows, type Page, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'
import { companyAct, companyChanged, inTheWay } from './companies.rules.ts'
import { type CompanyRow, companiesStore } from './companies.store.ts'
import { companyPage, countCompanies } from './companies.view.ts'
import { removeCompany } from './store/removal.ts'

export type CompaniesService = ReturnType<typeof companiesService>

interface CompanyFields {
  name?: string | undefined
  website?: string | null | undefined
  airtableTable?: string | null | undefined
  timeZone?: string | undefined
  requiresApproval?: boolean | undefined
}

/** Decisions about what a company has wait here until the transaction of the previous one ends. */
export async function lockCompany(
  { queries, engine }: { queries: Queries; engine: Engine },
  id: number,
): Promise<void> {
  // SQLite has one writer anyway.
  if (engine === 'postgres') await companiesStore(queries).lock(id)
}

/** Deletes a company and everything that is only its own, whatever is under way, unrecorded: for the demo workspace. */
export async function eraseCompany(tx: Queries, id: number, now: number): Promise<void> {
  await releaseBlobsOf(tx, id, now)
  await removeCompany(tx, id, now)
}

export function companiesService({
  database,
  clock,
  audit,
  payments,
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  payments: Pick<Payments, 'mode'>
}) {
  const store = companiesStore(database.queries)

  return {
    /** The rows are JSON already. */
    async list(
      request: PageRequest & {
        q?: string | undefined
        ids?: readonly number[] | undefined
        sort?: CompanySort | undefined
      },
    ): Promise<Page<string>> {
      const { q, ids, sort = 'name', limit = PAGE_ROWS_MAX } = request
      const place = request.cursor ? readCursor(request.cursor, 'string') : null
      const after = place && { name: place.value, id: place.id }
      const rows = await companyPage(database.queries, { q, ids, sort, after, limit: limit + 1 })
      const { nextCursor } = cutPage(rows, limit, ({ name_key, id }) => [name_key, id])
      return {
        rows: asJson(rows).slice(0, limit),
        nextCursor,
        total: after ? null : await countCompanies(database.queries, { q, ids }),
      }
    },

    async create(viewer: Viewer, fields: CompanyFields & { name: string }): Promise<Company> {
      const row = {
        name: fields.name,
        website: fields.website || null,
        airtable_table: fields.airtableTable || null,
        time_zone: expectTimeZone(fields.timeZone ?? 'UTC'),
        requires_approval: fields.requiresApproval ? (1 as const) : (0 as const),
        now: clock.now(),
      }
      const made = await writeUnlessTaken(fields.name, () =>
        database.transaction(async (tx) => {
          const company = await companiesStore(tx).add(row)
          await audit.record(tx, viewer, companyAct('company.made', company))
          return company
        }),
      )
      return asCompany(made, NOBODY_YET)
    },

    async update(viewer: Viewer, id: number, fields: CompanyFields): Promise<Company> {
      const changes = {
        ...(fields.name !== undefined && { name: fields.name, name_key: fields.name.toLowerCase() }),
        ...(fields.website !== undefined && { website: fields.website || null }),
        ...(fields.airtableTable !== undefined && { airtable_table: fields.airtableTable || null }),
        ...(fields.timeZone !== undefined && { time_zone: expectTimeZone(fields.timeZone) }),
        ...(fields.requiresApproval !== undefined && {
          requires_approval: fields.requiresApproval ? (1 as const) : (0 as const),
        }),
      }
      const row =
        Object.keys(changes).length === 0
          ? await store.find(id)
          : await writeUnlessTaken(fields.name ?? '', () =>
              database.transaction(async (tx) => {
                const inside = companiesStore(tx)
                const before = await inside.find(id)
                const after = await inside.change(id, changes)
                const act = before && after && companyChanged(before, after)
                if (act) await audit.record(tx, viewer, act)
                return after
              }),
            )
      if (!row) throw notFound('Company')
      return asCompany(row, (await store.peopleAndAccounts([id])).get(id) ?? NOBODY_YET)
    },

    /** With its content, credits and files. Throws `company_in_use`, and says what is in the way. */
    async remove(viewer: Viewer, id: number): Promise<void> {
      await database.transaction(async (tx) => {
        const inside = companiesStore(tx)
        const company = await inside.hold(id, database.engine)
        if (!company) throw notFound('Company')
        const counts = (await inside.peopleAndAccounts([id])).get(id) ?? NOBODY_YET
        const has = { ...counts, ...(await inside.underWay(id, payments.mode)) }
        const obstacle = inTheWay(company.name, has)
        if (obstacle) throw conflict('company_in_use', obstacle, { has })
        await releaseBlobsOf(tx, id, clock.now())
        await removeCompany(tx, id, clock.now())
        await audit.record(tx, viewer, companyAct('company.deleted', { id, name: company.name }))
      })
    },

    /** Throws `not_found` for a company that there is not. */
    async expect(id: number): Promise<void> {
      if (!(await store.find(id))) throw notFound('Company')
    },

    /** The time zone in which this company's days begin; throws `not_found`. */
    async timeZoneOf(id: number): Promise<string> {
      const row = await store.find(id)
      if (!row) throw notFound('Company')
      return row.time_zone
    },
  }
}

async function writeUnlessTaken<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw conflict('name_taken', `A company named ${name} already exists`)
    throw error
  }
}

function expectTimeZone(name: string): string {
  if (!isTimeZone(name))
    throw invalidInput('timeZone must be a name like Europe/Lisbon', { timeZone: 'must be a name like Europe/Lisbon' })
  return name
}

const NOBODY_YET = { users: 0, accounts: 0 }

const asCompany = (
  row: CompanyRow,
  { users, accounts }: { users: number | null; accounts: number | null },
): Company => ({
  id: row.id,
  name: row.name,
  website: row.website,
  airtableTable: row.airtable_table,
  timeZone: row.time_zone,
  createdAt: new Date(row.created_at).toISOString(),
  isDemo: row.is_demo === 1,
  requiresApproval: row.requires_approval === 1,
  users: Number(users),
  accounts: Number(accounts),
})

const asJson = jsonOfRows((row: Awaited<ReturnType<typeof companyPage>>[number]) => asCompany(row, row))
