/** Alerts through their routes: one for each cause and person, which closes by itself; and what never raises one. */
import { describe, expect, test } from 'vitest'
import {
  alertsOf,
  choose,
  evaluate,
  insertDecision,
  insertMovedAccount,
  mailsOf,
  sentencesOf,
  session,
  unreadOf,
  WITH_MAIL,
  withAddresses,
} from '../../../testing/alerts.ts'
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
import { START, world } from '../../../testing/world.ts'
import { isQuiet } from '../../../testing/world-with-sources.ts'

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
          insertMovedAccount(here, `fell_${from + at}`, { change: -500 - at, kind: 'cleanup' }),
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

  test('is shown to each person for the accounts that they see and chose', async () => {
    const here = await world({ session })
    const own = await insertMovedAccount(here, 'own', { change: -900 })
    await insertMovedAccount(here, 'other', { change: -700 })
    await insertMovedAccount(here, 'foreign', { change: -800, companyId: 2 })
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
    await insertMovedAccount(here, 'typed', { change: -900, isImported: true })
    await insertMovedAccount(here, 'late', { change: -900, recordedAfterMs: 3 * DAY_MS })
    await insertMovedAccount(here, 'shown', { change: -900, companyId: 2 })
    await here.database.queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', 2).execute()
    await evaluate(here)
    expect(await sentencesOf(here, 'admin')).toEqual([])
    expect(await sentencesOf(here, 'foreigner')).toEqual([])
  })

  test('twice by a clock that jumps back and forth', async () => {
    const here = await world({ session, ...WITH_MAIL })
    await withAddresses(here, 'admin')
    await insertMovedAccount(here, 'fallen', { change: -900 })
    for (const jump of [0, 3 * DAY_MS, -6 * DAY_MS, 10 * DAY_MS, -7 * DAY_MS]) await evaluate(here, jump + 60_000)
    const mails = await mailsOf(here, 'admin')
    expect(mails).toContain('@fallen lost 900 followers on Nov 20')
    expect(new Set(mails).size).toBe(mails.length)
    expect((await alertsOf(here, 'admin')).filter(({ kind }) => kind === 'anomaly')).toHaveLength(1)
  })
})

test('what a client has answered is one alert for each request, once it cannot be undone', async () => {
  const here = await world({ session })
  await insertDecision(here, 1, 1)
  await insertDecision(here, 1, 2, { answer: 'changes', comment: 'Another picture, please' })
  await insertDecision(here, 2, 3, { announced_at: null })
  await insertDecision(here, 3, 4, { announced_at: START - 8 * DAY_MS })
  await insertDecision(here, 4, 5, { company_id: 2 })
  await evaluate(here)
  expect(await sentencesOf(here, 'pro')).toEqual(['2 posts answered by a client'])
  await insertDecision(here, 5, 6, { name: 'Bo', answer: 'changes', comment: 'Softer light' })
  await evaluate(here)
  await evaluate(here)
  const [latest, ...earlier] = await alertsOf(here, 'basic')
  expect(latest).toMatchObject({ kind: 'approval', sentence: 'Bo asked for changes to a post', cause: 'Softer light' })
  expect(earlier).toHaveLength(1)
  await evaluate(here, 8 * DAY_MS)
  const closed = (await alertsOf(here, 'basic')).filter(({ kind }) => kind === 'approval')
  expect(closed.every(({ closedAt }) => closedAt !== null)).toBe(true)
})

test('processes that evaluate at once tell everybody once', async () => {
  const here = await world({ session, ...WITH_MAIL })
  await withAddresses(here, 'admin', 'pro')
  for (let at = 0; at < 10; at++) await insertMovedAccount(here, `fell_${at}`, { change: -900 - at })
  const workers = [here.work(), here.work(), here.work()]
  await until('alerts are there', async () => (await alertsOf(here, 'admin')).length > 0)
  await Promise.all(workers.map((some) => some.end()))
  expect(await mailsOf(here, 'admin')).toEqual(['Figures of 10 accounts moved'])
  expect(await mailsOf(here, 'pro')).toEqual(['Figures of 10 accounts moved'])
})
