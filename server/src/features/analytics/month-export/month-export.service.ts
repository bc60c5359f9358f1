/**
 * Closed months of snapshots and of readings of posts, as files beside a manifest. What is exported already and has not changed
 * stays; a month that has, by late readings or a deleted company, is exported again. The store remains the one source of truth:
 * the audit compares each month with it. Memory is bounded. See docs/decisions/0056.
 */
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { momentToText } from '#platform/calendar.ts'
import type { StoreLocation } from '#platform/database/database.ts'
import { takeFileLock } from '#platform/database/file-lock.ts'
import { openSnapshot } from '#platform/database/snapshot.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Clock } from '#ports/clock.ts'
import type { ColumnFile, ColumnFileWriter, ColumnRow } from '#ports/column-file.ts'
import type { MonthFiles } from '#ports/month-files.ts'
import {
  byMonth,
  type ExportedFile,
  type ExportedMonth,
  inText,
  isAsExported,
  MONTH_TABLES,
  MonthManifest,
  type MonthOfStore,
  type MonthTable,
  monthOf,
  nameOf,
  spanOf,
} from './month-export.rules.ts'
import { monthExportStore } from './month-export.store.ts'

const MANIFEST = 'manifest.json'
/** Of one file; a month that is larger has several, each with whole companies. */
const FILE_ROWS = 5_000_000

export interface MonthExport {
  /** '2026-10' of each table that was written, with its rows. */
  written: { table: string; month: string; rows: number; files: number }[]
  /** As they were. */
  kept: number
  removed: number
}

export interface MonthProblem {
  table: string
  month: string
  kind: 'not exported' | 'changed since' | 'file damaged' | 'file missing'
}

/** The manifest is not one of ours, or of a newer program. */
export class UnknownMonths extends Error {
  override name = 'UnknownMonths'
}

export function monthExportService({
  location,
  files,
  columnFile,
  clock,
  temporaryPath,
  lockPath,
  fileRows = FILE_ROWS,
}: {
  location: StoreLocation
  files: MonthFiles
  columnFile: ColumnFile
  clock: Clock
  /** A folder of its own, which is removed. */
  temporaryPath: string
  /** Of a file that a starting server leaves alone. */
  lockPath: string
  fileRows?: number
}) {
  const findMonthStart = () => spanOf(monthOf(clock.now())).from

  async function readManifest(): Promise<MonthManifest | null> {
    const content = await files.read(MANIFEST)
    if (content === null) return null
    const parsed = MonthManifest.safeParse(JSON.parse(Buffer.from(content).toString('utf8')))
    if (!parsed.success) throw new UnknownMonths(`The manifest in ${files.place} is none that this tangelo knows.`)
    return parsed.data
  }

  async function keepManifest(months: readonly ExportedMonth[]): Promise<void> {
    const path = join(temporaryPath, MANIFEST)
    const ordered = months.toSorted((a, b) => (`${a.table} ${a.month}` < `${b.table} ${b.month}` ? -1 : 1))
    await writeFile(
      path,
      `${JSON.stringify({ format: 'tangelo-months', formatVersion: 1, months: ordered }, null, 2)}\n`,
    )
    await files.put(MANIFEST, path)
  }

  /** Not what is in them: the audit reads that. */
  async function areThere({ files: parts }: ExportedMonth): Promise<boolean> {
    for (const { name } of parts) if (!(await files.has(name))) return false
    return true
  }

  /** Throws where the rows are not those that were summed: they come of one moment. */
  async function write(
    table: MonthTable,
    { month, rows, sums }: MonthOfStore,
    batches: AsyncIterable<readonly ColumnRow[]>,
  ): Promise<ExportedMonth> {
    const found: Record<string, bigint> = Object.fromEntries(Object.keys(table.sums).map((name) => [name, 0n]))
    const parts: { path: string; rows: number; companies: [number, number] }[] = []
    let writer: ColumnFileWriter | null = null
    let part: (typeof parts)[number] | undefined
    let count = 0
    for await (const batch of batches)
      for (const group of byCompany(batch)) {
        const company = Number(group[0]?.company_id)
        if (part && part.rows >= fileRows && part.companies[1] !== company) {
          await writer?.end()
          part = undefined
        }
        if (!part) {
          part = { path: join(temporaryPath, `${table.name}-${parts.length}`), rows: 0, companies: [company, company] }
          parts.push(part)
          writer = columnFile(part.path, table.columns)
        }
        part.rows += group.length
        part.companies[1] = company
        count += group.length
        for (const [name, { of }] of Object.entries(table.sums))
          for (const row of group) found[name] = (found[name] ?? 0n) + BigInt(of(row) ?? 0)
        await writer?.add(group)
      }
    await writer?.end()
    const exported = {
      table: table.name,
      month,
      rows: count,
      sums: inText(found),
      exportedAt: momentToText(clock.now()),
    }
    if (!isAsExported({ month, rows, sums }, exported))
      throw new Error(`The rows of ${table.name} in ${month} are not those that were counted`)
    const kept: ExportedFile[] = []
    for (const { path, rows: partRows, companies } of parts) {
      const name = nameOf(table.name, month, parts.length > 1 ? companies : null)
      await files.put(name, path)
      kept.push({
        name,
        rows: partRows,
        bytes: (await stat(path)).size,
        sha256: await hashOf(createReadStream(path)),
        companies,
      })
      await rm(path)
    }
    return Object.assign(exported, { files: kept })
  }

  /** Every month that is over, of each table, as the store has it at one moment. */
  async function lookAt<Result>(
    look: (
      tables: { table: MonthTable; months: MonthOfStore[] }[],
      store: ReturnType<typeof monthExportStore>,
    ) => Promise<Result>,
  ): Promise<Result> {
    const snapshot = await openSnapshot(location)
    try {
      const store = monthExportStore(snapshot)
      const tables: { table: MonthTable; months: MonthOfStore[] }[] = []
      for (const table of MONTH_TABLES)
        tables.push({ table, months: byMonth(await store.daysOf(table, findMonthStart())) })
      return await look(tables, store)
    } finally {
      await snapshot.end()
    }
  }

  return {
    /** Safe to repeat, and to kill: what was written is in the manifest. Throws `StartRefused` while another one runs here. */
    async run(onMonth: (month: MonthExport['written'][number]) => void = () => {}): Promise<MonthExport> {
      // Nothing is awaited before the lock: of two at once the first call has it.
      mkdirSync(dirname(lockPath), { recursive: true, mode: 0o700 })
      const letGo = takeFileLock(lockPath)
      if (!letGo) throw new StartRefused('Another export is under way here: let it end, then export again.')
      try {
        await rm(temporaryPath, { recursive: true, force: true })
        await mkdir(temporaryPath, { recursive: true })
        const before = (await readManifest())?.months ?? []
        return await lookAt(async (tables, store) => {
          let months = [...before]
          const result: MonthExport = { written: [], kept: 0, removed: 0 }
          const replace = async (old: ExportedMonth | undefined, next: ExportedMonth | null) => {
            months = [...months.filter((one) => one !== old), ...(next ? [next] : [])]
            await keepManifest(months)
            const names = new Set(next?.files.map(({ name }) => name))
            for (const { name } of old?.files ?? []) if (!names.has(name)) await files.remove(name)
          }
          for (const { table, months: inStore } of tables) {
            for (const month of inStore) {
              const old = months.find((one) => one.table === table.name && one.month === month.month)
              if (old && isAsExported(month, old) && (await areThere(old))) {
                result.kept += 1
                continue
              }
              const next = await write(table, month, store.rowsOf(table, spanOf(month.month)))
              await replace(old, next)
              const written = { table: table.name, month: month.month, rows: next.rows, files: next.files.length }
              result.written.push(written)
              onMonth(written)
            }
            const known = new Set(inStore.map(({ month }) => month))
            for (const old of before.filter((one) => one.table === table.name && !known.has(one.month))) {
              await replace(old, null)
              result.removed += 1
            }
          }
          return result
        })
      } finally {
        await rm(temporaryPath, { recursive: true, force: true }).finally(letGo)
      }
    },

    /** Compares every month with the store, and every file with its sum; null where nothing was exported. */
    async check(): Promise<{ months: number; problems: MonthProblem[] } | null> {
      const manifest = await readManifest()
      if (!manifest) return null
      const problems: MonthProblem[] = await lookAt(async (tables) =>
        tables.flatMap(({ table, months }) => {
          const exported = new Map(
            manifest.months.filter((one) => one.table === table.name).map((one) => [one.month, one]),
          )
          const found = months.flatMap((month): MonthProblem[] => {
            const known = exported.get(month.month)
            exported.delete(month.month)
            if (known && isAsExported(month, known)) return []
            return [{ table: table.name, month: month.month, kind: known ? 'changed since' : 'not exported' }]
          })
          const gone = [...exported.keys()].map((month) => ({
            table: table.name,
            month,
            kind: 'changed since' as const,
          }))
          return [...found, ...gone]
        }),
      )
      for (const { table, month, files: parts } of manifest.months)
        for (const { name, sha256 } of parts) {
          const content = await files.open(name)
          if (content === null) problems.push({ table, month, kind: 'file missing' })
          else if ((await hashOf(content)) !== sha256) problems.push({ table, month, kind: 'file damaged' })
        }
      return { months: manifest.months.length, problems }
    },
  }
}

/** Rows of one company after the other. */
function* byCompany(rows: readonly ColumnRow[]): Generator<readonly ColumnRow[]> {
  for (let from = 0; from < rows.length; ) {
    let to = from + 1
    while (to < rows.length && rows[to]?.company_id === rows[from]?.company_id) to += 1
    yield rows.slice(from, to)
    from = to
  }
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of content) sum.update(chunk)
  return sum.digest('hex')
}
