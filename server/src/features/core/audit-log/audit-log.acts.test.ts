/** Which acts are in the audit log, and what it says of each. */
import { expect, test } from 'vitest'
import { listEntries } from '../../../testing/audit-log.ts'
import { aReel, startRender } from '../../../testing/reels.ts'
import { formWith, world } from '../../../testing/world.ts'

test('imports, tests of connections and changes of settings are there, a failed import is not', async () => {
  const here = await world()
  await here.ask('admin', 'POST', '/api/accounts/import', formWith('username,date,followers\nnasa,2026-11-01,5\n'))
  await here.ask('admin', 'POST', '/api/accounts/import', formWith('no figures at all'))
  await here.ask('admin', 'POST', '/api/connections/import/test')
  expect((await listEntries(here)).map(({ act, objectName, details }) => ({ act, objectName, details }))).toEqual([
    { act: 'connection.tested', objectName: 'Files and typed-in figures', details: { state: 'built_in' } },
    { act: 'figures.imported', objectName: 'figures.csv', details: { accountsMade: 1, snapshots: 1, refused: 0 } },
  ])
})

test('users: made, changed from what to what, deleted; never a password, nor the address of a webhook', async () => {
  const here = await world()
  const { ask } = here
  const secret = 'https://hooks.example/T0/secret-of-the-address'
  const { id } = (
    await ask('admin', 'POST', '/api/users', { username: 'Mara', password: 'a password to find', companyId: 1 })
  ).json()
  const url = `/api/users/${id}`
  await ask('admin', 'PUT', url, { role: 'pro', companyId: 2, webhookUrl: secret, password: 'another to find' })
  await ask('admin', 'PUT', url, { role: 'pro' })
  await ask('admin', 'PUT', url, { webhookUrl: `${secret}-2` })
  await ask('admin', 'PUT', url, { role: 'captain' })
  await ask('pro', 'PUT', url, { role: 'admin' })
  await ask('admin', 'DELETE', url)
  const [deleted, moved, changed, made, ...rest] = await listEntries(here)
  expect(rest).toEqual([])
  const mara = { objectKind: 'user', objectId: String(id), objectName: 'Mara', userName: 'admin' }
  expect(made).toMatchObject({ ...mara, act: 'user.made', companyId: 1, details: { role: 'basic' } })
  expect(changed).toMatchObject({
    ...mara,
    act: 'user.changed',
    details: {
      role: { from: 'basic', to: 'pro' },
      company: { from: 'Citrus Studio', to: 'Grove Agency' },
      webhook: { from: null, to: 'hooks.example' },
      newPassword: true,
    },
  })
  expect(moved?.details).toEqual({ webhook: { from: 'hooks.example', to: 'hooks.example' } })
  expect(deleted).toMatchObject({ ...mara, act: 'user.deleted', companyId: 2 })
  expect(JSON.stringify(await listEntries(here))).not.toMatch(/to find|secret-of/)
})

test('companies and accounts: made, changed, deleted; what was refused is not there', async () => {
  const here = await world()
  const { ask } = here
  const { id } = (await ask('admin', 'POST', '/api/companies', { name: 'Third' })).json()
  await ask('admin', 'POST', '/api/companies', { name: 'third' })
  await ask('admin', 'PUT', `/api/companies/${id}`, { timeZone: 'Europe/Lisbon' })
  const account = (await ask('admin', 'POST', '/api/accounts', { username: 'nasa', companyId: id })).json()
  await ask('pro', 'POST', '/api/accounts', { username: 'nasa' })
  await ask('admin', 'DELETE', `/api/companies/${id}`)
  await ask('admin', 'PUT', `/api/accounts/${account.id}`, { notes: 'n'.repeat(300) })
  await ask('admin', 'DELETE', `/api/accounts/${account.id}`)
  await ask('admin', 'DELETE', `/api/companies/${id}`)
  const entries = (await listEntries(here)).map(({ act, objectName, companyId, companyName, details }) => [
    ...[act, objectName, companyId, companyName],
    details,
  ])
  expect(entries.toReversed()).toEqual([
    ['company.made', 'Third', id, null, {}],
    ['company.changed', 'Third', id, null, { timeZone: { from: 'UTC', to: 'Europe/Lisbon' } }],
    ['account.made', 'nasa', id, null, {}],
    ['account.changed', 'nasa', id, null, { notes: { from: null, to: `${'n'.repeat(200)}…` } }],
    ['account.deleted', 'nasa', id, null, {}],
    ['company.deleted', 'Third', id, null, {}],
  ])
})

test('an account that moves to another company names both', async () => {
  const here = await world({ accounts: ['nasa'] })
  await here.ask('admin', 'PUT', '/api/accounts/1', { companyId: 2 })
  const [moved] = await listEntries(here)
  expect(moved).toMatchObject({
    act: 'account.changed',
    details: { company: { from: 'Citrus Studio', to: 'Grove Agency' } },
  })
})

test('what moves a credit: a reel made, a render started and called off', async () => {
  const here = await world()
  const reel = await aReel(here)
  const renderId = await startRender(here, reel.id)
  await here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
  await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)
  const entries = (await listEntries(here)).map(({ act, userName, objectId, details }) => [
    act,
    userName,
    objectId,
    details,
  ])
  expect(entries.toReversed()).toEqual([
    ['reel.made', 'pro', reel.id, { credits: -1 }],
    ['render.started', 'pro', renderId, { reel: reel.id, credits: -1 }],
    ['render.cancelled', 'pro', renderId, { reel: reel.id, credits: 1 }],
    ['reel.deleted', 'pro', reel.id, {}],
  ])
})
