/** What needs attention and the alerts about the same: one wording, one number, and put off in one place. */
import type { Attention } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { alertsOf, evaluate, insertMovedAccount, sentencesOf } from '../../../testing/alerts.ts'
import { DAY_MS } from '../../../testing/planted-accounts.ts'
import { type Person, type World, world } from '../../../testing/world.ts'

const session = { idleMs: 90 * DAY_MS, maxMs: 90 * DAY_MS }
const attentionOf = async (here: World, who: Person, query = ''): Promise<Attention> =>
  (await here.ask(who, 'GET', `/api/attention${query}`)).json()

async function makeFallenWorld(): Promise<World> {
  const here = await world({ session })
  await insertMovedAccount(here, 'fallen', { change: -900 })
  await insertMovedAccount(here, 'sunken', { change: -700 })
  await evaluate(here)
  return here
}

test('an alert that is put off or dismissed is off the dashboard too, until there is more of it', async () => {
  const here = await makeFallenWorld()
  const [alert] = await alertsOf(here, 'pro')
  const words = { sentence: 'Figures of 2 accounts moved', number: 2 }
  expect(alert).toMatchObject({ ...words, cause: 'The largest: @fallen lost 900 followers on Nov 20' })
  expect((await attentionOf(here, 'pro')).items).toMatchObject([{ ...words, cause: alert?.cause }])
  const until = (await here.ask('pro', 'POST', `/api/alerts/${alert?.id}/snooze`)).json().until
  expect(await attentionOf(here, 'pro')).toEqual({ items: [], later: { count: 1, until } })
  expect((await attentionOf(here, 'basic')).items).toHaveLength(1)
  await here.ask('pro', 'POST', `/api/alerts/${alert?.id}/restore`)
  expect((await attentionOf(here, 'pro')).items).toHaveLength(1)
  await here.ask('pro', 'DELETE', `/api/alerts/${alert?.id}`)
  expect(await attentionOf(here, 'pro')).toEqual({ items: [], later: { count: 1, until: null } })
  await insertMovedAccount(here, 'drowned', { change: -5_000 })
  await evaluate(here)
  expect((await attentionOf(here, 'pro')).items).toMatchObject([{ number: 3 }])
})

test('what is put off on the dashboard is put off as an alert, and comes back with it', async () => {
  const here = await makeFallenWorld()
  const later = async (who: Person) => {
    const [{ id, number } = { id: '', number: 0 }] = (await attentionOf(here, who)).items
    expect((await here.ask(who, 'POST', '/api/attention/later', { id, number })).statusCode).toBe(200)
  }
  await later('pro')
  expect((await here.ask('pro', 'GET', '/api/alerts')).json()).toEqual({ alerts: [], more: 0, snoozed: 1 })
  expect(await sentencesOf(here, 'basic')).toHaveLength(1)
  await here.ask('pro', 'DELETE', '/api/attention/later')
  expect(await sentencesOf(here, 'pro')).toEqual(['Figures of 2 accounts moved'])
  const [alert] = await alertsOf(here, 'pro')
  await here.ask('pro', 'DELETE', `/api/alerts/${alert?.id}`)
  await here.ask('pro', 'DELETE', '/api/attention/later')
  expect(await sentencesOf(here, 'pro')).toHaveLength(1)
  expect((await attentionOf(here, 'pro')).items).toHaveLength(1)
})

test('what is put off on the dashboard and shown again alone is an alert again, and no other that was dismissed', async () => {
  const here = await makeFallenWorld()
  const [alert] = await alertsOf(here, 'pro')
  const [{ id, number } = { id: '', number: 0 }] = (await attentionOf(here, 'pro')).items
  const back = () => here.ask('pro', 'DELETE', `/api/attention/later?${new URLSearchParams({ id })}`)
  await here.ask('pro', 'POST', '/api/attention/later', { id, number })
  await back()
  expect(await sentencesOf(here, 'pro')).toHaveLength(1)
  await here.ask('pro', 'DELETE', `/api/alerts/${alert?.id}`)
  await back()
  expect(await sentencesOf(here, 'pro')).toEqual([])
})

test('an administrator who looks at one company puts off what is there, and no alert about all of them', async () => {
  const here = await makeFallenWorld()
  const [alert] = await alertsOf(here, 'admin')
  const [{ id, number } = { id: '', number: 0 }] = (await attentionOf(here, 'admin', '?companyId=1')).items
  await here.ask('admin', 'POST', '/api/attention/later', { id, number })
  expect(await sentencesOf(here, 'admin')).toHaveLength(1)
  await here.ask('admin', 'DELETE', '/api/attention/later')
  await here.ask('admin', 'DELETE', `/api/alerts/${alert?.id}`)
  expect((await attentionOf(here, 'admin')).items).toEqual([])
  expect((await attentionOf(here, 'admin', '?companyId=1')).items).toHaveLength(1)
})
