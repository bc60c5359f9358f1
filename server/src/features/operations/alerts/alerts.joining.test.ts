/** What joins an alert that a person has already: never one that they put away, nor one of another company, nor a wrong clock's. */
import { expect, test } from 'vitest'
import {
  alertsOf,
  choose,
  evaluate,
  insertMovedAccount,
  mailsOf,
  sentencesOf,
  session,
  unreadOf,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerts.ts'
import { DAY_MS, HOUR_MS, TODAY } from '../../../testing/planted-accounts.ts'
import { type World, world } from '../../../testing/world.ts'

const FALLEN = '@fallen lost 900 followers on Nov 20'

const belongsTo = ({ database }: World, companyId: number) =>
  database.queries.updateTable('users').set({ company_id: companyId }).where('username', '=', 'pro').execute()

test('a dismissed alert comes back with what is new alone, and without a mail', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  const [alert] = await alertsOf(here, 'pro')
  await here.ask('pro', 'DELETE', `/api/alerts/${alert?.id}`)
  await evaluate(here)
  expect(await sentencesOf(here, 'pro')).toEqual([])
  await insertMovedAccount(here, 'sunken', { change: -5_000 })
  await evaluate(here, HOUR_MS)
  expect(await sentencesOf(here, 'pro')).toEqual(['@sunken lost 5,000 followers on Nov 20'])
  expect(await unreadOf(here, 'pro')).toBe(1)
  expect(await sentencesOf(here, 'admin')).toEqual(['Figures of 2 accounts moved'])
  expect(await mailsOf(here, 'pro')).toEqual([FALLEN])
})

test('an alert that is put off is new again on the next morning', async () => {
  const here = await world({ session })
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  const [alert] = await alertsOf(here, 'pro')
  await here.ask('pro', 'POST', '/api/alerts/read', {})
  await here.ask('pro', 'POST', `/api/alerts/${alert?.id}/snooze`)
  expect(await unreadOf(here, 'pro')).toBe(0)
  here.clock.moveBy(22 * HOUR_MS)
  expect(await unreadOf(here, 'pro')).toBe(1)
  await here.ask('pro', 'POST', `/api/alerts/${alert?.id}/snooze`)
  await here.ask('pro', 'POST', `/api/alerts/${alert?.id}/restore`)
  expect(await unreadOf(here, 'pro')).toBe(0)
})

test('what moves in the next company of a person is an alert of its own, and nothing of the first one', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  await belongsTo(here, 2)
  await insertMovedAccount(here, 'other', { change: -700, companyId: 2 })
  await evaluate(here)
  const other = '@other lost 700 followers on Nov 20'
  expect(await sentencesOf(here, 'pro')).toEqual([other])
  await belongsTo(here, 1)
  expect(await sentencesOf(here, 'pro')).toEqual([FALLEN])
  expect(await mailsOf(here, 'pro')).toEqual([FALLEN, other])
})

test('a clock that was a month ahead for one round keeps no mail back when it is right again', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'pro')
  await insertMovedAccount(here, 'ahead', { change: -400, day: TODAY + 30 })
  await evaluate(here, 30 * DAY_MS)
  expect(await mailsOf(here, 'pro')).toEqual(['@ahead lost 400 followers on Dec 20'])
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here, -30 * DAY_MS)
  expect(await mailsOf(here, 'pro')).toContain(FALLEN)
})

test('choices count for what joins: where it is shown, and of which accounts', async () => {
  const here = await world({ session })
  const anomalies = (change: { isShown?: boolean; ids?: number[] }) =>
    choose(here, 'pro', ({ rules }) => ({
      rules: rules.map((rule) =>
        rule.kind !== 'anomaly'
          ? rule
          : {
              ...rule,
              channels: { ...rule.channels, product: change.isShown ?? true },
              scope: change.ids ? { kind: 'accounts' as const, ids: change.ids } : rule.scope,
            },
      ),
    }))
  await anomalies({ isShown: false })
  await insertMovedAccount(here, 'early', { change: -600, day: TODAY - 1 })
  await evaluate(here)
  expect(await sentencesOf(here, 'pro')).toEqual([])
  const chosen = await insertMovedAccount(here, 'fallen', { change: -900 })
  await insertMovedAccount(here, 'sunken', { change: -5_000 })
  await anomalies({ ids: [chosen] })
  await evaluate(here)
  expect(await sentencesOf(here, 'pro')).toEqual([FALLEN])
  // The first one is no news any more: what is left is said anew.
  await evaluate(here, 4 * DAY_MS)
  expect(await sentencesOf(here, 'pro')).toEqual([FALLEN])
  expect(await sentencesOf(here, 'admin')).toEqual(['Figures of 2 accounts moved'])
})

test('an alert about deleted accounts closes, whatever lasts in other companies', async () => {
  const here = await world({ session })
  const first = await insertMovedAccount(here, 'fallen', { change: -900 })
  await insertMovedAccount(here, 'foreign', { change: -800, companyId: 2 })
  const last = await insertMovedAccount(here, 'sunken', { change: -700 })
  await evaluate(here)
  expect(await alertsOf(here, 'pro')).toMatchObject([{ number: 2, closedAt: null }])
  for (const id of [first, last])
    expect((await here.ask('admin', 'DELETE', `/api/accounts/${id}`)).statusCode).toBe(200)
  await evaluate(here)
  expect(await alertsOf(here, 'pro')).toMatchObject([{ closedAt: expect.any(String) }])
  expect(await alertsOf(here, 'foreigner')).toMatchObject([{ number: 1, closedAt: null }])
})

test('the same move found again under another day says nothing new; one back up is another one', async () => {
  const here = await world({ session })
  const id = await insertMovedAccount(here, 'fallen', { change: -900 })
  await evaluate(here)
  const changeMove = (move: { day: number; change: number }) =>
    here.database.queries.updateTable('account_moves').set(move).where('account_id', '=', id).execute()
  await changeMove({ day: TODAY - 1, change: -950 })
  await evaluate(here)
  expect(await sentencesOf(here, 'pro')).toEqual([FALLEN])
  await changeMove({ day: TODAY - 2, change: 1_100 })
  await evaluate(here)
  // Two moves of one account.
  expect(await alertsOf(here, 'pro')).toMatchObject([
    { number: 1, sentence: '@fallen gained 1,100 followers on Nov 18', accountId: id },
  ])
})
