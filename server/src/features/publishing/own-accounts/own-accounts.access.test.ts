/** An access once it is given: the company and account that it is of, the warnings before its end, and what goes with it. */
import { expect, test } from 'vitest'
import { alertsOf } from '#testing/alerts.ts'
import { bakery, connectable } from '#testing/connectable.ts'
import { until } from '#testing/queue-nodes.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test('an access that cannot be renewed warns those of its company 7 days and 1 day before its end, and once it has ended', async () => {
  const here = await connectable({ session: { idleMs: 400 * DAY_MS, maxMs: 400 * DAY_MS } })
  const accountId = await here.accountId('sample.bakery')
  await here.signIn('pro', { accountId, decision: bakery })
  const [own] = (await here.own(accountId)).accounts
  const end = Date.parse(String(own?.expiresAt))
  const sentences = async (who: 'pro' | 'foreigner') =>
    (await alertsOf(here, who)).flatMap(({ kind, sentence, closedAt }) =>
      kind === 'access' && closedAt === null ? [sentence] : [],
    )
  here.standIn.faults.forNames(['instagramRefresh'], { status: 500 })
  here.clock.moveBy(end - 7 * DAY_MS - here.clock.now())
  here.work()
  await until('they are warned', async () => (await sentences('pro')).length > 0)
  expect(await sentences('pro')).toEqual(['The access to @sample.bakery ends in 7 days'])
  await until('the renewal has failed', async () => (await here.own(accountId)).accounts[0]?.problem !== null)
  expect((await here.own(accountId)).accounts).toMatchObject([{ state: 'expiring' }])
  here.clock.moveBy(6 * DAY_MS)
  await until('the day has come', async () => String(await sentences('pro')).includes('ends in a day'))
  here.clock.moveBy(DAY_MS)
  await until('it has ended', async () => String(await sentences('pro')).includes('has ended'))
  expect(await sentences('foreigner')).toEqual([])
  expect((await here.own(accountId)).accounts).toMatchObject([{ state: 'ended' }])
})

test('two companies connect one account: each has its own access, and one that forgets leaves the other', async () => {
  const here = await connectable({ accounts: ['sample.bakery', { username: 'sample.bakery', companyId: 2 }] })
  const [ours, theirs] = [await here.accountId('sample.bakery'), await here.accountId('sample.bakery', 2)]
  await here.signIn('pro', { accountId: ours, decision: bakery })
  await here.signIn('foreigner', { login: 'facebook', accountId: theirs, decision: bakery })
  expect((await here.ask('pro', 'GET', `/api/own-accounts?accountId=${theirs}`)).statusCode).toBe(404)
  expect((await here.ask('pro', 'GET', '/api/own-accounts')).json().accounts).toHaveLength(1)
  expect((await here.ask('admin', 'GET', '/api/own-accounts')).json().accounts).toHaveLength(2)
  await here.ask('pro', 'DELETE', `/api/own-accounts/${ours}`)
  const checked = await here.ask('foreigner', 'POST', `/api/own-accounts/${theirs}/check`)
  expect(checked.json()).toMatchObject({ login: 'facebook', state: 'connected' })
})

test('an access opens nothing in the row of another account, nor after the account has moved', async () => {
  const here = await connectable()
  const [bakeryId, creatorId] = [await here.accountId('sample.bakery'), await here.accountId('sample.creator')]
  await here.signIn('pro', { accountId: bakeryId, decision: bakery })
  await here.signIn('pro', { accountId: creatorId, decision: { usernames: ['sample.creator'] } })
  const { queries } = here.database
  const { sealed } = await queries
    .selectFrom('own_accounts')
    .select('sealed')
    .where('account_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  await queries.updateTable('own_accounts').set({ sealed }).where('account_id', '=', bakeryId).execute()
  expect((await here.ask('pro', 'POST', `/api/own-accounts/${bakeryId}/check`)).json().error).toBe('not_connected')
  expect((await here.own(bakeryId)).accounts).toMatchObject([{ state: 'ended' }])
  await here.ask('admin', 'PUT', `/api/accounts/${creatorId}`, { companyId: 2 })
  expect((await here.own(creatorId, 'foreigner')).accounts).toEqual([])
  await here.purge()
  expect(await queries.selectFrom('own_accounts').select('account_id').execute()).toEqual([{ account_id: bakeryId }])
})

test('the quota of an account begins with its connection and ends with it, with the account and with the company', async () => {
  const here = await connectable({ accounts: ['sample.bakery', 'sample.creator'] })
  const { queries } = here.database
  const quotas = async () =>
    (await queries.selectFrom('provider_quotas').select('name').orderBy('name').execute())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('own:'))
  const ids = [await here.accountId('sample.bakery'), await here.accountId('sample.creator')]
  for (const [at, accountId] of ids.entries())
    await here.signIn('pro', { accountId, decision: { usernames: [at === 0 ? 'sample.bakery' : 'sample.creator'] } })
  expect(await quotas()).toEqual(ids.map((id) => `own:${id}`))
  const [first = 0, second = 0] = ids
  expect((await here.ask('pro', 'DELETE', `/api/own-accounts/${first}`)).statusCode).toBe(200)
  expect(await quotas()).toEqual([`own:${second}`])
  expect((await here.ask('admin', 'DELETE', `/api/accounts/${second}`)).statusCode).toBe(200)
  expect(await quotas()).toEqual([])
  // What was left behind by an earlier version, and what a company still has when it goes.
  await queries
    .insertInto('provider_quotas')
    .values([{ name: 'own:4711' }, { name: 'own' }])
    .execute()
  await here.purge()
  expect(await quotas()).toEqual([])
})

test('an account that moves and is connected again at once keeps the quota of its new connection', async () => {
  const here = await connectable({ workerKinds: ['find-insights'] })
  const { queries } = here.database
  const accountId = await here.accountId('sample.bakery')
  const readFor = async () =>
    (await queries.selectFrom('insight_accounts').select('company_id').execute()).map(({ company_id }) => company_id)
  await here.signIn('pro', { accountId, decision: bakery })
  here.work()
  await until('its insights are read', async () => String(await readFor()) === '1')
  expect((await here.ask('admin', 'PUT', `/api/accounts/${accountId}`, { companyId: 2 })).statusCode).toBe(200)
  await here.signIn('foreigner', { accountId, decision: bakery })
  here.clock.moveBy(5 * MINUTE_MS)
  await until('they are read for its new company', async () => String(await readFor()) === '2')
  const quota = queries.selectFrom('provider_quotas').select('name').where('name', '=', `own:${accountId}`)
  expect(await quota.execute()).toHaveLength(1)
})
