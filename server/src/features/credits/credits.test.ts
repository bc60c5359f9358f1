/** The ledger of credits (D24, D25): spent once for a reason, given back once, and never below nothing. */
import { expect, test } from 'vitest'
import { creditsOf } from '../../testing/reels.ts'
import { type World, world } from '../../testing/world.ts'
import { giveBack, grant, spend } from './index.ts'

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
