/** A connected account is a source of its own figures: through its own token, in the ordinary refresh, for its own company alone. */
import { publishingStandIn } from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loginsAt } from '#testing/connectable.ts'
import { connectAccount } from '#testing/own-account.ts'
import { START } from '#testing/world.ts'
import { DAY, type Measured, makeWorldWithSources } from '#testing/world-with-sources.ts'

const WORK = ['refresh-account', 'refresh-round']

async function makeWorldWithOwnAccount({
  login = 'instagram' as 'facebook' | 'instagram',
  connected = ['graph'] as ('graph' | 'apify')[],
  accounts = ['nasa'] as NonNullable<Parameters<typeof makeWorldWithSources>[0]>['accounts'] & object,
} = {}) {
  const time = { now: () => START }
  const standIn = await publishingStandIn({
    clock: { now: () => time.now() },
    accounts: [{ username: 'nasa', followers: 4_321, posts: 14 }],
  }).start()
  onTestFinished(standIn.end)
  const here = await makeWorldWithSources({
    accounts,
    connected,
    workerKinds: WORK,
    publishingLogins: (clock) => loginsAt(standIn, clock),
  })
  time.now = here.clock.now
  const connect = () =>
    connectAccount({
      queries: here.database.queries,
      encryption: here.encryption,
      stand: standIn,
      login,
      username: 'nasa',
    })
  const accountId = await connect()
  await here.database.queries
    .insertInto('provider_quotas')
    .values({ name: `own:${accountId}` })
    .execute()
  return Object.assign(here, { standIn, accountId })
}

const refresh = async (here: Measured, id = 1) => {
  const answer = await here.ask('admin', 'POST', `/api/accounts/${id}/refresh`)
  if (answer.statusCode === 202) await here.settle()
  return answer
}
const accountOf = async ({ ask }: Measured, id = 1) => (await ask('admin', 'GET', `/api/accounts/${id}`)).json().account
/** Some hours at a time, and a second round of each moment: whatever is due is read, also what one source leaves to another. */
async function pass(here: Measured, days: number) {
  for (let part = 0; part < days * 6; part += 1) {
    await here.round(DAY / 6)
    await here.round()
  }
}
const sourcesOf = async ({ database }: Measured, accountId: number) =>
  (
    await database.queries
      .selectFrom('metric_snapshots')
      .select('source')
      .where('account_id', '=', accountId)
      .orderBy('captured_at')
      .execute()
  ).map(({ source }) => source)

describe.each(['facebook', 'instagram'] as const)('through %s', (login) => {
  test('followers and posts are read with the own token, and the provenance says so', async () => {
    const here = await makeWorldWithOwnAccount({ login, connected: [] })
    expect((await refresh(here)).statusCode).toBe(202)
    expect(await accountOf(here)).toMatchObject({ source: 'own', metrics: { followers: 4_321, posts: 14 } })
    const { latest, posts } = (await here.ask('pro', 'GET', '/api/accounts/1/metrics/provenance')).json()
    expect(latest).toMatchObject({ source: 'own', followers: 4_321, posts: 14, hasRaw: true })
    expect(posts).toHaveLength(12)
    const raw = await here.ask('admin', 'GET', '/api/accounts/1/metrics/raw')
    expect(raw.json()).toMatchObject({ followers_count: 4_321, media: { data: expect.any(Array) } })
    for (const token of here.standIn.signIns.living()) expect(raw.body).not.toContain(token)
    expect((await here.ask('pro', 'GET', '/api/accounts/1/posts/history')).json()).toHaveLength(12)
    expect((await here.ask('pro', 'GET', '/api/accounts/1/refresh')).json()).toMatchObject({
      source: 'own',
      failure: null,
    })
    expect(here.standIn.violations).toEqual([])
  })
})

test('the clock reads it through its owner, day after day, and asks no other source', async () => {
  const here = await makeWorldWithOwnAccount()
  await pass(here, 3)
  expect(new Set(await sourcesOf(here, 1))).toEqual(new Set(['own']))
  expect((await sourcesOf(here, 1)).length).toBeGreaterThanOrEqual(2)
  expect(here.graph.calls.timesAsked('nasa')).toBe(0)
  expect((await here.services.audits.run()).mismatches).toEqual([])
})

test('another company that tracks the name gets what any source shows, never what its owner sees', async () => {
  const here = await makeWorldWithOwnAccount({ accounts: ['nasa', { username: 'nasa', companyId: 2 }] })
  await pass(here, 2)
  expect(new Set(await sourcesOf(here, 1))).toEqual(new Set(['own']))
  expect(new Set(await sourcesOf(here, 2))).toEqual(new Set(['graph']))
  expect((await sourcesOf(here, 2)).length).toBe((await sourcesOf(here, 1)).length)
})

test('without another source, the account of another company is not read at all', async () => {
  const here = await makeWorldWithOwnAccount({ connected: [], accounts: ['nasa', { username: 'nasa', companyId: 2 }] })
  expect((await refresh(here, 2)).json()).toMatchObject({ error: 'no_source' })
  const several = await here.ask('admin', 'POST', '/api/accounts/refresh', { accountIds: [1, 2] })
  expect(several.json()).toMatchObject({ started: [1], noSource: [2] })
  await here.settle()
  expect([await sourcesOf(here, 1), await sourcesOf(here, 2)]).toEqual([['own'], []])
})

describe('where the own token fails', () => {
  test('the figures come from another source, and from the owner again once the account is connected anew', async () => {
    const here = await makeWorldWithOwnAccount()
    here.standIn.signIns.endTokens('nasa', 460)
    await refresh(here)
    expect(await accountOf(here)).toMatchObject({ source: 'graph' })
    const ended = (await here.ask('pro', 'GET', '/api/own-accounts?accountId=1')).json()
    expect(ended.accounts).toMatchObject([{ state: 'ended' }])
    await here.database.queries.deleteFrom('own_accounts').execute()
    await connectAccount({
      queries: here.database.queries,
      encryption: here.encryption,
      stand: here.standIn,
      login: 'instagram',
      username: 'nasa',
    })
    await pass(here, 1.5)
    expect((await sourcesOf(here, 1)).slice(0, 2)).toEqual(['graph', 'own'])
    expect(await accountOf(here)).toMatchObject({ source: 'own' })
  })

  test('a fault that passes leaves the day to another source, and the next day to the owner', async () => {
    const here = await makeWorldWithOwnAccount()
    here.standIn.faults.next(1, 'html')
    await pass(here, 2.5)
    expect((await sourcesOf(here, 1)).slice(0, 2)).toEqual(['graph', 'own'])
  })

  test('without another source the failure is shown with what to do', async () => {
    const here = await makeWorldWithOwnAccount({ connected: [] })
    here.standIn.signIns.endTokens('nasa', 458)
    await pass(here, 1.5)
    const failing = (await here.ask('admin', 'GET', '/api/refreshes/failing')).json()
    expect(failing).toMatchObject([{ accountId: 1, kind: 'refused', message: expect.stringMatching(/connect/i) }])
    expect(await sourcesOf(here, 1)).toEqual([])
  })
})
