import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { InstagramUsername } from '@tangelo/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FiguresReading, UnreadableFile } from '#ports/figures-file.ts'
import { Refusal, readUsername } from './fields.ts'
import { figuresFile } from './index.ts'
import { NOW, readBatches, readContent, readingsOf, withFile } from './testing/read-content.ts'

const HEADER = 'username,date,followers,following,posts,engagement_rate'
const SPREADSHEET = /^This is a spreadsheet.*Export the sheet as CSV/
const NO_TABLE = /^This is a picture\. Expected is a CSV table or a JSON data set/

test.each([
  ['no bytes', '', /^The file is empty$/],
  ['white space', ' \r\n\t\n', /^The file is empty$/],
  ['a byte order mark alone', '\ufeff', /^The file is empty$/],
  ['a spreadsheet', Buffer.from('PK\x03\x04\x14\0\x06\0[Content_Types].xml'), SPREADSHEET],
  ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), SPREADSHEET],
  ['a compressed table', gzipSync(`${HEADER}\n`), /^This file is compressed/],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), NO_TABLE],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), NO_TABLE],
  ['a PDF', '%PDF-1.7\n%âã', /^This is a PDF/],
  ['a web page', '<!doctype html><title>x</title>', /^This is a web page/],
  ['UTF-16', Buffer.from(`\ufeff${HEADER}\n`, 'utf16le'), /^This text is stored as UTF-16/],
  ['UTF-16 without its mark', Buffer.from(`${HEADER}\n`, 'utf16le'), /^This is not a text file/],
  ['an unknown binary', Buffer.from([1, 2, 3, 0, 255]), /^This is not a text file/],
])('%s is refused as a whole, whatever its name', async (_, content, message) => {
  const failure = await readContent(content).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UnreadableFile)
  expect((failure as UnreadableFile).message).toMatch(message)
})

test('a table of 200,000 rows arrives in order, in small batches, without being held in memory', async () => {
  await withFile('', async (path) => {
    const rows = 200_000
    const file = createWriteStream(path)
    file.write(`${HEADER}\n`)
    for (let row = 0; row < rows; row += 1_000) {
      const some = Array.from(
        { length: 1_000 },
        (_, at) => `account_${(row + at) % 500},2026-01-01,${row + at},1,2,0.5\n`,
      )
      file.write(some.join(''))
    }
    file.end()
    await finished(file)
    const { size } = await stat(path)

    let seen = 0
    let bytesBefore = 0
    let furthestBehind = 0
    for await (const { records, bytesRead } of figuresFile({ now: () => NOW }).read(path)) {
      expect(records.length).toBeLessThanOrEqual(500)
      expect(records[0]).toMatchObject({ line: seen + 2, reading: { followers: seen } })
      expect(bytesRead).toBeGreaterThanOrEqual(bytesBefore)
      bytesBefore = bytesRead
      seen += records.length
      furthestBehind = Math.max(furthestBehind, bytesRead - (seen / rows) * size)
    }
    expect(seen).toBe(rows)
    expect(bytesBefore).toBe(size)
    // What has been read but not passed on: a chunk and a partial batch, however long the file is.
    expect(furthestBehind).toBeLessThan(256 * 1024)
  })
})

test('a reader that stops early leaves nothing open and can be used again', async () => {
  await withFile(`${HEADER}\n${'nasa,2026-01-01,1,,,\n'.repeat(2_000)}`, async (path) => {
    for await (const { records } of figuresFile({ now: () => NOW }).read(path)) {
      expect(records).toHaveLength(500)
      break
    }
    expect((await readBatches(path)).flatMap(({ records }) => records)).toHaveLength(2_000)
  })
})

test('any bytes are read, refused by line, or refused as a whole with a sentence', async () => {
  const beginnings = [
    '',
    '[',
    '{',
    '{"items":[',
    '[{"username":"a","followersCount":1},',
    `${HEADER}\n`,
    `"${HEADER}`,
    'username;date;followers\n',
  ]
  const pieces = fc.constantFrom(
    '"',
    ',',
    ';',
    '\n',
    '\r\n',
    '{',
    '}',
    '[',
    ']',
    ':',
    '\\',
    '"items":',
    'nasa',
    '2026-01-01',
    '1',
    '\0',
    'é',
    '\ufeff',
  )
  const text = fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')))
  const bytes = fc.oneof(
    text,
    fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some)),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...beginnings), bytes, async (beginning, rest) => {
      try {
        const records = await readContent(Buffer.concat([Buffer.from(beginning), rest]))
        expect(records.length).toBeGreaterThan(0)
        for (const { line, reading, refused } of records) {
          expect(line).toBeGreaterThan(0)
          expect(reading === undefined).toBe(typeof refused === 'string' && refused !== '')
        }
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile)
        expect((error as UnreadableFile).message).toMatch(/^[A-Z].{5,200}$/)
      }
    }),
    { numRuns: 400 },
  )
})

test('what is written as a table is read back, however it is written', async () => {
  const count = fc.integer({ min: 0, max: 100_000_000_000 })
  const row = fc.record({
    username: fc.stringMatching(/^[A-Za-z0-9._]{1,30}$/),
    day: fc
      .date({ min: new Date('2010-10-06'), max: new Date(NOW), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10)),
    followers: count,
    following: fc.option(count),
    posts: fc.option(count),
    engagementRate: fc.option(fc.integer({ min: 0, max: 10_000_000 }).map((rate) => rate / 100)),
    note: fc
      .array(fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', 'é', ' '), { maxLength: 6 })
      .map((parts) => `x${parts.join('')}`),
  })
  const style = fc.record({
    separator: fc.constantFrom(',', ';', '\t'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    allQuoted: fc.boolean(),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      style,
      async (rows, { separator, lineBreak, mark, allQuoted, order }) => {
        const writeCell = (cell: unknown) => {
          const text = String(cell ?? '')
          return allQuoted || /["\n\r,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
        }
        const line = (cells: unknown[]) => order.map((at) => writeCell(cells[at])).join(separator)
        const body = rows.map((one) =>
          line([one.username, one.day, one.followers, one.following, one.posts, one.engagementRate, one.note]),
        )
        const content = mark + [line([...HEADER.split(','), 'note']), ...body].join(lineBreak)
        const expected: FiguresReading[] = rows.map(({ note: _, ...one }) => ({
          ...one,
          capturedAt: null,
          profile: null,
        }))
        expect(await readingsOf(content)).toEqual(expected)
      },
    ),
    { numRuns: 150 },
  )
})

test('a name is taken exactly when the contract takes it', () => {
  const piece = fc.constantFrom('@', 'a', 'Z', '0', '.', '_', ' ', '-', 'é', '🚀', '\n')
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 34 }).map((parts) => parts.join('')),
      (text) => {
        const ours = readUsername(text)
        const theirs = InstagramUsername.safeParse(text)
        expect(ours instanceof Refusal ? null : ours).toBe(theirs.success ? theirs.data : null)
      },
    ),
  )
})
