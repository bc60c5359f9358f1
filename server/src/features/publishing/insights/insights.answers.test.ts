/** The answers of the service behind readings of insights: kept as they came, found by the hash of a reading, gone after 30 days. */
import { expect, test, vi } from 'vitest'
import { INSIGHT_KINDS, OWN, publishing } from '#testing/publishing.ts'
import { skipDaysBefore } from '#testing/reading-insights.ts'

const DAY_MS = 86_400_000

async function read({ goneMetrics = [] as string[] } = {}) {
  const here = await publishing({
    works: false,
    worksOn: INSIGHT_KINDS,
    goneMetrics,
    accounts: [{ username: OWN, posts: 2 }],
  })
  const { queries } = here.database
  await skipDaysBefore(here)
  here.clock.moveBy(DAY_MS)
  const workers = here.work()
  await vi.waitFor(
    async () => {
      const state = await queries.selectFrom('insight_accounts').select('read_at').executeTakeFirst()
      if (state?.read_at == null) throw new Error('No round yet')
    },
    { timeout: 25_000, interval: 20 },
  )
  await workers.end()
  const lines = async (what: 'posts' | 'days') => {
    const { body } = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights/export?what=${what}`)
    return body.slice(1).split('\r\n').slice(1, -1)
  }
  const raw = (hash: string) => here.ask('admin', 'GET', `/api/accounts/${here.accountId}/insights/raw?hash=${hash}`)
  return Object.assign(here, { lines, raw })
}

const hashIn = (line: string | undefined) => /[0-9a-f]{64}/.exec(line ?? '')?.[0] ?? ''

test('a post and a day have the answers that they were read from, without any token', async () => {
  const here = await read()
  const post = await here.raw(hashIn((await here.lines('posts'))[0]))
  expect(post.statusCode, post.body).toBe(200)
  expect(post.json().data).toContainEqual(expect.objectContaining({ name: 'reach', period: 'lifetime' }))
  // A day has two: its figures, and who followed.
  const day = (await here.raw(hashIn((await here.lines('days'))[0]))).json()
  expect(day).toHaveLength(2)
  expect(day[0].data).toContainEqual(expect.objectContaining({ name: 'reach', period: 'day' }))
  for (const token of here.stand.signIns.living()) expect(`${post.body}${JSON.stringify(day)}`).not.toContain(token)
  const { media } = (await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights`)).json()
  const named = media.map(({ latest }: { latest: { hash: string } | null }) => latest?.hash)
  expect(named).toContain(hashIn((await here.lines('posts'))[0]))
})

test('a metric that is asked for by itself is among them', async () => {
  const here = await read({ goneMetrics: ['saved'] })
  const lines = await here.lines('posts')
  const answers = await Promise.all(lines.map(async (line) => (await here.raw(hashIn(line))).json()))
  // The first post of its kind had each of its figures asked for by itself.
  const several = answers.filter((answer) => Array.isArray(answer))
  expect(several.length).toBeGreaterThan(0)
  expect(several[0]?.length).toBeGreaterThan(5)
})

test('people, hours and posts name an answer each, and all of them leave after 30 days, as those of other sources do', async () => {
  const here = await read()
  const { queries } = here.database
  for (const table of ['media_insights', 'account_insights', 'audience_insights', 'online_insights'] as const) {
    const rows = await queries.selectFrom(table).select('raw_id').execute()
    expect(rows.length, table).toBeGreaterThan(0)
    expect(
      rows.every(({ raw_id }) => raw_id !== null),
      table,
    ).toBe(true)
  }
  const hash = hashIn((await here.lines('posts'))[0])
  expect((await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights/raw?hash=${hash}`)).statusCode).toBe(
    403,
  )
  expect((await here.raw('0'.repeat(64))).statusCode).toBe(404)
  here.clock.moveBy(31 * DAY_MS)
  await here.purge()
  expect((await here.raw(hash)).statusCode).toBe(404)
  const kept = await queries
    .selectFrom('raw_responses')
    .select('kept_since')
    .where('kept_since', 'is not', null)
    .execute()
  expect(kept).toEqual([])
})
