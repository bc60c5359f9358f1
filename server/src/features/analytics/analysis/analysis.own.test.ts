/** When to post by views and saves, which only the owner of a connected account sees. */
import { type OwnPosting, routes } from '@tangelo/contract'
import { expect, test, vi } from 'vitest'
import { UNREAD } from '../../../testing/own-readings.ts'
import { DAY_MS, HOUR_MS } from '../../../testing/planted-accounts.ts'
import { type Person, START, type World, world } from '../../../testing/world.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A post every day at one of two hours; in the evening it gets twice the views, and saves do not depend on the hour. */
async function makeFilledWorld(posts: number, { from = 0 } = {}) {
  const here = await world({ accounts: ['grove'] })
  const media = Array.from({ length: posts }, (_, at) => {
    const isEvening = (at * 7) % 5 < 2
    const day = Math.floor(START / DAY_MS) - 20 - at - from
    return { id: String(at), isEvening, posted_at: day * DAY_MS + (isEvening ? 19 : 9) * HOUR_MS }
  })
  const { queries } = here.database
  const ofAccount = { company_id: 1, account_id: 1 }
  const about = { product: 'feed' as const, kind: 'image' as const, caption: null, permalink: null, post_key: null }
  for (const { id, posted_at } of media)
    await queries
      .insertInto('own_media')
      .values({
        ...ofAccount,
        ...about,
        media_id: id,
        posted_at,
        first_seen_at: START,
        next_at: null,
        ended_because: null,
      })
      .execute()
  for (const { id, posted_at, isEvening } of media) {
    const noise = ((Number(id) * 37) % 41) * 5
    for (const [days, share] of [
      [1, 0.5],
      [3, 1],
    ] as const)
      await queries
        .insertInto('media_insights')
        .values({
          ...ofAccount,
          reach: null,
          ...UNREAD,
          media_id: id,
          due_at: posted_at + days * DAY_MS,
          read_at: posted_at + days * DAY_MS + HOUR_MS,
          source: 'instagram',
          hash: 'h',
          views: Math.round((isEvening ? 2_000 : 1_000) * share) + noise,
          saves: days === 3 ? 40 + ((Number(id) * 29) % 43) : null,
        })
        .execute()
  }
  return here
}

const ask = (here: World, query: string, who: Person = 'pro') =>
  here.ask(who, 'GET', `/api/accounts/1/analysis/posting?${query}`)
async function read(here: World, query: string): Promise<OwnPosting> {
  const answer = await ask(here, query)
  expect(answer.statusCode, answer.body).toBe(200)
  return routes.analysis.posting.reply.parse(answer.json())
}
const measuresFor = async (here: World, who: Person) =>
  (await here.ask(who, 'GET', '/api/accounts/1/analysis')).json().posting.measures

test('an hour with more views is found by views and not by saves, and each sentence names what it compares', async () => {
  const here = await makeFilledWorld(150)
  const views = await read(here, 'measure=views')
  expect(views.posting.sentence).toMatch(/^Posts between 18:00 and 22:00 got \d+% more views .*from 60 of 150 posts\./)
  expect(views.period).toMatchObject({ posts: 150, unread: 0 })
  expect(views.posting.posted.flat().reduce((sum, count) => sum + count, 0)).toBe(150)
  const saves = await read(here, 'measure=saves')
  expect(saves.posting.verdict).toBe('no-difference')
  expect((await ask(here, 'measure=views')).body).toBe((await ask(here, 'measure=views')).body)
  expect((await ask(here, 'measure=reach')).statusCode).toBe(400)
})

test('the analysis names what can be compared, to who may publish alone', async () => {
  const here = await makeFilledWorld(3)
  expect(await measuresFor(here, 'pro')).toEqual(['views', 'saves'])
  expect(await measuresFor(here, 'basic')).toEqual([])
  expect((await ask(here, 'measure=views', 'basic')).statusCode).toBe(403)
  expect(await measuresFor(await world({ accounts: ['grove'] }), 'pro')).toEqual([])
})

test('a post counts as it was read after three days; what was not read then is left out and counted', async () => {
  const here = await makeFilledWorld(4)
  // The reading of the third day came a day and a half late.
  await here.database.queries
    .updateTable('media_insights')
    .set((row) => ({ read_at: row('read_at', '+', 36 * HOUR_MS) }))
    .where('media_id', '=', '0')
    .execute()
  const answer = await read(here, 'measure=views')
  expect(answer.period).toMatchObject({ posts: 3, unread: 1 })
  expect(answer.posting).toMatchObject({
    verdict: 'too-few-posts',
    sentence: 'Too few posts to compare times: 3 of the 60 posts needed are here.',
  })
})

test('a post of another day than those of the period is neither among the posts nor among the unread ones', async () => {
  const here = await makeFilledWorld(4)
  await here.database.queries.deleteFrom('media_insights').where('media_id', 'in', ['0', '3']).execute()
  await here.database.queries
    .updateTable('media_insights')
    .set({ views: null })
    .where('media_id', 'in', ['1', '2'])
    .execute()
  const dayOf = (at: number) => new Date((Math.floor(START / DAY_MS) - 20 - at) * DAY_MS).toISOString().slice(0, 10)
  const { period, posting } = await read(here, `measure=views&from=${dayOf(2)}&to=${dayOf(2)}`)
  expect(period).toMatchObject({ posts: 0, unread: 1 })
  expect(posting.sentence).toMatch(/no post of this period has a reading/)
  const without = await read(here, `measure=views&from=${dayOf(0)}&to=${dayOf(0)}`)
  expect(without.period).toMatchObject({ posts: 0, unread: 0 })
  expect(without.posting.sentence).toMatch(/^No views to compare: they come with the insights/)
})

test('an account without such readings gets an answer that says so', async () => {
  const here = await world({ accounts: ['grove'] })
  expect((await read(here, 'measure=saves')).posting).toMatchObject({
    verdict: 'too-few-posts',
    posts: 0,
    sentence: 'No saves to compare: they come with the insights of a connected account, three days after each post.',
  })
})

test('a new reading makes the answer anew', async () => {
  const here = await makeFilledWorld(2)
  expect((await read(here, 'measure=views')).period.posts).toBe(2)
  await here.database.queries.deleteFrom('media_insights').where('media_id', '=', '1').execute()
  expect((await read(here, 'measure=views')).period.posts).toBe(1)
})
