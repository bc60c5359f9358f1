/** Counts in groups of three, as spreadsheets write them: taken where the whole column shows what they mean. */
import { describe, expect, test } from 'vitest'
import { readContent, readingsOf } from './testing/read-content.ts'

const HEADER = 'username;date;followers;following;posts;engagement_rate'

/** The followers of each row, or its reason. */
async function followersOf(cells: readonly string[], rate = ''): Promise<(number | string | null | undefined)[]> {
  const rows = cells.map((cell) => `nasa;2026-11-19;${cell};;;${rate}`)
  const records = await readContent([HEADER, ...rows].join('\n'))
  return records.map(({ reading, refused }) => (reading ? reading.followers : refused))
}

const describeRefusal = (cell: string) =>
  `followers ${JSON.stringify(cell)} has separators: write whole numbers with digits only, like 1234567`

describe('counts in groups of three', () => {
  test.each([
    ['points, beside rates with a comma', ['48.248', '717', '1.048.248'], '1,61', [48_248, 717, 1_048_248]],
    ['commas, beside rates with a point', ['149,946', '136', '2,149,946'], '2.55%', [149_946, 136, 2_149_946]],
    ['spaces', ['96 323 377', '1 000', '7'], '0.31', [96_323_377, 1_000, 7]],
    ['no-break spaces', ['96\u00a0323\u00a0377', '1\u202f000'], '0,31', [96_323_377, 1_000]],
    ['apostrophes', ["96'323'377", '1’000'], '0.31', [96_323_377, 1_000]],
    ['a single value', ['1.000'], '', [1_000]],
    ['a value that shows that the point is no decimal one', ['1.000', '1.234.567'], '0.31', [1_000, 1_234_567]],
    ['commas beside a decimal', ['1,234', '12.5'], '', [1_234, 'followers must be a whole number, not "12.5"']],
    ['plain digits beside them', ['1234', '1.234'], '', [1_234, 1_234]],
    ['up to the limit', ['100.000.000.000'], '', [100_000_000_000]],
  ])('%s', async (_, cells, rate, followers) => {
    expect(await followersOf(cells, rate)).toEqual(followers)
  })

  test.each([
    ['beside a value with other decimals', ['1.234', '1234.5'], ''],
    ['beside a whole number with a decimal', ['1.234', '96323377.0'], ''],
    ['beside a value below one', ['1.234', '0.123'], ''],
    ['beside a shortened value', ['1.234', '12.3k'], ''],
    ['beside a value in groups of two', ['12,345', '12,34,567'], ''],
    ['where another mark does so too', ['1.234', '2,345'], ''],
    ['where rates have it before their decimals', ['1.234', '717'], '3.41'],
  ])('a value is refused %s', async (_, cells, rate) => {
    const [first = ''] = cells
    expect((await followersOf(cells, rate))[0]).toBe(describeRefusal(first))
  })

  test('a value over the limit, or with two marks, is refused', async () => {
    expect(await followersOf(['100.000.000.001', '1.234'])).toEqual([
      'followers "100.000.000.001" is more than 100,000,000,000',
      1_234,
    ])
    expect(await followersOf(['1.234,50'])).toEqual([describeRefusal('1.234,50')])
  })

  test('each column has a mark of its own', async () => {
    const row = 'nasa;2026-11-19;1.234;2,345;3 456;'
    expect(await readingsOf(`${HEADER}\n${row}`)).toMatchObject([{ followers: 1_234, following: 2_345, posts: 3_456 }])
  })

  test('a column is looked at to its end, in a long file too', async () => {
    const rows = Array.from({ length: 6_000 }, (_, at) => `a${at};2026-01-01;${at};;;`)
    const grouped = [HEADER, 'nasa;2026-11-19;1.234;;;', ...rows].join('\n')
    const records = await readContent(`${grouped}\nnasa;2026-11-19;2.345;;;`)
    expect(records.filter((record) => record.refused !== undefined)).toEqual([])
    expect([records[0], records.at(-1)]).toMatchObject([
      { line: 2, reading: { followers: 1_234 } },
      { line: 6_003, reading: { followers: 2_345 } },
    ])
    const decimal = await readContent(`${grouped}\nnasa;2026-11-19;1234.5;;;`)
    expect(decimal.filter((record) => record.refused !== undefined).map(({ line }) => line)).toEqual([2, 6_003])
  })

  test('quoted cells and tables of posts are read so as well', async () => {
    const posts = 'username,post_id,posted_at,type,likes,comments,views\ngrove,C1,,reel,"1,204","12","20,110"'
    expect(await readContent(posts)).toMatchObject([{ line: 2, post: { post: { likes: 1_204, views: 20_110 } } }])
  })

  test('what a row is refused for otherwise is still named', async () => {
    expect(await readContent(`${HEADER}\n;2026-11-19;1.234;;;\nnasa;2026-11-19;1.234;;;`)).toMatchObject([
      { line: 2, refused: 'username is missing' },
      { line: 3, reading: { followers: 1_234 } },
    ])
  })
})
