/** Data sets of a scraper that are read, in each of their forms. */
import { type ApifyItem, apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { readBatches, readContent, readingsOf, refusalsOf, withFile } from './testing/read-content.ts'

const MB = 1024 * 1024
const item = (username: string, change: ApifyItem = {}): ApifyItem => ({ username, followersCount: 10, ...change })
const three = [item('one'), item('two', { fullName: 'Zwei {"[ü]"} \\' }), item('three')]
const names = async (content: string) => (await readingsOf(content)).map(({ username }) => username)

describe('data sets that are read', () => {
  test.each([
    ['an array', JSON.stringify(three)],
    ['an array over many lines', JSON.stringify(three, null, 2)],
    ['an array with a byte order mark and Windows line breaks', `\ufeff\r\n${JSON.stringify(three, null, 2)}\r\n`],
    ['lines', three.map((one) => JSON.stringify(one)).join('\n')],
    [
      'lines with Windows line breaks, blank ones between',
      `\ufeff${three.map((one) => `${JSON.stringify(one)}\r\n\r\n`).join('')}`,
    ],
    ['a wrapper on one line', JSON.stringify({ about: 'x', items: three })],
    ['a wrapper over many lines', JSON.stringify({ about: { items: 'no' }, items: three, more: [1] }, null, 2)],
    ['a wrapper with an item a line', `{"items":[\n${three.map((one) => JSON.stringify(one)).join(',\n')}\n]}`],
    [
      'a wrapper that notes where items come from',
      JSON.stringify({ items: three.map((one) => ({ source: 's', item: one })) }),
    ],
    [
      'lines that note where items come from',
      three.map((one) => JSON.stringify({ source: 's', item: one })).join('\n'),
    ],
  ])('%s', async (_, content) => {
    expect(await names(content)).toEqual(['one', 'two', 'three'])
  })

  test('one profile alone, on one line or on many', async () => {
    expect(await names(JSON.stringify(item('one')))).toEqual(['one'])
    expect(await names(JSON.stringify(item('one'), null, 2))).toEqual(['one'])
  })

  test('the published profiles as their file has them', async () => {
    const batches = await readBatches(apifyProfiles.path('profiles.documented.json'))
    expect(batches.flatMap(({ records }) => records.map(({ line, reading }) => [line, reading?.username]))).toEqual([
      [1, 'nasa'],
      [2, 'nasa'],
      [3, 'natgeo'],
      [4, 'humansofny'],
      [5, 'avengers'],
    ])
  })

  test('the invented profiles as their file has them, errors last', async () => {
    const batches = await readBatches(apifyProfiles.path('profiles.synthetic.json'))
    const records = batches.flatMap((batch) => batch.records)
    expect(records.slice(0, 10).map(({ reading }) => reading?.username)).toEqual(
      apifyProfiles.synthetic().items.map(({ username }) => username),
    )
    expect(records.slice(10)).toEqual([
      { line: 11, refused: '@nobody.here.9x was not found on Instagram when these data were collected' },
      {
        line: 12,
        refused: '@behind.the.gate gave no figures when these data were collected: it is empty, private or blocked',
      },
    ])
  })

  test('a wrapper of many megabytes is read in a stream, with the same outcome', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => item(`a${at}`, { biography: 'é'.repeat(4_000) }))
    const content = JSON.stringify({
      about: 'x'.repeat(100_000),
      items: many,
      errorItems: [{ name: 'n', item: { error: 'no_items', username: 'z' } }],
    })
    expect(Buffer.byteLength(content)).toBeGreaterThan(8 * MB)
    await withFile(content, async (path) => {
      const batches = await readBatches(path)
      const records = batches.flatMap((batch) => batch.records)
      expect(records).toHaveLength(1_501)
      expect(records.every(({ line }, at) => line === at + 1)).toBe(true)
      expect(records[1_499]?.reading?.profile?.bioText).toBe('é'.repeat(4_000))
      expect(records[1_500]?.refused).toContain('@z gave no figures')
      expect(batches.every((batch) => batch.records.length <= 500)).toBe(true)
      expect(batches.map(({ bytesRead }) => bytesRead)).toEqual(
        batches.map(({ bytesRead }) => bytesRead).toSorted((a, b) => a - b),
      )
      expect(batches.at(-1)?.bytesRead).toBe(Buffer.byteLength(content))
    })
  })

  test('large items are handed over before many of them are held', async () => {
    const large = Array.from({ length: 200 }, (_, at) => item(`a${at}`, { biography: 'x'.repeat(100_000) }))
    await withFile(JSON.stringify(large), async (path) => {
      const batches = await readBatches(path)
      expect(batches.flatMap(({ records }) => records)).toHaveLength(200)
      for (const { records } of batches) expect(records.length * 100_000).toBeLessThan(5 * MB)
    })
  })

  test('every answer in the samples is read as a file', async () => {
    for (const { part, body } of apifyProfiles.samples()) {
      if (part !== 'response' || (body as unknown[]).length === 0) continue
      expect(await readContent(JSON.stringify(body))).toHaveLength((body as unknown[]).length)
    }
  })

  test('an error answer that was stored as a file says what the service said', async () => {
    for (const { part, body } of apifyProfiles.samples()) {
      if (part !== 'error') continue
      const { message } = (body as { error: { message: string } }).error
      expect((await refusalsOf(JSON.stringify(body)))[0]).toContain(message.slice(0, 40))
    }
  })
})
