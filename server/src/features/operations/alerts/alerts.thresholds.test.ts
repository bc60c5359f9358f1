/** Thresholds that a person chose: when figures cross one, and whose they are. */
import type { AlertThreshold } from '@tangelo/contract'
import { describe, expect, test } from 'vitest'
import {
  alertsOf,
  choose,
  evaluate,
  insertMovedAccount,
  mailsOf,
  rulesOf,
  sentencesOf,
  session,
  setFigures,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerts.ts'
import { DAY_MS, HOUR_MS, plant, plantDays } from '../../../testing/planted-accounts.ts'
import { START, type World, world } from '../../../testing/world.ts'

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
  const setThresholds = async (here: World, thresholds: AlertThreshold[]) =>
    choose(here, 'pro', () => ({ thresholds: thresholds.map((one) => ({ ...one, subjectName: null })) }))

  test('that figures flap around is one alert and one mail, closes when they are back, and opens for another day', async () => {
    const here = await world({ session, ...WITH_MAIL })
    await withAddresses(here, 'pro')
    const id = await insertMovedAccount(here, 'nasa', { change: 0 })
    await here.database.queries.deleteFrom('account_moves').execute()
    expect((await setThresholds(here, [threshold(id)])).statusCode).toBe(200)
    const walk = async (followers: number, passed = HOUR_MS) => {
      await setFigures(here, id, { followers, captured_at: here.clock.now() + passed })
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
    const [one, two] = [
      await insertMovedAccount(here, 'one', { change: 0 }),
      await insertMovedAccount(here, 'two', { change: 0 }),
    ]
    await here.database.queries.deleteFrom('account_moves').execute()
    const group = (await here.ask('pro', 'POST', '/api/groups', { name: 'Both', accountIds: [one, two] })).json()
    await setThresholds(here, [
      threshold(0, { subject: { kind: 'group', id: group.id }, side: 'below', value: 50_000 }),
    ])
    await setFigures(here, two, { captured_at: START - 3 * DAY_MS })
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual([])
    await setFigures(here, two, { captured_at: START })
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual(['Followers of Both are below 50,000'])
    expect(await sentencesOf(here, 'admin')).toEqual([])
  })

  test('of followers won in 30 days is about nothing where an account of it was not read when these began', async () => {
    const here = await world({ session })
    const { queries } = here.database
    const isRead = () => queries.updateTable('accounts').set({ source: 'graph', shown: null }).execute()
    const days = plantDays({ count: 40, seed: 1 })
    const old = await plant(here, 'old', { days })
    const gaping = await plant(here, 'gaping', { days: new Map([...days].filter((_, at) => at < 5 || at >= 20)) })
    await isRead()
    const group = (await here.ask('pro', 'POST', '/api/groups', { name: 'Both', accountIds: [old, gaping] })).json()
    const won = { metric: 'followerChange', value: 1, margin: 0 } as const
    const ofGroup = threshold(0, { ...won, subject: { kind: 'group', id: group.id } })
    await setThresholds(here, [threshold(old, won), threshold(gaping, won), ofGroup])
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual(['Followers gained in 30 days of @old are above 1'])
    await plant(here, 'gaping', { days: new Map([...days].slice(5, 20)) })
    await isRead()
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toHaveLength(3)
  })

  test('of a person who has left the company is about nothing any more', async () => {
    const here = await world({ session, accounts: ['own'] })
    const { queries } = here.database
    await queries.updateTable('accounts').set({ source: 'graph', shown: null }).execute()
    await setThresholds(here, [threshold(1)])
    await queries.updateTable('users').set({ company_id: 2 }).where('username', '=', 'pro').execute()
    await setFigures(here, 1, { followers: 12_000, captured_at: START })
    await evaluate(here)
    expect(await sentencesOf(here, 'pro')).toEqual([])
    expect(await queries.selectFrom('alert_causes').select('name').execute()).toEqual([])
  })

  test('that is taken away closes its alert; one about what is not seen is refused, and so is the same twice', async () => {
    const here = await world({ session, accounts: ['own', { username: 'foreign', companyId: 2 }] })
    await setFigures(here, 1, { followers: 12_000, captured_at: START })
    await here.database.queries.updateTable('accounts').set({ source: 'graph', shown: null }).execute()
    expect((await setThresholds(here, [threshold(2)])).statusCode).toBe(400)
    expect((await setThresholds(here, [threshold(1), threshold(1, { margin: 5 })])).statusCode).toBe(400)
    await setThresholds(here, [threshold(1)])
    expect((await rulesOf(here, 'pro')).thresholds).toMatchObject([{ subjectName: '@own' }])
    await evaluate(here)
    expect(await alertsOf(here, 'pro')).toMatchObject([{ kind: 'threshold', accountId: 1, closedAt: null }])
    await setThresholds(here, [])
    await evaluate(here)
    expect(await alertsOf(here, 'pro')).toMatchObject([{ closedAt: expect.any(String) }])
  })
})
