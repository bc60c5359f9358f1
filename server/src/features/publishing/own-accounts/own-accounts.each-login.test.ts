/** What one of the two logins does that the other does not, when an account is connected. */
import { publishingErrors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { bakery, type Connectable, connectable } from '#testing/connectable.ts'

const problemOf = async (here: Connectable, accountId: number) => (await here.own(accountId)).lastSignIn?.problem

test('with Facebook, who ticks no Page and whose role is too small get sentences of their own', async () => {
  const here = await connectable({
    standIn: { accounts: [{ username: 'sample.bakery', tasks: ['ANALYZE'] }, { username: 'sample.corner' }] },
  })
  const accountId = await here.accountId('sample.bakery')
  const login = 'facebook'
  await here.signIn('pro', { login, accountId, decision: { usernames: [] } })
  expect(await problemOf(here, accountId)).toMatch(/^No Page with a professional Instagram account was ticked\./)
  const scopes = ['instagram_basic', 'instagram_content_publish']
  await here.signIn('pro', { login, accountId, decision: { usernames: ['sample.bakery'], scopes } })
  expect(await problemOf(here, accountId)).toMatch(/^Access to your Pages was not granted\./)
  // Of all Pages that were ticked, the one of this account is chosen.
  await here.signIn('pro', { login, accountId })
  expect((await here.own(accountId)).accounts).toMatchObject([
    { username: 'sample.bakery', missing: [], mayPublish: false },
  ])
})

test('with Facebook, an account that cannot be read keeps no other one from being connected', async () => {
  const here = await connectable({
    standIn: { accounts: [{ username: 'sample.corner' }, { username: 'sample.bakery' }] },
    accounts: ['sample.corner', 'sample.bakery'],
  })
  const login = 'facebook'
  for (const [username, problem] of [
    ['sample.bakery', null],
    ['sample.corner', expect.stringMatching(/^Instagram cannot show this/)],
  ] as const) {
    const accountId = await here.accountId(username)
    here.standIn.faults.next(1, publishingErrors.noSuchObject(), { of: 'readNode' })
    await here.signIn('pro', { login, accountId })
    expect(await problemOf(here, accountId)).toEqual(problem)
    expect((await here.own(accountId)).accounts).toHaveLength(problem === null ? 1 : 0)
  }
})

test('both forms of the short token and of the own name are read, and a token whose life is not said', async () => {
  for (const standIn of [
    { shortTokenForm: 'flat', meForm: 'wrapped' },
    { shortTokenForm: 'wrapped', meForm: 'flat', tellsLifetime: false },
  ] as const) {
    const here = await connectable({ standIn })
    const accountId = await here.accountId('sample.bakery')
    for (const login of ['instagram', 'facebook'] as const) {
      await here.signIn('pro', { login, accountId, decision: bakery })
      expect(await problemOf(here, accountId)).toBeNull()
      const [own] = (await here.own(accountId)).accounts
      expect(own).toMatchObject({ login, missing: [] })
      expect(own?.expiresAt === null).toBe(login === 'facebook' && 'tellsLifetime' in standIn)
      expect(own?.renewsAt).not.toBeNull()
    }
    expect(here.standIn.violations).toEqual([])
  }
})
