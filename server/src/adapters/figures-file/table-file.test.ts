/** Tables that are read, and tables that are refused as a whole. */
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '#ports/figures-file.ts'
import { HEADER, NASA, nasa } from './testing/nasa-table.ts'
import { readContent, readingsOf } from './testing/read-content.ts'

const POSTS = 'username,post_id,posted_at,type,likes,comments'
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
