/** Paging back through the posts of accounts that are new, against the stand-in of the Graph API. */
import { expect, test } from 'vitest'
import { profileOf } from '../../../testing/daily-rounds.ts'
import { pageBack, postsOf, readOnce, withPosts } from '../../../testing/older-posts.ts'
import { DAY } from '../../../testing/world-with-sources.ts'
import { BEGUN_AGAIN } from './store/older-posts.ts'

test('the newest two hundred posts are read once, with their count of now and no figures at an age', async () => {
  const here = await withPosts()
  await readOnce(here)
  await pageBack(here)
  const profile = await profileOf(here, 'many_posts')
  expect(profile).toMatchObject({ older_posts: 200, older_posts_reason: 'The newest 200 posts have been read.' })
  const posts = await postsOf(here)
  expect(posts).toHaveLength(200)
  const shown = here.graph.world.posts('many_posts', here.clock.now(), { limit: 200 })
  expect(posts.map(({ post_key }) => post_key)).toEqual(shown.map(({ shortcode }) => shortcode))
  const older = posts.slice(12)
  expect(
    older.every(({ likes_24h, likes_72h, likes_7d }) => [likes_24h, likes_72h, likes_7d].every((v) => v === null)),
  ).toBe(true)
  expect(older.every(({ gone_at, likes }) => gone_at === null && likes !== null)).toBe(true)
  expect(here.graph.calls.total).toBe(5)
  for (let day = 0; day < 2; day += 1) await here.round(DAY)
  expect(here.graph.calls.total).toBeLessThanOrEqual(7)
  expect((await postsOf(here)).length).toBeLessThanOrEqual(203)
})

test('posts of more than twelve months ago are not read', async () => {
  const here = await withPosts(8)
  await readOnce(here)
  await pageBack(here)
  const { older_posts_reason } = await profileOf(here, 'many_posts')
  expect(older_posts_reason).toBe('The posts of the last twelve months have been read.')
  const posts = await postsOf(here)
  expect(posts.length).toBeGreaterThan(40)
  expect(posts.every(({ posted_at }) => Number(posted_at) >= here.clock.now() - 366 * DAY)).toBe(true)
})

const expired = { older_posts_cursor: 'bm90IGEgcGxhY2U', older_posts: 50 }

test('a place that has expired begins again at the newest post, once', async () => {
  const here = await withPosts()
  await readOnce(here)
  await here.database.queries.updateTable('profile_syncs').set(expired).execute()
  await pageBack(here)
  expect(await profileOf(here, 'many_posts')).toMatchObject({ older_posts: 0, older_posts_ended_at: null })
  await pageBack(here, 10, async () => (await profileOf(here, 'many_posts')).older_posts_ended_at !== null)
  expect(await profileOf(here, 'many_posts')).toMatchObject({
    older_posts: 200,
    older_posts_reason: 'The newest 200 posts have been read.',
  })
  expect(await postsOf(here)).toHaveLength(200)
})

test('a place that has expired again ends it with the reason, and what was read stays', async () => {
  const here = await withPosts()
  await readOnce(here)
  await here.database.queries
    .updateTable('profile_syncs')
    .set({ ...expired, older_posts_reason: BEGUN_AGAIN })
    .execute()
  await pageBack(here, 10, async () => (await profileOf(here, 'many_posts')).older_posts_ended_at !== null)
  const { older_posts_reason, older_posts_ended_at } = await profileOf(here, 'many_posts')
  expect(older_posts_reason).toBe(
    'Instagram Graph API no longer knows where the posts of @many_posts were left off: the place has expired.',
  )
  expect(older_posts_ended_at).not.toBeNull()
  expect((await postsOf(here)).length).toBeGreaterThanOrEqual(12)
})

test('an account that an administrator edits without renaming it has its older posts read no second time', async () => {
  const here = await withPosts()
  await readOnce(here)
  await pageBack(here)
  const edit = { username: 'Many_Posts', category: 'Other', notes: 'Edited', companyId: 1 }
  expect((await here.ask('admin', 'PUT', '/api/accounts/1', edit)).json()).toMatchObject({ notes: 'Edited' })
  await here.round()
  expect(await profileOf(here, 'many_posts')).toMatchObject({
    older_posts: 200,
    older_posts_reason: 'The newest 200 posts have been read.',
  })
})
