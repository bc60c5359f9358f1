import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLines } from './plain-lines.ts'
import { readContent } from './testing/read-content.ts'

/** All rows of these chunks, those that are left to the parser read by it, with their lines. */
function rowsOf(chunks: Buffer[]) {
  const plain = plainLines(',')
  const rows: { cells: string[]; line: number }[] = []
  const addRow = (cells: string[], line: number) => void rows.push({ cells, line })
  const rest = Buffer.concat(chunks.flatMap((chunk) => plain.take(chunk, addRow) ?? []))
  plain.end(addRow)
  const wholeLines = plain.lines()
  return { rows, parsed: parseRows(rest).map(({ cells, line }) => ({ cells, line: line + wholeLines })) }
}

function parseRows(bytes: Buffer): { cells: string[]; line: number }[] {
  const rows: { cells: string[]; line: number }[] = []
  parse(bytes, {
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { lines }) => {
      rows.push({ cells, line: lines })
      return null
    },
  })
  return rows
}

const text = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('a', 'Ünïcode', '🍊', '12', ',', ' ', '\t', ';') },
    { weight: 4, arbitrary: fc.constantFrom('\n', '\r\n') },
    { weight: 1, arbitrary: fc.constantFrom('\r', '\n\n', '\r\n\r\n', '"') },
  ),
  { maxLength: 40 },
)

test('rows are those that the parser finds, with the same lines, wherever the chunks end', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 9 }), { maxLength: 12 }), (parts, lengths) => {
      // A quote opens a cell only at its beginning; elsewhere it is text, and rows may break inside it.
      fc.pre(!parts.join('').includes('"'))
      const bytes = Buffer.from(parts.join(''))
      const chunks: Buffer[] = []
      let at = 0
      for (const length of lengths) {
        chunks.push(bytes.subarray(at, at + length))
        at += length
      }
      chunks.push(bytes.subarray(at))
      const { rows, parsed } = rowsOf(chunks)
      expect([...rows, ...parsed]).toEqual(parseRows(bytes))
    }),
    { numRuns: 2_000 },
  )
})

test('a quote far down is still a quote, and the lines after it keep their numbers', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `account_${at},2026-11-19,${at + 1}`)
  const content = ['username,date,followers', ...rows, '"quoted\n",2026-11-19,7', 'last,2026-11-19,x'].join('\n')
  const records = await readContent(content)
  expect(records).toHaveLength(5_002)
  expect(records[4_999]?.reading?.username).toBe('account_4999')
  expect(records.slice(5_000).map(({ line }) => line)).toEqual([5_002, 5_004])
  expect(records[5_001]?.refused).toBe('followers must be a whole number, not "x"')
})

test('a table of old line breaks is left to the parser at once, however long', () => {
  const plain = plainLines(',')
  const bytes = Buffer.from('username,date\rnasa,2026-11-19\r')
  expect(plain.take(bytes, () => expect.unreachable())).toBe(bytes)
  expect(plain.take(bytes, () => expect.unreachable())).toBe(bytes)
})
