import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '#ports/figures-file.ts'
import { readContent, readingsOf } from './testing/read-content.ts'

const HEADER = 'username,date,followers,following,posts,engagement_rate'
const POSTS = 'username,post_id,posted_at,type,likes,comments'
const NASA = 'nasa,2026-11-19,96323377,80,4519,0.31'
const nasa = {
  username: 'nasa',
  capturedAt: null,
  day: '2026-11-19',
  followers: 96_323_377,
  following: 80,
  posts: 4_519,
  engagementRate: 0.31,
  profile: null,
}
const MB = 1024 * 1024

describe('tables that are read', () => {
  test.each([
    ['as the screen shows it', `${HEADER}\n${NASA}\n`],
    ['without a line break at the end', `${HEADER}\n${NASA}`],
    ['with Windows line breaks', `${HEADER}\r\n${NASA}\r\n`],
    ['with old Mac line breaks', `${HEADER}\r${NASA}\r`],
    ['with a byte order mark', `\ufeff${HEADER}\n${NASA}\n`],
    [
      'with a byte order mark and quotes',
      `\ufeff"username","date","followers","following","posts","engagement_rate"\n${NASA}\n`,
    ],
    ['with semicolons', `${HEADER}\n${NASA}\n`.replaceAll(',', ';')],
    ['with tabs', `${HEADER}\n${NASA}\n`.replaceAll(',', '\t')],
    ['with semicolons and a decimal comma', `${HEADER}\n${NASA}\n`.replaceAll(',', ';').replace('0.31', '0,31')],
    ['with a line that names the separator', `sep=;\r\n${`${HEADER}\r\n${NASA}`.replaceAll(',', ';')}`],
    [
      'with columns in another order and case',
      'Posts,Engagement Rate,FOLLOWERS,Following,DATE,UserName\n4519,0.31,96323377,80,2026-11-19,nasa',
    ],
    ['with quoted cells', `${HEADER}\n"nasa","2026-11-19","96323377","80","4519","0.31"`],
    ['with a decimal comma in quotes', `${HEADER}\nnasa,2026-11-19,96323377,80,4519,"0,31"`],
    ['with spaces around cells', `${HEADER}\n nasa , 2026-11-19 , 96323377 ,80 , 4519, 0.31 `],
    ['with an @, a percent sign and a slashed day', `${HEADER}\n@nasa,2026/11/19,96323377,80,4519,0.31%`],
    ['with whole numbers as some programs write them', `${HEADER}\nnasa,2026-11-19,96323377.0,80.0,4519.00,0.31`],
    ['with unknown columns', `notes,${HEADER},"a ""b"", c"\n"two\nlines",${NASA},`],
    ['with blank lines', `\n\n${HEADER}\n\n${NASA}\n,,,,,\n   \n`],
  ])('%s', async (_, content) => {
    expect(await readingsOf(content)).toEqual([nasa])
  })

  test('with the required columns only, in which case the others are unknown', async () => {
    expect(await readingsOf('followers,username,date\n7,tiny,2026-01-01')).toEqual([
      {
        ...nasa,
        username: 'tiny',
        day: '2026-01-01',
        followers: 7,
        following: null,
        posts: null,
        engagementRate: null,
      },
    ])
  })

  test('empty cells of the other columns are unknown, never zero', async () => {
    expect(await readingsOf(`${HEADER}\nnasa,2026-11-19,0,,,`)).toEqual([
      { ...nasa, followers: 0, following: null, posts: null, engagementRate: null },
    ])
  })

  test('names keep their case, and the last rows of a large number are exact', async () => {
    expect(await readingsOf(`${HEADER}\nNASA.Gov_1,2026-11-19,100000000000,0,1,100000`)).toMatchObject([
      { username: 'NASA.Gov_1', followers: 100_000_000_000, engagementRate: 100_000 },
    ])
  })
})

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
      'nasa,2026-11-19,"96,323,377",,,',
      'followers "96,323,377" has separators: write whole numbers with digits only, like 1234567',
    ],
    [
      'nasa,2026-11-19,96.323.377,,,',
      'followers "96.323.377" has separators: write whole numbers with digits only, like 1234567',
    ],
    [
      'nasa,2026-11-19,96 323,,,',
      'followers "96 323" has separators: write whole numbers with digits only, like 1234567',
    ],
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

describe('tables that are refused as a whole', () => {
  const columns = (count: number) =>
    `${HEADER}${Array.from({ length: count - 6 }, (_, at) => `,extra${at}`).join('')}\n`

  test.each([
    ['no line but the header', `${HEADER}\r\n\r\n`, 'The table has a header but no rows'],
    ['no known column', 'name,age\nnasa,3', `The first line must name the columns, like ${HEADER} or ${POSTS}`],
    ['no header', `${NASA}\n${NASA}`, `The first line must name the columns, like ${HEADER} or ${POSTS}`],
    ['prose', 'Dear all,\nhere are the figures.', `The first line must name the columns, like ${HEADER} or ${POSTS}`],
    ['no column of names', 'date,followers\n2026-11-19,1', 'The column username is missing'],
    ['no columns of days and followers', 'username,posts\nnasa,1', 'The columns date and followers are missing'],
    ['a column twice', 'username,date,followers,Followers\nnasa,2026-11-19,1,2', 'The column followers is there twice'],
    ['100 columns', `${columns(100)}${NASA}`, 'The table has 100 columns; at most 50 are read'],
    ['a single line over 1 MB', `${HEADER}${',x'.repeat(MB)}`, 'Line 1 is longer than 1 MB'],
    ['a first row over 1 MB', `${HEADER}\n${'x'.repeat(1.2 * MB)}`, 'Line 2 is longer than 1 MB'],
    ['an open quote in the header', `username,date,"followers\n${NASA}`, 'Line 1 has a quote that is never closed'],
  ])('%s', async (_, content, message) => {
    await expect(readContent(content)).rejects.toThrow(new UnreadableFile(message))
  })

  test('50 columns are read', async () => {
    expect(await readingsOf(`${columns(50)}${NASA}${','.repeat(44)}`)).toEqual([nasa])
  })
})
