/**
 * Rows of a store inside a backup: `rows/<table>/<number>.ndjson.gz`, each some megabytes of lines, so that neither writing nor
 * reading holds more than one. Each table has a sum over its entries.
 */
import { createHash, type Hash } from 'node:crypto'
import { encodeGzip, gunzip } from '#platform/compression.ts'
import type { CarriedRows } from '#platform/database/carried-rows.ts'
import type { Contents } from './manifest.ts'
import { tarEntry } from './tar.ts'

const ENTRY_BYTES = 4_000_000
const NAME = /^rows\/([a-z0-9_]+)\/(\d{6,})\.ndjson\.gz$/

export interface RowSums {
  count: number
  /** Over the entries as they are stored, in their order. */
  sha256: string
}

/** Writes down in `contents` what it has written. */
export async function* rowEntries(
  rows: CarriedRows,
  contents: Contents,
  at: number,
  onProgress: (share: number) => void,
): AsyncGenerator<Buffer> {
  const sums: Record<string, RowSums> = {}
  for (const [place, { name }] of rows.tables.entries()) {
    onProgress(place / rows.tables.length)
    const sum = createHash('sha256')
    const count = { rows: 0, entries: 0 }
    for await (const lines of inEntries(rows.rows(name))) {
      count.rows += lines.length
      count.entries += 1
      const content = await encodeGzip(`${lines.join('\n')}\n`)
      sum.update(content)
      contents.storeBytes += content.length
      yield* tarEntry({ name: `rows/${name}/${String(count.entries).padStart(6, '0')}.ndjson.gz`, content, at })
    }
    sums[name] = { count: count.rows, sha256: sum.digest('hex') }
  }
  contents.rows = sums
}

async function* inEntries(chunks: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  let lines: string[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    for (const line of chunk) bytes += line.length + 1
    lines = lines.concat(chunk)
    if (bytes < ENTRY_BYTES) continue
    yield lines
    lines = []
    bytes = 0
  }
  if (lines.length > 0) yield lines
}

/** Null for a name that is none of an entry of rows. */
export const tableOf = (name: string): string | null => NAME.exec(name)?.[1] ?? null

/** Throws for what is not compressed lines. */
export const linesOf = async (content: Buffer): Promise<string[]> =>
  (await gunzip(content)).toString('utf8').split('\n').slice(0, -1)

/** Follows the entries while a backup is read. */
export function rowSums() {
  const sums = new Map<string, { sum: Hash; entries: number; count: number }>()
  return {
    /** False for one that is out of its order. */
    add(name: string, content: Buffer, lines: number): boolean {
      const [, table = '', number] = NAME.exec(name) ?? []
      const known = sums.get(table) ?? { sum: createHash('sha256'), entries: 0, count: 0 }
      sums.set(table, known)
      known.entries += 1
      known.count += lines
      known.sum.update(content)
      return Number(number) === known.entries
    },
    /** The first table that is not as it was written; null where all are. */
    differing(expected: Readonly<Record<string, RowSums>>): string | null {
      const found = new Map([...sums].map(([table, { sum, count }]) => [table, { sha256: sum.digest('hex'), count }]))
      const empty = createHash('sha256').digest('hex')
      for (const [table, { sha256, count }] of Object.entries(expected)) {
        const { sha256: sum, count: rows } = found.get(table) ?? { sha256: empty, count: 0 }
        if (sum !== sha256 || rows !== count) return table
        found.delete(table)
      }
      return [...found.keys()][0] ?? null
    },
  }
}
