/** What the machine needs: accounts without a reading, failed imports, old backups, and tokens that end. */
import { describe, expect, test } from 'vitest'
import {
  alertsOf,
  evaluate,
  mailsOf,
  sentencesOf,
  session,
  setFigures,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerts.ts'
import { DAY_MS, HOUR_MS } from '../../../testing/planted-accounts.ts'
import { START, type World, world } from '../../../testing/world.ts'

const source = {
  name: 'graph' as const,
  title: 'Instagram Graph API',
  namesPerCall: 1,
  callsPerHour: 1,
  readPosts: null,
  read: () => Promise.reject(new Error('Nothing is read here')),
}

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
    expect(await sentencesOf(here, 'admin')).toEqual(['2 accounts without a reading for more than 2 days'])
    expect(await sentencesOf(here, 'pro')).toEqual([])
    await setFigures(here, 1, { captured_at: here.clock.now() })
    await evaluate(here)
    expect(await sentencesOf(here, 'admin')).toEqual(['@esa has had no reading for more than 2 days'])
    await setFigures(here, 2, { captured_at: here.clock.now() })
    await evaluate(here)
    expect(await alertsOf(here, 'admin')).toMatchObject([{ closedAt: expect.any(String) }])
    expect(await mailsOf(here, 'admin')).toEqual(['2 accounts without a reading for more than 2 days'])
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
