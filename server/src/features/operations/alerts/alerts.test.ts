/** Alerts through their routes: one for each cause and person, which closes by itself; and what never raises one. */
import type { AlertRules, AlertThreshold } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import {
  alertsOf,
  choose,
  decided,
  evaluate,
  mailsOf,
  moved,
  rulesOf,
  sentencesOf,
  unreadOf,
  userIdOf,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerted.ts'
import { isQuiet } from '../../../testing/measured.ts'
import {
  DAY_MS,
  HOUR_MS,
  importPlanted,
  plant,
  plantDays,
  shiftFrom,
  TODAY,
} from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { type Person, START, type World, world } from '../../../testing/world.ts'

const session = { idleMs: 400 * DAY_MS, maxMs: 400 * DAY_MS }
const source = {
  name: 'graph' as const,
  title: 'Instagram Graph API',
  namesPerCall: 1,
  callsPerHour: 1,
  readPosts: null,
  read: () => Promise.reject(new Error('Nothing is read here')),
}
async function set(here: World, id: number, figures: { followers?: number; captured_at?: number }) {
  await here.database.queries
    .updateTable('accounts')
    .set({ ...figures, shown: null })
    .where('id', '=', id)
    .execute()
}

test('a move that the analysis found is one alert for each person who sees the account, until it is no news', async () => {
  const here = await world({ session })
  const id = await plant(here, 'fallen', { days: shiftFrom(plantDays({ count: 150, seed: 4 }), TODAY, -0.05) })
  const workers = here.work()
  await until('the move is found', async () => {
    const row = await here.database.queries.selectFrom('account_moves').select('day').executeTakeFirst()
    return row?.day != null && (await isQuiet(here))
  })
  await workers.end()
  await evaluate(here)
  const [alert, ...others] = await alertsOf(here, 'basic')
  expect(others).toEqual([])
  expect(alert).toMatchObject({ kind: 'anomaly', number: 1, accountId: id, day: '2026-11-20', isRead: false })
  expect(alert?.sentence).toMatch(/^@fallen lost 2,\d{3} followers on Nov 20$/)
  expect(alert?.cause).toBe('Nothing we hold explains it')
  expect(await sentencesOf(here, 'foreigner')).toEqual([])
  expect(await sentencesOf(here, 'loner')).toEqual([])
  await evaluate(here)
  expect(await alertsOf(here, 'admin')).toHaveLength(1)
  await evaluate(here, 5 * DAY_MS)
  expect((await alertsOf(here, 'basic'))[0]).toMatchObject({ closedAt: expect.any(String) })
  expect(await unreadOf(here, 'basic')).toBe(0)
})

describe('A cleanup of many accounts', () => {
  test('is one alert and one mail, also where readings come in over hours', async () => {
    const here = await world({ session, ...WITH_MAIL })
    await withAddresses(here, 'pro')
    const fall = (count: number, from: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          moved(here, `fell_${from + at}`, { change: -500 - at, kind: 'cleanup' }),
        ),
      )
    await fall(20, 0)
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual(['Figures of 20 accounts moved'])
    await here.ask('pro', 'POST', '/api/alerts/read', {})
    expect(await unreadOf(here, 'pro')).toBe(0)
    await fall(30, 20)
    await evaluate(here, 5 * HOUR_MS)
    const [alert] = await alertsOf(here, 'pro')
    expect(alert).toMatchObject({
      sentence: 'Figures of 50 accounts moved',
      cause: 'The largest: @fell_49 lost 529 followers on Nov 20. It looks like a cleanup by Instagram',
      isRead: false,
    })
    expect(await mailsOf(here, 'pro')).toEqual(['Figures of 20 accounts moved'])
  })

  test('is told to each person for the accounts that they see and chose', async () => {
    const here = await world({ session })
    const own = await moved(here, 'own', { change: -900 })
    await moved(here, 'other', { change: -700 })
    await moved(here, 'foreign', { change: -800, companyId: 2 })
    await choose(here, 'basic', ({ rules }) => ({
      rules: rules.map((rule) => ({ ...rule, scope: { kind: 'accounts', ids: [own] } })),
    }))
    await here.ask('pro', 'POST', '/api/groups', { name: 'None of them', accountIds: [own] })
    await evaluate(here)
    expect(await sentencesOf(here, 'admin')).toEqual(['Figures of 3 accounts moved'])
    expect(await sentencesOf(here, 'pro')).toEqual(['Figures of 2 accounts moved'])
    expect(await sentencesOf(here, 'basic')).toEqual(['@own lost 900 followers on Nov 20'])
    expect(await sentencesOf(here, 'foreigner')).toEqual(['@foreign lost 800 followers on Nov 20'])
  })
})

describe('Nothing is raised', () => {
  test('by an import of two years, whatever moved in them and on their last day', async () => {
    const here = await world({ session })
    const days = shiftFrom(shiftFrom(plantDays({ count: 730, seed: 9 }), TODAY - 300, 0.2), TODAY, -0.1)
    await importPlanted(here, 'history', { days })
    const workers = here.work()
    await until('the move is found', async () => {
      const row = await here.database.queries.selectFrom('account_moves').select('day').executeTakeFirst()
      return row?.day === TODAY && (await isQuiet(here))
    })
    await workers.end()
    await evaluate(here)
    expect(await sentencesOf(here, 'admin')).toEqual([])
  })

  test('for a figure of a file, for one that came days late, and for one of the demo workspace', async () => {
    const here = await world({ session })
    await moved(here, 'typed', { change: -900, isImported: true })
    await moved(here, 'late', { change: -900, recordedAfterMs: 3 * DAY_MS })
    await moved(here, 'shown', { change: -900, companyId: 2 })
    await here.database.queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', 2).execute()
    await evaluate(here)
    expect(await sentencesOf(here, 'admin')).toEqual([])
    expect(await sentencesOf(here, 'foreigner')).toEqual([])
  })

  test('twice by a clock that jumps back and forth', async () => {
    const here = await world({ session, ...WITH_MAIL })
    await withAddresses(here, 'admin')
    await moved(here, 'fallen', { change: -900 })
    for (const jump of [0, 3 * DAY_MS, -6 * DAY_MS, 10 * DAY_MS, -7 * DAY_MS]) await evaluate(here, jump + 60_000)
    const mails = await mailsOf(here, 'admin')
    expect(mails).toContain('@fallen lost 900 followers on Nov 20')
    expect(new Set(mails).size).toBe(mails.length)
    expect((await alertsOf(here, 'admin')).filter(({ kind }) => kind === 'anomaly')).toHaveLength(1)
  })
})

describe('A threshold', () => {
  const threshold = (id: number, more: Partial<AlertThreshold> = {}): AlertThreshold => ({
    isOn: true,
    subject: { kind: 'account', id },
    metric: 'followers',
    side: 'above',
    value: 10_000,
    margin: 200,
    channels: { product: true, mail: true, webhook: true },
    ...more,
  })
  const watched = async (here: World, thresholds: AlertThreshold[]) =>
    choose(here, 'pro', () => ({ thresholds: thresholds.map((one) => ({ ...one, subjectName: null })) }))

  test('that figures flap around is one alert and one mail, closes when they are back, and opens for another day', async () => {
    const here = await world({ session, ...WITH_MAIL })
    await withAddresses(here, 'pro')
    const id = await moved(here, 'nasa', { change: 0 })
    await here.database.queries.deleteFrom('account_moves').execute()
    expect((await watched(here, [threshold(id)])).statusCode).toBe(200)
    const walk = async (followers: number, passed = HOUR_MS) => {
      await set(here, id, { followers, captured_at: here.clock.now() + passed })
      await evaluate(here, passed)
      return (await alertsOf(here, 'pro')).map(({ sentence, cause, closedAt }) => [sentence, cause, closedAt === null])
    }
    const said = 'Followers of @nasa are above 10,000'
    expect(await walk(9_990)).toEqual([])
    expect(await walk(10_010)).toEqual([[said, 'Now 10,010', true]])
    for (const value of [9_950, 10_020, 9_900, 10_030])
      expect(await walk(value)).toEqual([[said, `Now ${value.toLocaleString('en-US')}`, true]])
    expect(await walk(9_800)).toMatchObject([[said, expect.anything(), false]])
    expect(await walk(10_040)).toEqual([[said, 'Now 10,040', true]])
    expect(await mailsOf(here, 'pro')).toEqual([said])
    await walk(9_000)
    expect(await walk(11_000, 2 * DAY_MS)).toMatchObject([
      [said, 'Now 11,000', true],
      [said, expect.anything(), false],
    ])
    expect(await mailsOf(here, 'pro')).toEqual([said, said])
  })

  test('is about a group as one, and about nothing while one of its accounts was not read', async () => {
    const here = await world({ session })
    const [one, two] = [await moved(here, 'one', { change: 0 }), await moved(here, 'two', { change: 0 })]
    await here.database.queries.deleteFrom('account_moves').execute()
    const group = (await here.ask('pro', 'POST', '/api/groups', { name: 'Both', accountIds: [one, two] })).json()
    await watched(here, [threshold(0, { subject: { kind: 'group', id: group.id }, side: 'below', value: 50_000 })])
    await set(here, two, { captured_at: START - 3 * DAY_MS })
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual([])
    await set(here, two, { captured_at: START })
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual(['Followers of Both are below 50,000'])
    expect(await sentencesOf(here, 'admin')).toEqual([])
  })

  test('of a person who has left the company is about nothing any more', async () => {
    const here = await world({ session, accounts: ['own'] })
    const { queries } = here.database
    await queries.updateTable('accounts').set({ source: 'graph', shown: null }).execute()
    await watched(here, [threshold(1)])
    await queries.updateTable('users').set({ company_id: 2 }).where('username', '=', 'pro').execute()
    await set(here, 1, { followers: 12_000, captured_at: START })
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual([])
    expect(await queries.selectFrom('alert_causes').select('name').execute()).toEqual([])
  })

  test('that is taken away closes its alert; one about what is not seen is refused, and so is the same twice', async () => {
    const here = await world({ session, accounts: ['own', { username: 'foreign', companyId: 2 }] })
    await set(here, 1, { followers: 12_000, captured_at: START })
    await here.database.queries.updateTable('accounts').set({ source: 'graph', shown: null }).execute()
    expect((await watched(here, [threshold(2)])).statusCode).toBe(400)
    expect((await watched(here, [threshold(1), threshold(1, { margin: 5 })])).statusCode).toBe(400)
    await watched(here, [threshold(1)])
    expect((await rulesOf(here, 'pro')).thresholds).toMatchObject([{ subjectName: '@own' }])
    await evaluate(here)
    expect(await alertsOf(here, 'pro')).toMatchObject([{ kind: 'threshold', accountId: 1, closedAt: null }])
    await watched(here, [])
    await evaluate(here)
    expect(await alertsOf(here, 'pro')).toMatchObject([{ closedAt: expect.any(String) }])
  })
})

describe('Silence', () => {
  const silent = { session, accounts: ['nasa', 'esa'], sources: () => [source], ...WITH_MAIL }
  const read = (here: World, at: number) =>
    here.database.queries.updateTable('accounts').set({ captured_at: at, shown: null }).execute()
  /** Evaluated all the time, as on a machine that is on. */
  const wait = async (here: World, hours: number) => {
    for (let passed = 0; passed < hours; passed += 5) await evaluate(here, 5 * HOUR_MS)
  }

  test('of 48 hours is one alert for all accounts, which closes when they are read', async () => {
    const here = await world(silent)
    await withAddresses(here, 'admin')
    await read(here, START)
    await wait(here, 45)
    expect(await sentencesOf(here, 'admin')).toEqual([])
    await wait(here, 5)
    expect(await sentencesOf(here, 'admin')).toEqual(['2 accounts without a reading for 2 days'])
    expect(await sentencesOf(here, 'pro')).toEqual([])
    await set(here, 1, { captured_at: here.clock.now() })
    await evaluate(here)
    expect(await sentencesOf(here, 'admin')).toEqual(['@esa has had no reading for 2 days'])
    await set(here, 2, { captured_at: here.clock.now() })
    await evaluate(here)
    expect(await alertsOf(here, 'admin')).toMatchObject([{ closedAt: expect.any(String) }])
    expect(await mailsOf(here, 'admin')).toEqual(['2 accounts without a reading for 2 days'])
  })

  test('while the machine was off is none: sources have twelve hours to catch up', async () => {
    const here = await world(silent)
    await read(here, START)
    await evaluate(here)
    await evaluate(here, 5 * DAY_MS)
    expect(await sentencesOf(here, 'admin')).toEqual([])
    await read(here, here.clock.now())
    await wait(here, 20)
    expect(await sentencesOf(here, 'admin')).toEqual([])
  })
})

test('failed imports, an old backup and a token that ends: each to those who deal with it', async () => {
  const here = await world({ session, sources: () => [source], graphTokenExpiresAt: START + 6 * DAY_MS })
  const { queries } = here.database
  const dead = { user_id: null, file_name: 'figures.csv', state: 'failed' as const, rows: 0, progress: 0 }
  await queries
    .insertInto('metrics_imports')
    .values({ ...dead, id: 'an-import', company_id: 1, created_at: START, finished_at: START })
    .execute()
  await evaluate(here)
  expect((await sentencesOf(here, 'admin')).sort()).toEqual([
    'The token of the Instagram Graph API ends in 6 days',
    'figures.csv could not be imported',
  ])
  expect(await sentencesOf(here, 'pro')).toEqual(['figures.csv could not be imported'])
  expect(await sentencesOf(here, 'basic')).toEqual([])
  await evaluate(here, 5 * DAY_MS)
  expect(await sentencesOf(here, 'admin')).toContain('The token of the Instagram Graph API ends in a day')
  await evaluate(here, 4 * DAY_MS)
  const open = (await alertsOf(here, 'admin')).filter(({ closedAt }) => closedAt === null)
  // PostgreSQL is often backed up where it runs.
  expect(open.map(({ sentence }) => sentence)).toEqual([
    ...(here.database.engine === 'sqlite' ? ['There is no backup'] : []),
    'The token of the Instagram Graph API has ended',
  ])
})

test('the token of a connection that was added is warned of a week and a day before, unless it is paused', async () => {
  const here = await world({ session, sources: () => [source] })
  const added = { source: 'graph' as const, own_id: '1', sealed: '', calls_per_hour: null, created_at: START }
  const token_ends_on = Math.floor(START / DAY_MS) + 8
  for (const [name, is_paused] of [
    ['Second', 0],
    ['Third', 1],
  ] as const)
    await here.database.queries
      .insertInto('source_connections')
      .values({ ...added, name, name_key: name.toLowerCase(), is_paused, token_ends_on })
      .execute()
  const warnings = async () =>
    (await alertsOf(here, 'admin'))
      .filter(({ kind, closedAt }) => kind === 'token' && closedAt === null)
      .map(({ sentence }) => sentence)
  await evaluate(here)
  expect(await warnings()).toEqual([])
  await evaluate(here, DAY_MS)
  expect(await warnings()).toEqual(['The token of the Instagram Graph API (Second) ends in 7 days'])
  await evaluate(here, 6 * DAY_MS)
  expect(await warnings()).toEqual(['The token of the Instagram Graph API (Second) ends in a day'])
})

test('what a client has answered is one alert for each request, once it cannot be undone', async () => {
  const here = await world({ session })
  await decided(here, 1, 1)
  await decided(here, 1, 2, { answer: 'changes', comment: 'Another picture, please' })
  await decided(here, 2, 3, { announced_at: null })
  await decided(here, 3, 4, { announced_at: START - 8 * DAY_MS })
  await decided(here, 4, 5, { company_id: 2 })
  await evaluate(here)
  expect(await sentencesOf(here, 'pro')).toEqual(['2 posts answered by a client'])
  await decided(here, 5, 6, { name: 'Bo', answer: 'changes', comment: 'Softer light' })
  await evaluate(here)
  await evaluate(here)
  const [latest, ...earlier] = await alertsOf(here, 'basic')
  expect(latest).toMatchObject({ kind: 'approval', sentence: 'Bo asked for changes to a post', cause: 'Softer light' })
  expect(earlier).toHaveLength(1)
  await evaluate(here, 8 * DAY_MS)
  const closed = (await alertsOf(here, 'basic')).filter(({ kind }) => kind === 'approval')
  expect(closed.every(({ closedAt }) => closedAt !== null)).toBe(true)
})

test('a webhook gets each alert once, for its own user alone', async () => {
  const here = await world({ session })
  await here.database.queries
    .updateTable('users')
    .set({ webhook_url: 'https://receiver.example/in' })
    .where('username', 'in', ['pro', 'foreigner'])
    .execute()
  await moved(here, 'fallen', { change: -900 })
  await evaluate(here)
  await evaluate(here)
  const rows = await here.database.queries.selectFrom('webhook_deliveries').selectAll().execute()
  expect(rows).toMatchObject([{ kind: 'alert.opened', user_id: userIdOf('pro'), company_id: 1 }])
  expect(JSON.parse(rows[0]?.body ?? '{}')).toMatchObject({
    type: 'alert.opened',
    companyId: 1,
    data: { kind: 'anomaly', sentence: '@fallen lost 900 followers on Nov 20', number: 1, day: '2026-11-20' },
  })
})

describe('A person', () => {
  test('reads, puts off, dismisses and brings back their own alerts alone', async () => {
    const here = await world({ session })
    await moved(here, 'fallen', { change: -900 })
    await evaluate(here)
    const [alert] = await alertsOf(here, 'pro')
    const at = `/api/alerts/${alert?.id}`
    expect((await here.ask('admin', 'DELETE', at)).statusCode).toBe(404)
    expect(await unreadOf(here, 'pro')).toBe(1)
    expect((await here.ask('pro', 'POST', '/api/alerts/read', { ids: [alert?.id] })).statusCode).toBe(200)
    expect([await unreadOf(here, 'pro'), await unreadOf(here, 'admin')]).toEqual([0, 1])
    const [ofAdmin] = await alertsOf(here, 'admin')
    await here.ask('pro', 'POST', '/api/alerts/read', { ids: [ofAdmin?.id] })
    await here.ask('pro', 'POST', '/api/alerts/read', {})
    expect(await unreadOf(here, 'admin')).toBe(1)
    const snoozed = await here.ask('pro', 'POST', `${at}/snooze`)
    expect(snoozed.json()).toEqual({ until: '2026-11-21T07:00:00.000Z' })
    expect((await here.ask('pro', 'GET', '/api/alerts')).json()).toEqual({ alerts: [], more: 0, snoozed: 1 })
    await here.ask('pro', 'POST', `${at}/restore`)
    expect(await alertsOf(here, 'pro')).toHaveLength(1)
    await here.ask('pro', 'DELETE', at)
    await evaluate(here)
    expect(await alertsOf(here, 'pro')).toEqual([])
    expect(await alertsOf(here, 'admin')).toHaveLength(1)
  })

  test('who leaves a company sees nothing more of it', async () => {
    const here = await world({ session })
    await moved(here, 'fallen', { change: -900 })
    await evaluate(here)
    const [alert] = await alertsOf(here, 'pro')
    await here.database.queries.updateTable('users').set({ company_id: 2 }).where('username', '=', 'pro').execute()
    expect(await alertsOf(here, 'pro')).toEqual([])
    expect(await unreadOf(here, 'pro')).toBe(0)
    expect((await here.ask('pro', 'DELETE', `/api/alerts/${alert?.id}`)).statusCode).toBe(404)
  })

  test('chooses channels: without the product nothing is listed, and nothing at all comes of what is off', async () => {
    const here = await world({ session, ...WITH_MAIL })
    await withAddresses(here, 'pro', 'basic')
    const only =
      (channels: Partial<AlertRules['rules'][number]['channels']>, isOn = true) =>
      ({ rules }: AlertRules) => ({
        rules: rules.map((rule) => ({
          ...rule,
          isOn,
          channels: { product: false, mail: false, webhook: false, ...channels },
        })),
      })
    await choose(here, 'pro', only({ mail: true }))
    await choose(here, 'basic', only({ product: true, mail: true }, false))
    await moved(here, 'fallen', { change: -900 })
    await evaluate(here)
    expect([await sentencesOf(here, 'pro'), await sentencesOf(here, 'basic')]).toEqual([[], []])
    expect([await mailsOf(here, 'pro'), await mailsOf(here, 'basic')]).toEqual([
      ['@fallen lost 900 followers on Nov 20'],
      [],
    ])
  })

  test('may not choose what is for another role', async () => {
    const here = await world({ session })
    const [rule] = (await rulesOf(here, 'admin')).rules.filter(({ kind }) => kind === 'token')
    const res = await choose(here, 'basic', ({ rules }) => ({ rules: [...rules, ...(rule ? [rule] : [])] }))
    expect(res.statusCode).toBe(400)
    expect(res.json()).toMatchObject({ fields: { 'rules.3.kind': 'is not for you' } })
  })
})

test('processes that evaluate at once tell everybody once', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'admin', 'pro')
  for (let at = 0; at < 10; at++) await moved(here, `fell_${at}`, { change: -900 - at })
  const workers = [here.work(), here.work(), here.work()]
  await until('alerts are there', async () => (await alertsOf(here, 'admin')).length > 0)
  await Promise.all(workers.map((some) => some.end()))
  expect(await mailsOf(here, 'admin')).toEqual(['Figures of 10 accounts moved'])
  expect(await mailsOf(here, 'pro')).toEqual(['Figures of 10 accounts moved'])
})

test('a digest comes on its weekday and hour, once, and not about a week in which nothing happened', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro', 'admin', 'basic')
  await choose(here, 'admin', () => ({ digest: { isOn: true, weekday: 6, hour: 8 } }))
  await evaluate(here)
  const digestsOf = async (who: Person) => (await mailsOf(here, who)).filter((title) => title.startsWith('Your week'))
  // Saturday at 8: the administrator's week held nothing.
  await evaluate(here, 23 * HOUR_MS)
  expect(await digestsOf('admin')).toEqual([])
  await moved(here, 'fallen', { change: -900 })
  await evaluate(here)
  await evaluate(here, 2 * DAY_MS)
  await evaluate(here)
  expect(await digestsOf('pro')).toEqual(['Your week: Nov 16 to Nov 22'])
  expect(await digestsOf('basic')).toEqual([])
  await evaluate(here, -7 * DAY_MS)
  await evaluate(here, 7 * DAY_MS)
  expect(await digestsOf('pro')).toEqual(['Your week: Nov 16 to Nov 22'])
})
