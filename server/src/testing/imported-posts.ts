/** For tests of posts that files bring: the whole history of an account, and posts as a scraper lists them. */
import type { Post } from '@tangelo/contract'
import type { World } from './world.ts'
import { HOUR } from './world-with-sources.ts'

export const FIRST_POST = Date.UTC(2026, 0, 5, 18)

export async function historyOf(here: World, id: number): Promise<Post[]> {
  const posts: Post[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query: string = cursor && `?cursor=${cursor}`
    const res = await here.ask('admin', 'GET', `/api/accounts/${id}/posts/history${query}`)
    posts.push(...res.json())
    cursor = /cursor=([^&>]+)/.exec(String(res.headers.link ?? ''))?.[1]
  }
  return posts
}

export const apifyPost = (number: number, fields: object = {}) => ({
  id: `9000${number}`,
  type: 'Image',
  shortCode: `C${number}`,
  url: `https://www.instagram.com/p/C${number}/`,
  likesCount: 100 + number,
  commentsCount: 3,
  timestamp: new Date(FIRST_POST + number * 6 * HOUR).toISOString(),
  ...fields,
})

/** The newest first, as the scraper lists them. */
export const apifyPosts = (count: number, fields?: object) =>
  Array.from({ length: count }, (_, at) => apifyPost(count - 1 - at, fields))

export const dataSet = (username: string, scrapedAt: string, latestPosts: object[], fields: object = {}) =>
  JSON.stringify([{ username, followersCount: 1_000, postsCount: 500, scrapedAt, latestPosts, ...fields }])
