/** Tables of posts: what a row may look like, and what is refused with which words. */
import { describe, expect, test } from 'vitest'
import type { PostRow } from '#ports/figures-file.ts'
import { readContent, refusalsOf } from './testing/read-content.ts'

const HEADER = 'username,post_id,posted_at,type,likes,comments,views,caption,url,read_at'
const GROVE = 'grove,C1,2026-11-18T18:30:00Z,reel,120,4,900,Ripe,https://www.instagram.com/p/C1/,2026-11-19T06:00:00Z'
const grove: PostRow = {
  username: 'grove',
  readAt: Date.UTC(2026, 10, 19, 6),
  post: {
    id: 'C1',
    shortCode: 'C1',
    type: 'reel',
    caption: 'Ripe',
    url: 'https://www.instagram.com/p/C1/',
    sourceImageUrl: null,
    likes: 120,
    comments: 4,
    views: 900,
    postedAt: Date.UTC(2026, 10, 18, 18, 30),
    isPinned: false,
  },
}

const rowsOf = async (content: string) =>
  (await readContent(content)).map(({ line, post, refused }) => {
    if (post === undefined) throw new Error(`Line ${line} was refused: ${refused}`)
    return post
  })
const rowOf = async (row: string, header = HEADER) => (await rowsOf(`${header}\n${row}\n`))[0]

describe('tables of posts that are read', () => {
  test.each([
    ['with every column', `${HEADER}\n${GROVE}\n`],
    ['with semicolons', `${HEADER}\n${GROVE}\n`.replaceAll(',', ';')],
    ['with tabs, Windows line breaks and a byte order mark', `\ufeff${HEADER}\r\n${GROVE}\r\n`.replaceAll(',', '\t')],
    ['with unknown columns', `note,${HEADER}\nx,${GROVE}`],
    ['with an offset instead of UTC', `${HEADER}\n${GROVE.replace('18:30:00Z', '19:30:00+01:00')}`],
  ])('%s', async (_, content) => {
    expect(await rowsOf(content)).toEqual([grove])
  })

  test('with the required columns only: the others are unknown', async () => {
    const row = await rowOf('@grove,C1,,photo,,', 'username,post_id,posted_at,type,likes,comments')
    const { post } = grove
    const unknown = { caption: null, url: null, likes: null, comments: null, views: null, postedAt: null }
    expect(row).toEqual({ username: 'grove', readAt: null, post: { ...post, ...unknown, type: 'image' } })
  })

  test.each([
    ['18000000000000001', 'https://www.instagram.com/reel/C1/?x=1', { id: '18000000000000001', shortCode: 'C1' }],
    ['3697661021377407101_528817151', '', { id: '3697661021377407101_528817151', shortCode: null }],
    ['C1', '', { id: 'C1', shortCode: 'C1' }],
    ['', 'https://instagram.com/grove/p/C1', { id: 'C1', shortCode: 'C1' }],
    ["'-abc", '', { id: '-abc', shortCode: '-abc' }],
  ])('post_id %j and url %j name %o', async (postId, url, names) => {
    const row = await rowOf(`grove,${postId},2026-11-18T18:30:00Z,reel,1,1,,,${url},`)
    expect(row?.post).toMatchObject(names)
  })

  test('a caption keeps its line breaks, quotes and what only looks like a formula', async () => {
    const caption = '=SUM(A1)\r\n"two", three;-4\n\'quoted'
    const cell = `"'=SUM(A1)\r\n""two"", three;'-4\n'quoted"`
    expect((await rowOf(GROVE.replace('Ripe', cell)))?.post.caption).toBe(caption)
  })
})

describe('rows of posts that are refused', () => {
  const EXPECTED = 'must be like 2026-11-20 or 2026-11-20T09:30:00Z, not'
  test.each([
    [',C1,,reel,1,1,,,,', 'username is missing'],
    ['grove,,,reel,1,1,,,,', 'post_id is missing, and url has no short code'],
    ['grove,a b,,reel,1,1,,,,', 'post_id "a b" is not the id or the short code of a post'],
    [
      'grove,C2,,reel,1,1,,,https://www.instagram.com/p/C1/,',
      'post_id "C2" and url "https://www.instagram.com/p/C1/" name different posts',
    ],
    ['grove,C1,2026-11-18,reel,1,1,,,,', 'posted_at "2026-11-18" needs its time: write it like 2026-11-20T09:30:00Z'],
    ['grove,C1,18.11.2026,reel,1,1,,,,', `posted_at ${EXPECTED} "18.11.2026"`],
    [
      'grove,C1,2026-11-18T10:00:00,reel,1,1,,,,',
      'posted_at "2026-11-18T10:00:00" needs its time zone: write it like 2026-11-20T09:30:00Z',
    ],
    ['grove,C1,2026-11-21T10:00:00Z,reel,1,1,,,,', 'posted_at "2026-11-21T10:00:00Z" is in the future'],
    ['grove,C1,,reel,1,1,,,,2026-12-01T00:00:00Z', 'read_at "2026-12-01T00:00:00Z" is in the future'],
    ['grove,C1,,,1,1,,,,', 'type is missing'],
    ['grove,C1,,story,1,1,,,,', 'type must be image, video, carousel or reel, not "story"'],
    ['grove,C1,,reel,-1,1,,,,', 'likes must not be negative, but is "-1"'],
    ['grove,C1,,reel,1,many,,,,', 'comments must be a whole number, not "many"'],
    ['grove,C1,,reel,1,1,1.5k,,,', 'views "1.5k" is shortened: write the whole number with digits only, like 1234567'],
    ['grove,C1,,reel,1,1,,,javascript:x,', 'url must begin with https://, but is "javascript:x"'],
    ['grove,C1', 'the row has 2 cells, its header has 10'],
  ])('%s', async (row, reason) => {
    expect(await refusalsOf(`${HEADER}\n${row}\n`)).toEqual([`2: ${reason}`])
  })

  test.each([
    ['username,post_id,likes,comments\na,b,1,1', 'The columns posted_at and type are missing'],
    [`${HEADER},likes\n${GROVE},1`, 'The column likes is there twice'],
  ])('%s', async (content, message) => {
    await expect(readContent(content)).rejects.toThrow(message)
  })
})
