/** What refers to accounts, counted before they are moved or deleted. */
import { expect, test } from 'vitest'
import { sharedLink } from '#testing/share-links.ts'
import { type World, world } from '#testing/world.ts'

const uses = async (here: World, ids: string) =>
  (await here.ask('admin', 'GET', `/api/accounts/uses?accountIds=${ids}`)).json()

const NONE = { groups: 0, calendars: 0, links: 0, reportSchedules: 0, connections: 0 }

test('what refers to accounts is counted by company, and only what holds them', async () => {
  const here = await world({ accounts: ['a', 'b', 'c', { username: 'other', companyId: 2 }] })
  const { ask } = here
  for (const [name, accountIds] of [
    ['Both', [1, 2]],
    ['First', [1]],
    ['Last', [3]],
  ])
    expect((await ask('pro', 'POST', '/api/groups', { name, accountIds })).statusCode).toBe(201)
  const revoked = await sharedLink(here)
  await ask('pro', 'DELETE', `/api/links/${revoked.id}`)
  await sharedLink(here)
  await sharedLink(here, { targetId: 3 })
  await sharedLink(here, { kind: 'calendar', targetId: 1, accountIds: [2, 3] })
  await sharedLink(here, { kind: 'calendar', targetId: 1 })
  const content = { title: 'Weekly', subject: { kind: 'account', id: 2 }, sections: [{ kind: 'figures' }] }
  const schedule = await ask('pro', 'POST', '/api/report-schedules', { every: 'weekly', hour: 8, content })
  expect(schedule.statusCode, schedule.body).toBe(201)

  const own = await uses(here, '1,2')
  expect(own).toEqual([
    { ...NONE, companyId: 1, companyName: own[0].companyName, groups: 2, calendars: 1, links: 1, reportSchedules: 1 },
  ])
  expect(own[0].companyName).not.toBe('')
  expect(await uses(here, '4,1')).toMatchObject([
    { companyId: 1, groups: 2, calendars: 0, links: 1, reportSchedules: 0 },
    { companyId: 2, ...NONE },
  ])
  expect((await ask('admin', 'GET', '/api/accounts/uses?accountIds=1,99')).statusCode).toBe(404)
})
