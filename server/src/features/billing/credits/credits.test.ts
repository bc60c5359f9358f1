/** The ledger of credits (D24, D25): spent once for a reason, given back once, and never below nothing. */
import { describe, expect, test } from 'vitest'
import type { Engine, Queries } from '#platform/database/database.ts'
import { creditsOf } from '../../../testing/reels.ts'
import { START, type World, world } from '../../../testing/world.ts'
import { giveBack, grant, spend } from './service/movements.ts'
import { beginPeriod, followPeriod, raisePeriod } from './service/plan-periods.ts'

const movement = (because: string, companyId = 1) => ({ companyId, because, userId: null, at: 0 })

const inOne = ({ database }: World, move: typeof spend, because: string) =>
  database.transaction((tx) => move({ queries: tx, engine: database.engine }, movement(because)))

test('a company without a plan has five credits, once, and no renewal', async () => {
  const here = await world()
  const fresh = { total: 5, used: 0, remaining: 5, renewalDate: null }
  expect(await creditsOf(here)).toEqual(fresh)
  await inOne(here, spend, 'first')
  expect(await creditsOf(here)).toEqual({ total: 5, used: 1, remaining: 4, renewalDate: null })
  expect(await creditsOf(here, 2)).toEqual(fresh)
})

test('one reason takes one credit, however often it is named', async () => {
  const here = await world()
  for (let time = 0; time < 3; time += 1) await inOne(here, spend, 'same')
  expect(await creditsOf(here)).toMatchObject({ used: 1, remaining: 4 })
})

test('of fifty who spend at once, five get a credit and the others nothing', async () => {
  const here = await world()
  const spent = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => inOne(here, spend, `render:${at}`)))
  expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refused = spent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(new Set(refused.map(({ code, status }) => `${status} ${code}`))).toEqual(new Set(['402 not_enough_credits']))
  expect(await creditsOf(here)).toEqual({ total: 5, used: 5, remaining: 0, renewalDate: null })
})

test('what is given back is given back once, and only what was taken', async () => {
  const here = await world()
  await inOne(here, giveBack, 'never taken')
  await inOne(here, spend, 'taken')
  await Promise.all(Array.from({ length: 5 }, () => inOne(here, giveBack, 'taken')))
  expect(await creditsOf(here)).toEqual({ total: 5, used: 0, remaining: 5, renewalDate: null })
})

test('a grant adds to what there is, once for its period', async () => {
  const here = await world()
  const give = () => inOne(here, (into, why) => grant(into, why, 30), 'plan:2026-11')
  await inOne(here, spend, 'before')
  for (let time = 0; time < 2; time += 1) await give()
  expect(await creditsOf(here)).toEqual({ total: 35, used: 1, remaining: 34, renewalDate: null })
})

test('a transaction that is undone has spent nothing', async () => {
  const here = await world()
  const { database } = here
  const undone = database.transaction(async (tx) => {
    await spend({ queries: tx, engine: database.engine }, movement('undone'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await creditsOf(here)).toMatchObject({ used: 0, remaining: 5 })
})

describe('credits of a plan', () => {
  const period = (at: number, credits = 30) => ({
    companyId: 1,
    key: `sub:${at}`,
    startsAt: START + at,
    endsAt: START + at + 1_000,
    credits,
    at: START + at,
  })
  const into = async <Result>(
    { database }: World,
    work: (into: { queries: Queries; engine: Engine }) => Promise<Result>,
  ) => database.transaction((tx) => work({ queries: tx, engine: database.engine }))

  test('are used before those that stay, and lapse with their period, once', async () => {
    const here = await world()
    await inOne(here, spend, 'before')
    expect(await into(here, (here) => beginPeriod(here, period(0)))).toBe(true)
    expect(await into(here, (here) => beginPeriod(here, period(0)))).toBe(false)
    const renewalDate = new Date(START + 1_000).toISOString()
    expect(await creditsOf(here)).toEqual({ total: 34, used: 0, remaining: 34, renewalDate })
    for (let time = 0; time < 32; time += 1) await inOne(here, spend, `in the period ${time}`)
    expect(await creditsOf(here)).toEqual({ total: 34, used: 32, remaining: 2, renewalDate })
    // Two of those that stay were used as well: nothing is left that could lapse.
    await into(here, (here) => beginPeriod(here, period(1_000, 100)))
    expect(await creditsOf(here)).toMatchObject({ total: 102, used: 0, remaining: 102 })
  })

  test('end with the period where none follows, and two hours later where one is awaited', async () => {
    const here = await world()
    await into(here, (here) => beginPeriod(here, period(0)))
    here.clock.moveBy(60_000)
    expect((await creditsOf(here)).remaining).toBe(35)
    await into(here, (into) => followPeriod(into, { companyId: 1, at: here.clock.now(), renews: false }))
    expect(await creditsOf(here)).toEqual({ total: 5, used: 0, remaining: 5, renewalDate: null })
    await into(here, (here) => beginPeriod(here, period(70_000)))
    here.clock.moveBy(2 * 60 * 60_000 + 60_000)
    expect((await creditsOf(here)).remaining).toBe(5)
    // The lapse has not been written yet: they cannot be spent all the same.
    for (let time = 0; time < 5; time += 1) await spendAt(here, `left ${time}`)
    await expect(spendAt(here, 'one too many')).rejects.toMatchObject({ code: 'not_enough_credits' })
  })

  const spendAt = (here: World, because: string) =>
    into(here, (into) => spend(into, { ...movement(because), at: here.clock.now() }))

  test('of a larger plan come on top, once', async () => {
    const here = await world()
    await into(here, (here) => beginPeriod(here, period(0)))
    const raise = { companyId: 1, key: 'sub:0', name: 'pro', credits: 35, at: START }
    for (let time = 0; time < 2; time += 1) await into(here, (here) => raisePeriod(here, raise))
    await into(here, (here) => raisePeriod(here, { ...raise, key: 'another' }))
    expect(await creditsOf(here)).toMatchObject({ total: 70, remaining: 70 })
  })
})

describe('what an administrator gives', () => {
  const give = ({ ask }: World, body: object, headers: Record<string, string> = {}) =>
    ask('admin', 'POST', '/api/companies/2/credits', body, headers)

  test('stays, is given once for a key, and is written down with its reason', async () => {
    const here = await world()
    const request = { credits: 12, reason: 'A reel came out green' }
    const answers = await Promise.all([1, 2, 3].map(() => give(here, request, { 'idempotency-key': 'once' })))
    for (const res of answers) expect(res.json()).toEqual({ total: 17, used: 0, remaining: 17, renewalDate: null })
    expect((await give(here, { ...request, credits: 13 }, { 'idempotency-key': 'once' })).statusCode).toBe(422)
    expect((await give(here, request)).json().remaining).toBe(29)
    const entries = (await here.ask('admin', 'GET', '/api/audit-log?group=credits')).json()
    expect(entries).toMatchObject([
      { act: 'credits.granted', objectName: 'Grove Agency', details: { credits: 12, reason: request.reason } },
      { act: 'credits.granted', companyId: 2 },
    ])
  })

  test.each([
    [{ credits: 0, reason: 'A gift' }],
    [{ credits: 1.5, reason: 'A gift' }],
    [{ credits: 10_001, reason: 'A gift' }],
    [{ credits: 5, reason: ' ' }],
    [{ credits: 5 }],
  ])('is refused: %o', async (body) => {
    const here = await world()
    expect((await give(here, body)).statusCode).toBe(400)
    expect(await creditsOf(here, 2)).toMatchObject({ remaining: 5 })
  })
})
