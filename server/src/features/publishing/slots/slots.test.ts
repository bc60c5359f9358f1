/** Slots and settings are those of the company that has the account now. */
import { expect, test } from 'vitest'
import { type PublishingTest, publishing } from '#testing/publishing.ts'

const PLAN = { slots: [{ weekday: 5, time: '18:30' }], toleranceMinutes: 30, isPaused: true }
const UNTOUCHED = { slots: [], next: [], toleranceMinutes: 60, pausedBecause: null }

/** A company has planned and paused an account, which then moved to another company. */
async function planAndMove() {
  const here = await publishing({ works: false })
  const address = `/api/accounts/${here.accountId}/publishing`
  await here.ask('pro', 'PUT', address, PLAN)
  await moveTo(here, 2)
  return Object.assign(here, { address })
}

const moveTo = async ({ ask, accountId }: PublishingTest, companyId: number) =>
  expect((await ask('admin', 'PUT', `/api/accounts/${accountId}`, { companyId })).statusCode).toBe(200)

test('an account that moved has no slots in its new company, and is not paused by the users of the former one', async () => {
  const here = await planAndMove()
  expect((await here.ask('foreigner', 'GET', here.address)).json()).toMatchObject(UNTOUCHED)
  expect((await here.ask('pro', 'GET', here.address)).statusCode).toBe(404)
})

test('the first change in the new company begins anew', async () => {
  const here = await planAndMove()
  const changed = await here.ask('foreigner', 'PUT', here.address, { slots: PLAN.slots })
  expect(changed.json()).toMatchObject(Object.assign({}, UNTOUCHED, { slots: PLAN.slots, next: expect.any(Array) }))
  await here.ask('foreigner', 'PUT', here.address, { isPaused: true })
  expect((await here.ask('foreigner', 'GET', here.address)).json().pausedBecause).not.toContain('pro paused')
})

test('moments that the former company had planned are free for the new one', async () => {
  const here = await publishing({ works: false })
  const address = `/api/accounts/${here.accountId}/publishing`
  const { next } = (await here.ask('pro', 'PUT', address, { slots: PLAN.slots })).json()
  await here.queueOrThrow(await here.aPost(), { at: next[0] })
  await moveTo(here, 2)
  const fresh = (await here.ask('foreigner', 'PUT', address, { slots: PLAN.slots })).json()
  expect(fresh.next[0]).toBe(next[0])
})

test('an account that comes back has its slots and its pause again where the other company set none', async () => {
  const here = await planAndMove()
  await moveTo(here, 1)
  expect((await here.ask('pro', 'GET', here.address)).json()).toMatchObject({
    slots: PLAN.slots,
    toleranceMinutes: 30,
    pausedBecause: 'pro paused it.',
  })
})
