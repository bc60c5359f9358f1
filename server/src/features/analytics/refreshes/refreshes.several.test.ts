/** Several accounts refreshed with one request (spec §9), through the routes. Permissions are in the access matrix. */
import { ACCOUNTS_AT_ONCE_MAX } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { world } from '../../../testing/world.ts'
import { DAY, HOUR, type Measured, makeWorldWithSources } from '../../../testing/world-with-sources.ts'

const refresh = ({ ask }: Pick<Measured, 'ask'>, accountIds: unknown) =>
  ask('admin', 'POST', '/api/accounts/refresh', { accountIds })

const jobsOf = async ({ database }: Measured) =>
  (await database.queries.selectFrom('jobs').select('id').where('state', '=', 'waiting').execute()).length

/** Three accounts, of two companies, that were read a day ago. */
async function read() {
  const here = await makeWorldWithSources()
  for (const body of [{ username: 'nasa' }, { username: 'grove' }, { username: 'orchard', companyId: 2 }])
    expect((await here.ask('admin', 'POST', '/api/accounts', body)).statusCode).toBe(201)
  await here.settle()
  here.clock.moveBy(DAY)
  return here
}

test('each is read once, however often it is named, and requests at one time join', async () => {
  const here = await read()
  const before = here.graph.calls.timesAsked('nasa')
  const both = await Promise.all([refresh(here, [1, 2, 1, 2]), refresh(here, [2, 1])])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  for (const answer of both) {
    const { started, ...others } = answer.json()
    expect(started.toSorted()).toEqual([1, 2])
    expect(others).toEqual({ alreadyRefreshed: [], noSource: [] })
  }
  expect(await jobsOf(here)).toBe(2)
  await here.settle()
  expect(here.graph.calls.timesAsked('nasa')).toBe(before + 1)
})

test('those read within 24 hours are named with the hours that remain, and the others start in the order they were added', async () => {
  const here = await read()
  await refresh(here, [1])
  await here.settle()
  here.clock.moveBy(HOUR)
  const answer = await refresh(here, [3, 1, 2])
  expect(answer.json()).toEqual({
    started: [2, 3],
    alreadyRefreshed: [{ accountId: 1, hoursRemaining: 23 }],
    noSource: [],
  })
})

test('with one that is missing none is started', async () => {
  const here = await read()
  expect((await refresh(here, [1, 2, 999])).statusCode).toBe(404)
  expect(await jobsOf(here)).toBe(0)
  for (const who of ['pro', 'basic', 'foreigner'] as const)
    expect((await here.ask(who, 'POST', '/api/accounts/refresh', { accountIds: [1] })).statusCode).toBe(403)
})

test('at most 500 at once, at least one, and only ids', async () => {
  const names = Array.from({ length: ACCOUNTS_AT_ONCE_MAX + 1 }, (_, at) => `name_${at}`)
  const here = await world({ accounts: names })
  const ids = names.map((_, at) => at + 1)
  const most = await refresh(here, ids.slice(1))
  expect([most.statusCode, most.json().noSource.length]).toEqual([202, ACCOUNTS_AT_ONCE_MAX])
  for (const wrong of [ids, [], ['x'], [0], [1.5], null]) expect((await refresh(here, wrong)).statusCode).toBe(400)
})
