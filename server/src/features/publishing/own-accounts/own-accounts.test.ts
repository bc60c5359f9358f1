/** Connecting accounts with either login: who comes back, what was granted, what is kept of it. */
import { describe, expect, test } from 'vitest'
import { bakery, beginSignIn, type Connectable, comeBack, connectable } from '#testing/connectable.ts'
import { until } from '#testing/queue-nodes.ts'
import { readTables } from '#testing/read-tables.ts'

const DAY_MS = 24 * 60 * 60_000
const problemOf = async (here: Connectable, accountId: number) => (await here.own(accountId)).lastSignIn?.problem

describe.each(['instagram', 'facebook'] as const)('with the login of %s', (login) => {
  test('a company connects its account, sees it, checks it, and forgets it', async () => {
    const here = await connectable()
    const accountId = await here.accountId('sample.bakery')
    expect((await here.own(accountId)).logins.map(({ name, takesUploads }) => [name, takesUploads])).toEqual([
      ['instagram', false],
      ['facebook', true],
    ])
    expect(await here.signIn('pro', { login, accountId, decision: bakery })).toBe(`/account/${accountId}#own-account`)
    const { accounts, lastSignIn } = await here.own(accountId)
    expect(lastSignIn).toMatchObject({ problem: null })
    expect(accounts).toMatchObject([
      {
        accountId,
        companyId: 1,
        login,
        username: 'sample.bakery',
        missing: [],
        mayPublish: true,
        state: 'connected',
        connectedBy: 'pro',
        problem: null,
        quota: null,
      },
    ])
    expect(accounts[0]?.page === null).toBe(login === 'instagram')
    const checked = await here.ask('pro', 'POST', `/api/own-accounts/${accountId}/check`)
    expect(checked.json()).toMatchObject({ quota: { used: 0, total: expect.any(Number) } })
    const uses = await here.ask('admin', 'GET', `/api/accounts/uses?accountIds=${accountId}`)
    expect(uses.json()).toMatchObject([{ companyId: 1, connections: 1 }])
    const gone = (await here.ask('pro', 'DELETE', `/api/own-accounts/${accountId}`)).json()
    expect([gone.success, new URL(gone.removalPage).protocol]).toEqual([true, 'https:'])
    expect((await here.own(accountId)).accounts).toEqual([])
    expect((await here.ask('pro', 'POST', `/api/own-accounts/${accountId}/check`)).json().error).toBe('not_connected')
    const acts = (await here.ask('admin', 'GET', '/api/audit-log')).json().map(({ act }: { act: string }) => act)
    expect(acts).toEqual(['account.disconnected', 'account.connected'])
    expect(here.standIn.violations).toEqual([])
  })

  test('a token stands in no answer, page, log or column, and goes to the service in headers', async () => {
    const here = await connectable()
    const accountId = await here.accountId('sample.bakery')
    await here.signIn('pro', { login, accountId, decision: bakery })
    await here.ask('pro', 'POST', `/api/own-accounts/${accountId}/check`)
    const tokens = here.standIn.signIns.living()
    expect(tokens.length).toBeGreaterThan(1)
    const answers = await Promise.all(
      [
        `/api/own-accounts?accountId=${accountId}`,
        '/api/own-accounts',
        `/api/accounts/${accountId}`,
        '/api/audit-log',
        '/api/errors',
        '/api/connections',
      ].map(async (path) => (await here.ask('admin', 'GET', path)).body),
    )
    const everything = [...answers, JSON.stringify(await readTables(here.database))].join('\n')
    for (const token of [...tokens, here.standIn.clientSecret]) expect(everything).not.toContain(token)
  })

  test('an owner who refuses, and one who takes a permission away, get sentences of their own', async () => {
    const here = await connectable()
    const accountId = await here.accountId('sample.bakery')
    await here.signIn('pro', { login, accountId, decision: { isAllowed: false } })
    expect(await problemOf(here, accountId)).toBe('Access was not granted: nothing was connected.')
    expect((await here.own(accountId)).accounts).toEqual([])
    const kept =
      login === 'instagram'
        ? ['instagram_business_basic', 'instagram_business_manage_insights']
        : ['instagram_basic', 'instagram_manage_insights', 'pages_show_list', 'pages_read_engagement']
    await here.signIn('pro', { login, accountId, decision: { usernames: ['sample.bakery'], scopes: kept } })
    expect((await here.own(accountId)).accounts).toMatchObject([
      { missing: ['publish', 'comments'], mayPublish: false, state: 'connected' },
    ])
  })

  test('the owner of another account connects nothing, and reads which account it was', async () => {
    const here = await connectable({ accounts: ['sample.bakery', 'sample.corner'] })
    const accountId = await here.accountId('sample.bakery')
    await here.signIn('pro', { login, accountId, decision: { usernames: ['sample.corner'] } })
    expect(await problemOf(here, accountId)).toMatch(
      /^This is @sample\.bakery, but access was granted to @sample\.corner\. Nothing was connected\./,
    )
    expect((await here.own(accountId)).accounts).toEqual([])
  })

  test('it is renewed at half of its life, and the renewed token is what is used', async () => {
    const here = await connectable({ session: { idleMs: 400 * DAY_MS, maxMs: 400 * DAY_MS } })
    const accountId = await here.accountId('sample.bakery')
    await here.signIn('pro', { login, accountId, decision: bakery })
    const [before] = (await here.own(accountId)).accounts
    here.clock.moveBy(31 * DAY_MS)
    here.work()
    await until('the access is renewed', async () => {
      const [now] = (await here.own(accountId)).accounts
      return now !== undefined && now.expiresAt !== null && now.expiresAt > String(before?.expiresAt)
    })
    // The first token is dead by now; what was renewed goes on.
    here.clock.moveBy(31 * DAY_MS)
    expect((await here.ask('pro', 'POST', `/api/own-accounts/${accountId}/check`)).json()).toMatchObject({
      state: 'connected',
      quota: { used: 0 },
    })
    expect(here.standIn.violations).toEqual([])
  })

  test('an answer that is lost in the middle of a sign-in connects nothing and says so', async () => {
    const here = await connectable()
    const accountId = await here.accountId('sample.bakery')
    const { path, cookie } = await beginSignIn(here, 'pro', { login, accountId, decision: bakery })
    here.standIn.faults.next(1, 'drop')
    await comeBack(here, path, cookie)
    expect(await problemOf(here, accountId)).toMatch(/broke the connection off\. Nothing was changed\. Try again\.$/)
    expect((await here.own(accountId)).accounts).toEqual([])
    // The code was used up at the service: only a new sign-in helps, and it does.
    await here.signIn('pro', { login, accountId, decision: bakery })
    expect((await here.own(accountId)).accounts).toHaveLength(1)
  })

  test('an access that the service ended is forgotten, says why, and is connected again', async () => {
    const here = await connectable()
    const accountId = await here.accountId('sample.bakery')
    await here.signIn('pro', { login, accountId, decision: bakery })
    here.standIn.signIns.endTokens('sample.bakery', 460)
    const checked = (await here.ask('pro', 'POST', `/api/own-accounts/${accountId}/check`)).json()
    expect(checked).toMatchObject({ state: 'ended', mayPublish: false, renewsAt: null })
    expect(checked.problem).toBe(
      'The password of the account was changed, which ends the access. Connect the account again.',
    )
    const rows = await here.database.queries.selectFrom('own_accounts').select(['sealed']).execute()
    expect(rows).toEqual([{ sealed: null }])
    await here.signIn('pro', { login, accountId, decision: bakery })
    expect((await here.own(accountId)).accounts).toMatchObject([{ state: 'connected', problem: null }])
  })
})
