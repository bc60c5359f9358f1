import type { AccountInsights, MediaInsights, OwnMedia } from '@tangelo/contract'
import { publishingErrors } from '@tangelo/stand-ins'
import { describe, expect, test, vi } from 'vitest'
import { INSIGHT_KINDS, OWN, type PublishingTest, publishing } from '#testing/publishing.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Options = NonNullable<Parameters<typeof publishing>[0]>

/** `isFilled`: two years of days have been read already, which leaves few calls to a round. */
async function connected({ isFilled = false, ...options }: Options & { isFilled?: boolean } = {}) {
  const here = await publishing({ ...options, works: false, worksOn: INSIGHT_KINDS })
  if (isFilled) {
    const { queries } = here.database
    const row = { company_id: 1, account_id: here.accountId, next_at: 0, is_backfilled: 1 as const }
    await queries.insertInto('insight_accounts').values(row).execute()
    await queries
      .insertInto('provider_quotas')
      .values({ name: `own:${here.accountId}` })
      .execute()
  }
  if (options.works !== false) here.work()
  const stateOf = () =>
    here.database.queries
      .selectFrom('insight_accounts')
      .selectAll()
      .where('account_id', '=', here.accountId)
      .executeTakeFirst()
  const isReading = async () => {
    const jobs = here.database.queries
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['find-insights', 'read-insights'])
    const open = jobs.where((job) =>
      job.or([
        job('state', '=', 'running'),
        job.and([job('state', '=', 'waiting'), job('run_at', '<=', here.clock.now())]),
      ]),
    )
    return (await open.executeTakeFirst()) !== undefined
  }
  /** Lets so much time pass, then waits for the round that follows. One that is under way knows nothing of what comes due. */
  const afterRound = async (ms: number) => {
    if (ms >= HOUR_MS)
      await vi.waitFor(async () => expect(await isReading()).toBe(false), { timeout: 15_000, interval: 20 })
    here.clock.moveBy(ms)
    const from = here.clock.now()
    await vi.waitFor(
      async () => {
        const state = await stateOf()
        const isThrough = (state?.read_at ?? 0) >= from || state?.problem != null
        if (!isThrough || (state?.next_at ?? 0) <= from) throw new Error(`No round: ${JSON.stringify(state)}`)
      },
      { timeout: 25_000, interval: 20 },
    )
  }
  const read = async (query = ''): Promise<AccountInsights> => {
    const res = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights${query}`)
    expect(res.statusCode, res.body).toBe(200)
    return res.json()
  }
  const readMedia = async (mediaId: string): Promise<MediaInsights> => {
    const res = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights/media/${mediaId}`)
    expect(res.statusCode, res.body).toBe(200)
    return res.json()
  }
  const post = (more: object = {}) => here.stand.postByHand(OWN, more).id
  return Object.assign(here, { afterRound, stateOf, readInsights: read, readMedia, post })
}

const figuresAsked = ({ stand }: PublishingTest, id: string) =>
  stand.calls.latest().filter(({ operation, names }) => operation === 'readInsights' && names.includes(id)).length

describe.each(['facebook', 'instagram'] as const)('through %s', (login) => {
  test('days, spans, audience, hours and posts are read', async () => {
    const here = await connected({ login, isFilled: true, accounts: [{ username: OWN, posts: 4 }] })
    expect(await here.readInsights()).toMatchObject({ state: 'fresh', days: [], media: [], spans: [], online: null })
    await here.afterRound(1_000)
    const shown = await here.readInsights()
    expect(shown).toMatchObject({ state: 'read', problem: null, isFilling: false })
    // Two days that may still be corrected, and the complete one before them.
    expect(shown.days.map(({ day, isSettled }) => [day, isSettled])).toEqual([
      ['2026-11-17', true],
      ['2026-11-18', false],
      ['2026-11-19', false],
    ])
    for (const { reach, views, follows } of shown.days)
      for (const figure of [reach, views, follows]) expect(figure).toBeGreaterThanOrEqual(0)
    expect(shown.spans.map(({ days, until }) => [days, until])).toEqual([
      [7, '2026-11-19'],
      [28, '2026-11-19'],
    ])
    expect(shown.audience.map(({ of }) => of)).toEqual(['age', 'gender', 'country', 'city'])
    expect(shown.online?.hours.map((hours) => hours.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
    expect(shown.media).toHaveLength(4)
    const reel = shown.media.find(({ format }) => format === 'reel')
    expect(reel?.latest).toMatchObject({ views: expect.any(Number), averageWatchMs: expect.any(Number), follows: null })
    expect(here.stand.violations).toEqual([])
  })

  test('a reel has its watch time, and its skip rate, through either login', async () => {
    const here = await connected({ login, isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
    const id = here.post({ kind: 'VIDEO', product: 'REELS' })
    await here.afterRound(DAY_MS)
    const [reading] = (await here.readMedia(id)).readings
    expect(reading).toMatchObject({
      source: login,
      averageWatchMs: expect.any(Number),
      skipPercent: expect.any(Number),
    })
    expect(here.stand.violations).toEqual([])
  })
})

test('the days before are read a part in each round, and a week of people is fewer than its days added', async () => {
  const here = await connected({ accounts: [{ username: OWN, posts: 1 }] })
  await here.afterRound(1_000)
  const { days, spans, daysSince, isFilling } = await here.readInsights()
  expect({ days: days.length, daysSince, isFilling }).toEqual({ days: 27, daysSince: '2026-10-24', isFilling: true })
  const reach = days.slice(-7).reduce((sum, day) => sum + (day.reach ?? 0), 0)
  expect(spans[0]?.reach).toBeLessThan(reach)
  expect(here.stand.violations).toEqual([])
})

test('a post is read again after 1, 3 and 7 days, each once with two workers', async () => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  here.work()
  const id = here.post()
  await here.afterRound(1_000)
  expect((await here.readMedia(id)).readings).toEqual([])
  for (const days of [1, 2, 4]) await here.afterRound(days * DAY_MS)
  const { readings } = await here.readMedia(id)
  expect(readings.map(({ ageHours }) => Math.floor(ageHours / 24))).toEqual([1, 3, 7])
  const views = readings.map((reading) => reading.views ?? 0)
  expect(views).toEqual(views.toSorted((one, other) => one - other))
  expect(here.stand.violations).toEqual([])
})

test('a machine that was off makes up for one reading, and says at which age it was made', async () => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const late = here.post()
  await here.afterRound(DAY_MS)
  await here.afterRound(9 * DAY_MS)
  const made = (await here.readMedia(late)).readings.map(({ ageHours }) => Math.floor(ageHours / 24))
  expect(made).toEqual([1, 10])
})

test.each([
  ['used up its calls', () => publishingErrors.accountLimit(), 20 * 60_000],
  ['had one answer that says nothing', () => publishingErrors.gateway(), 7 * HOUR_MS],
])('no day of a week without the machine is left out where the first round after it %s', async (_, fault, laterMs) => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  await here.afterRound(1_000)
  // The post, two days that may still be corrected and the newest complete one are read; those before it are not reached.
  const { status, body, headers } = fault()
  here.stand.faults.next(7, { delayMs: 1 }, { of: 'readInsights' })
  here.stand.faults.next(1, { status, body, ...(headers && { headers }) }, { of: 'readInsights' })
  await here.afterRound(6 * DAY_MS)
  const days = async () => (await here.readInsights()).days.map(({ day, isSettled }) => `${day} ${isSettled}`)
  expect(await days()).toContain('2026-11-23 true')
  expect(await days()).not.toContain('2026-11-22 true')
  await here.afterRound(laterMs)
  expect(await days()).toEqual([
    ...['17', '18', '19', '20', '21', '22', '23'].map((day) => `2026-11-${day} true`),
    ...['24', '25'].map((day) => `2026-11-${day} false`),
  ])
})

test.each([
  ['an answer that says nothing', () => publishingErrors.gateway()],
  ['a fault that passes', () => publishingErrors.temporary()],
  ['a place in the list that is gone', () => publishingErrors.badParameter('Invalid parameter: after')],
])('all posts are known in the end, also after %s', async (_, fault) => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 120 }] })
  const { status, body } = fault()
  here.stand.faults.next(1, { delayMs: 1 }, { of: 'listMedia' })
  here.stand.faults.next(1, { status, body }, { of: 'listMedia' })
  const known = async () => {
    const ids: string[] = []
    let next: string | undefined = `/api/accounts/${here.accountId}/insights/media?limit=100`
    while (next) {
      const res = await here.ask('pro', 'GET', next)
      ids.push(...res.json().map(({ mediaId }: OwnMedia) => mediaId))
      next = String(res.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1]
    }
    return ids.length
  }
  await here.afterRound(1_000)
  expect(await known()).toBe(50)
  for (let round = 0; round < 2; round += 1) await here.afterRound(HOUR_MS)
  expect(await known()).toBe(120)
  const pages = () => here.stand.calls.latest().filter(({ operation }) => operation === 'listMedia').length
  const before = pages()
  await here.afterRound(HOUR_MS)
  expect(pages() - before).toBe(1)
})

test('a story is read hourly while it lives, never after, and its figures stay', async () => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const id = here.post({ product: 'STORY' })
  for (const hours of [1, 1, 9, 11.5, 3]) await here.afterRound(hours * HOUR_MS)
  const { media, readings } = await here.readMedia(id)
  expect(readings.map(({ ageHours }) => Math.floor(ageHours))).toEqual([1, 2, 11, 22])
  expect(media).toMatchObject({ product: 'story', format: 'story', nextReadingAt: null })
  expect(here.stand.violations).toEqual([])
})

test('figures that come two days late are unknown until then, and never zero', async () => {
  const here = await connected({ isFilled: true, insightsLagMs: 46 * HOUR_MS, accounts: [{ username: OWN, posts: 1 }] })
  const id = here.post()
  await here.afterRound(DAY_MS)
  expect((await here.readMedia(id)).readings).toEqual([])
  expect((await here.readInsights()).days.map(({ day }) => day).at(-1)).toBe('2026-11-18')
  await here.afterRound(1.5 * DAY_MS)
  expect((await here.readMedia(id)).readings).toMatchObject([{ views: expect.any(Number) }])
  const { days } = await here.readInsights()
  expect(days.every(({ views }) => views !== null)).toBe(true)
  expect(here.stand.violations).toEqual([])
})

test('a metric that the service has taken away empties its own column, and is asked for singly once', async () => {
  const here = await connected({
    isFilled: true,
    goneMetrics: ['saved', 'accounts_engaged'],
    accounts: [{ username: OWN, posts: 8 }],
  })
  await here.afterRound(1_000)
  const { media, days } = await here.readInsights()
  const dayAgo = new Date(here.clock.now() - 1.1 * DAY_MS).toISOString()
  const posts = media.filter(({ product, postedAt }) => product === 'feed' && postedAt < dayAgo)
  expect(posts.length).toBeGreaterThan(3)
  for (const { latest } of posts) expect(latest).toMatchObject({ saves: null, views: expect.any(Number) })
  for (const day of days) expect(day).toMatchObject({ engagedAccounts: null, views: expect.any(Number) })
  const asked = posts.map(({ mediaId }) => figuresAsked(here, mediaId)).toSorted((one, other) => one - other)
  // The first post of its kind had each figure asked for by itself.
  expect([asked.at(-1), asked.at(-2)]).toEqual([12, 1])
  expect(here.stand.violations).toEqual([])
})

test('what was posted before the account was professional is marked, and never asked for again', async () => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const id = here.post({ isFromBefore: true })
  await here.afterRound(DAY_MS)
  await here.afterRound(3 * DAY_MS)
  expect((await here.readMedia(id)).media).toMatchObject({ endedBecause: 'before_professional', latest: null })
  expect(figuresAsked(here, id)).toBe(1)
})

test('days are those on the clocks of the company', async () => {
  const here = await connected({ works: false, isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  await here.ask('admin', 'PUT', '/api/companies/1', { timeZone: 'America/New_York' })
  here.work()
  // 02:00 in UTC on the 21st is the evening of the 20th there.
  await here.afterRound(17 * HOUR_MS)
  expect((await here.readInsights()).days.at(-1)).toMatchObject({ day: '2026-11-19', isSettled: false })
})

test('nothing is asked for without the permission, and the screen says what is missing', async () => {
  const here = await connected({ works: false, isFilled: true, accounts: [{ username: OWN, posts: 1 }] })
  const grant = (permissions: string[]) =>
    here.database.queries
      .updateTable('own_accounts')
      .set({ permissions: JSON.stringify(permissions) })
      .execute()
  await grant(['profile', 'publish'])
  here.work()
  await vi.waitFor(async () => expect(await here.stateOf()).toBeDefined(), { timeout: 10_000 })
  expect(await here.readInsights()).toMatchObject({ state: 'not_granted' })
  expect(here.stand.calls.latest()).toEqual([])
  await grant(['profile', 'insights'])
  await here.afterRound(2 * HOUR_MS)
  expect(await here.readInsights()).toMatchObject({ state: 'read' })
})

test('an access that the service ended stops the reading, keeps what was read, and goes on once it is connected again', async () => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 4 }] })
  await here.afterRound(1_000)
  here.stand.signIns.endTokens(OWN, 460)
  await here.afterRound(HOUR_MS)
  const ended = await here.readInsights()
  expect(ended).toMatchObject({ state: 'ended', problem: expect.stringContaining('password') })
  expect(ended.media).toHaveLength(4)
  await here.ask('pro', 'DELETE', `/api/own-accounts/${here.accountId}`)
  expect(await here.readInsights()).toMatchObject({ state: 'not_connected' })
})

test('a limit of the account is waited for as long as the service says', async () => {
  const here = await connected({ isFilled: true, works: false, accounts: [{ username: OWN, posts: 1 }] })
  const { status, body, headers } = publishingErrors.accountLimit(here.stand.account(OWN).id, 19)
  here.stand.faults.next(1, { status, body, ...(headers && { headers }) }, { of: 'listMedia' })
  here.work()
  await vi.waitFor(async () => expect((await here.readInsights()).problem).toMatch(/no more calls/), {
    timeout: 15_000,
  })
  const { nextReadAt } = await here.readInsights()
  expect(Date.parse(String(nextReadAt)) - here.clock.now()).toBeGreaterThan(15 * 60_000)
  await here.afterRound(20 * 60_000)
  expect(await here.readInsights()).toMatchObject({ state: 'read', problem: null })
})

test('a published item says planned against actual, and what it reached against comparable ones', async () => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 4 }] })
  const { id } = await here.queued(await here.aPost({ caption: 'Fresh bread' }))
  const { mediaId } = await here.comesTo(id, ({ endedAt }) => endedAt !== null)
  const early = await here.ask('pro', 'GET', `/api/publications/${id}/insights`)
  expect(early.statusCode).toBe(200)
  await here.afterRound(DAY_MS + HOUR_MS)
  const res = await here.ask('pro', 'GET', `/api/publications/${id}/insights`)
  const shown: MediaInsights = res.json()
  expect(shown.media).toMatchObject({ mediaId, publicationId: id, format: 'image' })
  const { plannedAt = '', publishedAt = '', lateMinutes } = shown.timing ?? {}
  expect(lateMinutes).toBeCloseTo((Date.parse(publishedAt) - Date.parse(plannedAt)) / 60_000, 0)
  expect(shown.reached?.ageDays).toBe(1)
  const views = shown.reached?.figures.find(({ figure }) => figure === 'views')
  expect(views).toMatchObject({ reached: shown.readings[0]?.views, items: expect.any(Number) })
  expect(here.stand.violations).toEqual([])
})

test('a draft says how comparable items did, and how many are behind it', async () => {
  const here = await connected({ isFilled: true, accounts: [{ username: OWN, posts: 40 }] })
  await here.afterRound(1_000)
  const itemId = await here.aPost()
  const expected = async (who: 'pro' | 'foreigner') =>
    here.ask(who, 'GET', `/api/accounts/${here.accountId}/insights/expected?itemId=${itemId}`)
  const { format, ageDays, figures } = (await expected('pro')).json()
  expect({ format, ageDays }).toEqual({ format: 'image', ageDays: 28 })
  const [views] = figures
  expect(views.items).toBeGreaterThan(5)
  expect(views.low).toBeLessThanOrEqual(views.median)
  expect(views.high).toBeGreaterThanOrEqual(views.median)
  expect((await expected('foreigner')).statusCode).toBe(404)
})

test('posts are listed page by page, and another company reads none of it', async () => {
  const here = await connected({ isFilled: true })
  await here.afterRound(1_000)
  const path = `/api/accounts/${here.accountId}/insights/media`
  const first = await here.ask('pro', 'GET', `${path}?limit=5`)
  const next = String(first.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
  const second = await here.ask('pro', 'GET', next)
  const ids = [...first.json(), ...second.json()].map(({ mediaId }: OwnMedia) => mediaId)
  expect([ids.length, new Set(ids).size]).toEqual([10, 10])
  expect((await here.ask('foreigner', 'GET', path)).statusCode).toBe(404)
  expect((await here.ask('basic', 'GET', path)).statusCode).toBe(403)
  // Figures that an owner granted to one company do not go with the account to another.
  await here.ask('admin', 'PUT', `/api/accounts/${here.accountId}`, { companyId: 2 })
  expect((await here.ask('foreigner', 'GET', path)).json()).toEqual([])
})

test('days and readings are downloaded for spreadsheets, with an empty cell for what is not known', async () => {
  const here = await connected({ isFilled: true, goneMetrics: ['saved'], accounts: [{ username: OWN, posts: 4 }] })
  await here.afterRound(1_000)
  const file = async (what: string) => {
    const res = await here.ask('pro', 'GET', `/api/accounts/${here.accountId}/insights/export?what=${what}`)
    expect(res.headers['content-disposition']).toBe(`attachment; filename="${OWN}-insights-${what}.csv"`)
    const [heads = '', ...rows] = res.body.trim().split('\r\n')
    return rows.map((row) =>
      Object.fromEntries(
        heads
          .replace('\uFEFF', '')
          .split(',')
          .map((head, at) => [head, row.split(',')[at]]),
      ),
    )
  }
  const days = await file('days')
  expect(days.map((row) => row['"days"'])).toEqual(['1', '1', '1', '7', '7', '28', '28'])
  const posts = await file('posts')
  expect(posts.length).toBeGreaterThan(2)
  for (const row of posts) expect([row['"saves"'], Number(row['"views"']) > 0]).toEqual(['""', true])
})
