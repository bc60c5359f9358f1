/** The way back from the page on which an owner grants access: whose it is, and how long it is good. */
import { expect, test } from 'vitest'
import { bakery, beginSignIn, comeBack, connectable } from '#testing/connectable.ts'

test('a way back is good once, in the browser that began it, within ten minutes', async () => {
  const here = await connectable()
  const accountId = await here.accountId('sample.bakery')
  const first = await beginSignIn(here, 'pro', { accountId, decision: bakery })
  const other = await beginSignIn(here, 'admin', { accountId, decision: bakery })
  const late = await beginSignIn(here, 'pro', { accountId, decision: bakery })
  expect(await comeBack(here, '/api/instagram/auth/callback?code=x&state=made-up', first.cookie)).toBe('/')
  expect(await comeBack(here, first.path)).toBe('/')
  expect(await comeBack(here, other.path, late.cookie)).toBe('/')
  expect(await comeBack(here, other.path, other.cookie)).toBe('/')
  here.clock.moveBy(10 * 60_000)
  expect(await comeBack(here, late.path, late.cookie)).toBe('/')
  expect((await here.own(accountId)).accounts).toEqual([])
  const again = await beginSignIn(here, 'pro', { accountId, decision: bakery })
  expect(await comeBack(here, again.path, again.cookie)).toBe(`/account/${accountId}#own-account`)
  const calls = here.standIn.calls.latest().length
  expect(await comeBack(here, again.path, again.cookie)).toBe('/')
  expect(here.standIn.calls.latest()).toHaveLength(calls)
})

test('a way back ends with the session that began it, and with the right to connect', async () => {
  const here = await connectable()
  const accountId = await here.accountId('sample.bakery')
  const way = await beginSignIn(here, 'pro', { accountId, decision: bakery })
  const { queries } = here.database
  await queries.updateTable('users').set({ company_id: 2 }).where('username', '=', 'pro').execute()
  await comeBack(here, way.path, way.cookie)
  const signedOut = await beginSignIn(here, 'admin', { accountId, decision: bakery })
  await queries.deleteFrom('sessions').where('id', '=', 'of-admin').execute()
  await comeBack(here, signedOut.path, signedOut.cookie)
  const problems = await queries.selectFrom('own_account_states').select('problem').execute()
  expect(problems.map(({ problem }) => problem)).toEqual(
    Array.from({ length: 2 }, () => 'You may no longer connect accounts of this company.'),
  )
  expect(await queries.selectFrom('own_accounts').selectAll().execute()).toEqual([])
  expect(here.standIn.calls.latest()).toEqual([])
})
