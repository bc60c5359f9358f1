/** Rows of a table that are refused, each with its line and its reason; the others are kept. */
import { describe, expect, test } from 'vitest'
import { HEADER, NASA, nasa } from './testing/nasa-table.ts'
import { readContent } from './testing/read-content.ts'

const MB = 1024 * 1024

describe('refused rows', () => {
  test.each([
    [',2026-11-19,1,,,', 'username is missing'],
    ['@,2026-11-19,1,,,', 'username is missing'],
    [
      'nasa gov,2026-11-19,1,,,',
      'username "nasa gov" is not valid: Instagram usernames hold only letters, digits, dots and underscores',
    ],
    [
      '@@nasa,2026-11-19,1,,,',
      'username "@nasa" is not valid: Instagram usernames hold only letters, digits, dots and underscores',
    ],
    [
      'nasa🚀,2026-11-19,1,,,',
      'username "nasa🚀" is not valid: Instagram usernames hold only letters, digits, dots and underscores',
    ],
    [
      `${'x'.repeat(31)},2026-11-19,1,,,`,
      `username "${'x'.repeat(31)}" is too long: Instagram usernames have at most 30 characters`,
    ],
    ['nasa,2026-11-19,,1,1,1', 'followers is missing'],
    ['nasa,2026-11-19,many,,,', 'followers must be a whole number, not "many"'],
    ['nasa,2026-11-19,1e6,,,', 'followers must be a whole number, not "1e6"'],
    ['nasa,2026-11-19,NaN,,,', 'followers must be a whole number, not "NaN"'],
    ['nasa,2026-11-19,-1,,,', 'followers must not be negative, but is "-1"'],
    ['nasa,2026-11-19,12.5,,,', 'followers must be a whole number, not "12.5"'],
    ['nasa,2026-11-19,100000000001,,,', 'followers "100000000001" is more than 100,000,000,000'],
    [`nasa,2026-11-19,${'9'.repeat(30)},,,`, `followers "${'9'.repeat(30)}" is more than 100,000,000,000`],
    [
      'nasa,2026-11-19,1.000,,,',
      'followers "1.000" has separators: write whole numbers with digits only, like 1234567',
    ],
    [
      'nasa,2026-11-19,96.3M,,,',
      'followers "96.3M" is shortened: write the whole number with digits only, like 1234567',
    ],
    ['nasa,2026-11-19,1,-5,,', 'following must not be negative, but is "-5"'],
    ['nasa,2026-11-19,1,,some,', 'posts must be a whole number, not "some"'],
    ['nasa,2026-11-19,1,,,high', 'engagement_rate must be a percentage like 3.4, not "high"'],
    ['nasa,2026-11-19,1,,,-0.1', 'engagement_rate must not be negative, but is "-0.1"'],
    ['nasa,2026-11-19,1,,,100000.5', 'engagement_rate "100000.5" is more than 100,000 percent'],
    [
      'nasa,2026-11-19,1,,,"1.234,5"',
      'engagement_rate "1.234,5" has separators: write it with digits and one decimal point, like 3.4',
    ],
    ['nasa,2026-11-19,1', 'the row has 3 cells, its header has 6'],
    [
      'nasa,2026-11-19,1,2,3,3,4',
      'the row has 7 cells, its header has 6: a cell that holds the separator must stand in quotes',
    ],
    ['na\0sa,2026-11-19,1,,,', 'the row holds NUL bytes, so it is damaged'],
  ])('%s', async (row, reason) => {
    expect(await readContent(`${HEADER}\n${NASA}\n${row}\n${NASA}`)).toEqual([
      { line: 2, reading: nasa },
      { line: 3, refused: reason },
      { line: 4, reading: nasa },
    ])
  })

  test.each(['\n', '\r\n'])('lines are counted as an editor counts them (%j)', async (lineBreak) => {
    const lines = [
      `${HEADER},notes`,
      `${NASA},one`,
      '',
      `${NASA},"two`,
      'lines',
      'more"',
      `${NASA},x`,
      'bad',
      '',
      'worse',
    ]
    const records = await readContent(lines.join(lineBreak))
    expect(records.map(({ line, refused }) => [line, refused === undefined])).toEqual([
      [2, true],
      [4, true],
      [7, true],
      [8, false],
      [10, false],
    ])
  })

  test('lines are counted rightly in a long table, wherever its bytes are cut', async () => {
    const rows = Array.from(
      { length: 6_000 },
      (_, at) => `a${at},2026-01-01,${at},,,,${at % 7 ? '' : '"x\r\n\r\ny, ""z"""'}`,
    )
    const records = await readContent([`${HEADER},notes`, ...rows].join('\r\n'))
    expect(records).toHaveLength(rows.length)
    for (const [at, { line, reading }] of records.entries()) {
      expect([line, reading?.followers]).toEqual([at + 2 + 2 * Math.ceil(at / 7), at])
    }
  })

  test('a quote that is never closed loses what follows it, and that is reported', async () => {
    expect(await readContent(`${HEADER}\n${NASA}\n"nasa,2026-11-18,1,,,\n${NASA}\n${NASA}`)).toEqual([
      { line: 2, reading: nasa },
      { line: 3, refused: 'the row has a quote that is never closed: nothing after it was read', breaksOff: true },
    ])
    const long = `${HEADER}\n${NASA}\n"nasa,2026-11-18,1,,,\n${`${NASA}\n`.repeat(80_000)}`
    expect((await readContent(long)).at(-1)?.refused).toBe(
      'the row has a quote that is never closed: nothing after it was read',
    )
  })

  test('a line over 1 MB ends the reading after the rows before it', async () => {
    for (const line of ['x'.repeat(1.2 * MB), ','.repeat(1.2 * MB), 'x'.repeat(MB + 1)]) {
      expect(await readContent(`${HEADER}\n${NASA}\n${line}\n${NASA}`)).toEqual([
        { line: 2, reading: nasa },
        { line: 3, refused: 'the row is longer than 1 MB: nothing after it was read', breaksOff: true },
      ])
    }
  })
})
