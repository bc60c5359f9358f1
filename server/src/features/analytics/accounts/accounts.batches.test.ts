/** Many accounts moved or deleted at once, and what refers to them before. */
import type { BatchOutcome } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { operatorFrom } from '#platform/viewer.ts'
import { readTables } from '#testing/read-tables.ts'
import { createLink } from '#testing/share-links.ts'
import { type Person, type World, world } from '#testing/world.ts'

const OPERATOR = operatorFrom(null)

const move = (here: World, body: object, who: Person = 'admin') => here.ask(who, 'PUT', '/api/accounts/company', body)
const remove = (here: World, accountIds: number[], who: Person = 'admin') =>
  here.ask(who, 'POST', '/api/accounts/delete', { accountIds })
const uses = async (here: World, ids: string) =>
  (await here.ask('admin', 'GET', `/api/accounts/uses?accountIds=${ids}`)).json()

/** What the audit log has of accounts, the earliest first. */
const acts = async (here: World) =>
  (await here.ask('admin', 'GET', '/api/audit-log'))
    .json<{ act: string; objectName: string }[]>()
    .filter(({ act }) => act === 'account.changed' || act === 'account.deleted')
    .map(({ act, objectName }) => [act, objectName])
    .reverse()

const NONE = {
  groups: 0,
  emptyGroups: 0,
  emptyGroupLinks: 0,
  emptyGroupSchedules: 0,
  calendars: 0,
  links: 0,
  reportSchedules: 0,
  connections: 0,
}

test('what refers to accounts is counted by company, and only what holds them', async () => {
  const here = await world({ accounts: ['a', 'b', 'c', { username: 'other', companyId: 2 }] })
  const { ask } = here
  for (const [name, accountIds] of [
    ['Both', [1, 2]],
    ['First', [1]],
    ['Last', [3]],
  ])
    expect((await ask('pro', 'POST', '/api/groups', { name, accountIds })).statusCode).toBe(201)
  const revoked = await createLink(here)
  await ask('pro', 'DELETE', `/api/links/${revoked.id}`)
  await createLink(here)
  await createLink(here, { targetId: 3 })
  await createLink(here, { kind: 'calendar', targetId: 1, accountIds: [2, 3] })
  await createLink(here, { kind: 'calendar', targetId: 1 })
  const content = { title: 'Weekly', subject: { kind: 'account', id: 2 }, sections: [{ kind: 'figures' }] }
  const schedule = await ask('pro', 'POST', '/api/report-schedules', { every: 'weekly', hour: 8, content })
  expect(schedule.statusCode, schedule.body).toBe(201)

  const own = await uses(here, '1,2')
  expect(own).toEqual([
    {
      ...NONE,
      companyId: 1,
      companyName: own[0].companyName,
      groups: 2,
      emptyGroups: 2,
      calendars: 1,
      links: 1,
      reportSchedules: 1,
    },
  ])
  expect(own[0].companyName).not.toBe('')
  expect(await uses(here, '4,1')).toMatchObject([
    { companyId: 1, groups: 2, calendars: 0, links: 1, reportSchedules: 0 },
    { companyId: 2, ...NONE },
  ])
  // 99 has been deleted meanwhile.
  expect(await uses(here, '1,2,99')).toEqual(own)
  expect(await uses(here, '99')).toEqual([])
})

test('groups that keep no account are counted, with their open links and their schedules', async () => {
  const here = await world({ accounts: ['a', 'b', 'moved'] })
  const { ask } = here
  for (const [name, accountIds] of [
    ['Both', [1, 2]],
    ['One', [1]],
    ['Emptied by a move', [1, 3]],
  ])
    expect((await ask('pro', 'POST', '/api/groups', { name, accountIds })).statusCode).toBe(201)
  await move(here, { accountIds: [3], companyId: 2 })
  for (const targetId of [1, 2, 2]) await createLink(here, { kind: 'group', targetId })
  const revoked = await createLink(here, { kind: 'group', targetId: 2 })
  await ask('pro', 'DELETE', `/api/links/${revoked.id}`)
  for (const id of [1, 3]) {
    const content = { title: 'Weekly', subject: { kind: 'group', id }, sections: [{ kind: 'figures' }] }
    expect((await ask('pro', 'POST', '/api/report-schedules', { every: 'weekly', hour: 8, content })).statusCode).toBe(
      201,
    )
  }
  const counted = { groups: 3, emptyGroups: 2, emptyGroupLinks: 2, emptyGroupSchedules: 1 }
  expect(await uses(here, '1')).toMatchObject([{ ...NONE, ...counted, companyId: 1 }])
  expect(await uses(here, '1,2')).toMatchObject([
    { ...NONE, groups: 3, emptyGroups: 3, emptyGroupLinks: 3, emptyGroupSchedules: 2 },
  ])
})

test('accounts move with their history, each with an entry of the audit log; one that cannot move stays alone', async () => {
  const here = await world({ accounts: ['a', 'twin', 'c', { username: 'Twin', companyId: 2 }] })
  for (const id of [1, 2, 3]) await here.ask('admin', 'POST', `/api/accounts/${id}/metrics`, { followers: id * 10 })
  const asked = { accountIds: [1, 2, 3, 99], companyId: 2 }
  const outcome = {
    done: [1, 3],
    failed: [
      { accountId: 2, error: 'account_exists', message: '@twin is already tracked in this company' },
      { accountId: 99, error: 'not_found', message: 'Account not found' },
    ],
  }
  const res = await move(here, asked)
  expect([res.statusCode, res.json()]).toEqual([200, outcome])
  expect((await here.ask('foreigner', 'GET', '/api/accounts/3')).json().account.metrics.followers).toBe(30)
  expect((await here.ask('pro', 'GET', '/api/accounts/2')).json().account.metrics.followers).toBe(20)
  const recorded = await acts(here)
  expect(recorded).toEqual([
    ['account.changed', 'a'],
    ['account.changed', 'c'],
  ])
  // As after an answer that was lost.
  expect((await move(here, asked)).json()).toEqual(outcome)
  expect(await acts(here)).toEqual(recorded)
})

test('accounts are deleted with their history, each with an entry of the audit log; a repeated request answers the same', async () => {
  const here = await world({ accounts: ['a', 'b', 'kept', { username: 'other', companyId: 2 }] })
  for (const id of [1, 2, 3]) await here.ask('admin', 'POST', `/api/accounts/${id}/metrics`, { followers: 7 })
  const outcome = { done: [1, 2, 4], failed: [] }
  expect((await remove(here, [1, 2, 4, 1])).json()).toEqual(outcome)
  const left = await readTables(here.database, 'accounts', 'metric_snapshots')
  expect(left.accounts?.map(({ id }) => id)).toEqual([3])
  expect(left.metric_snapshots?.map(({ account_id }) => account_id)).toEqual([3])
  expect((await remove(here, [1, 2, 4])).json()).toEqual(outcome)
  expect(await acts(here)).toEqual([
    ['account.deleted', 'a'],
    ['account.deleted', 'b'],
    ['account.deleted', 'other'],
  ])
})

test('accounts move neither out of the demo workspace nor into it, alone or among others; within it they do', async () => {
  const here = await world({
    accounts: ['own', 'twin', { username: 'sample', companyId: 2 }, { username: 'spare', companyId: 2 }],
  })
  const { queries } = here.database
  await queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', 2).execute()
  const made = await here.ask('admin', 'POST', '/api/companies', { name: 'Second demo' })
  const second: number = made.json().id
  await queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', second).execute()
  const companies = async () =>
    (await readTables(here.database, 'accounts')).accounts?.map(({ company_id, notes }) => [company_id, notes])
  const before = await companies()
  const into = 'Your own accounts cannot be moved into the demo workspace'
  const out = 'Accounts of the demo workspace cannot be moved out of it'

  expect((await move(here, { accountIds: [1, 3], companyId: 2 })).json()).toEqual({
    done: [3],
    failed: [{ accountId: 1, error: 'demo_account', message: into }],
  })
  expect((await move(here, { accountIds: [3, 2], companyId: 1 })).json()).toEqual({
    done: [2],
    failed: [{ accountId: 3, error: 'demo_account', message: out }],
  })
  for (const [id, companyId, message] of [
    [1, 2, into],
    [3, 1, out],
  ]) {
    const res = await here.ask('admin', 'PUT', `/api/accounts/${id}`, { companyId, notes: 'Moved.' })
    expect([res.statusCode, res.json()]).toEqual([409, { error: 'demo_account', message, status: 409, success: false }])
  }
  expect(await companies()).toEqual(before)
  expect((await move(here, { accountIds: [3, 4], companyId: second })).json()).toEqual({ done: [3, 4], failed: [] })
})

test('two requests that move or delete the same accounts at once record each once', async () => {
  const here = await world({ accounts: ['a', 'b'] })
  const { accountBatches, accounts } = here.services
  const twice = async (act: () => Promise<BatchOutcome>) => {
    // Both have found the account before the first of them may write.
    const { answers } = await here.database.transaction(async () => {
      const answers = [act(), act()]
      for (let looks = 0; looks < 5; looks += 1) await accounts.visibleTo(OPERATOR, 1)
      return { answers }
    })
    return Promise.all(answers)
  }
  const moved = { done: [1], failed: [] }
  expect(await twice(() => accountBatches.move(OPERATOR, [1], 2))).toEqual([moved, moved])
  const removed = { done: [2], failed: [] }
  expect(await twice(() => accountBatches.remove(OPERATOR, [2]))).toEqual([removed, removed])
  expect(await acts(here)).toEqual([
    ['account.changed', 'a'],
    ['account.deleted', 'b'],
  ])
})

test.each(['pro', 'basic', 'foreigner'] as const)('%s moves, deletes and counts none, own or foreign', async (who) => {
  const here = await world({ accounts: ['own', { username: 'other', companyId: 2 }] })
  const before = await readTables(here.database)
  for (const id of [1, 2, 99]) {
    expect((await move(here, { accountIds: [id], companyId: 2 }, who)).statusCode).toBe(403)
    expect((await remove(here, [id], who)).statusCode).toBe(403)
    expect((await here.ask(who, 'GET', `/api/accounts/uses?accountIds=${id}`)).statusCode).toBe(403)
  }
  expect(await readTables(here.database)).toEqual(before)
})

test('a company that there is not, no account and 501 accounts are refused', async () => {
  const here = await world({ accounts: ['own'] })
  const before = await readTables(here.database)
  const many = Array.from({ length: 501 }, (_, at) => at + 1)
  expect((await move(here, { accountIds: [1], companyId: 77 })).statusCode).toBe(400)
  for (const accountIds of [[], many]) {
    expect((await move(here, { accountIds, companyId: 2 })).statusCode).toBe(400)
    expect((await remove(here, accountIds)).statusCode).toBe(400)
  }
  expect((await here.ask('admin', 'GET', `/api/accounts/uses?accountIds=${many}`)).statusCode).toBe(400)
  expect(await readTables(here.database)).toEqual(before)
})
