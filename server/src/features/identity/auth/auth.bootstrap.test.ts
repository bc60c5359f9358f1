/** The first start: one administrator, whose generated password opens nothing but its own change (D3). */
import { describe, expect, onTestFinished, test } from 'vitest'
import { authOn, bootstrapStore } from '#testing/bootstrap.ts'
import { readTables } from '#testing/read-tables.ts'
import { isLive } from '#testing/signing-in.ts'
import { testStore } from '#testing/test-store.ts'
import { PASSWORD, type World, world } from '#testing/world.ts'

async function logIn(auth: World['services']['auth'], who: { username: string; password: string }) {
  const answer = await auth.logIn({ ...who, address: '127.0.0.1' })
  if ('secondStep' in answer) throw new Error('A two-factor code is asked for')
  return answer
}

describe('bootstrap', () => {
  test('makes company 1 and an administrator whose generated password opens nothing but its own change', async () => {
    const here = await bootstrapStore()
    const { made } = here
    expect(made).toEqual({
      username: 'admin',
      generatedPassword: expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/),
    })
    const password = made?.generatedPassword ?? ''
    const { token, user } = await logIn(here.auth, { username: 'admin', password })
    expect(user).toEqual({
      id: 1,
      username: 'admin',
      role: 'admin',
      companyId: 1,
      companyName: 'My company',
      mustChangePassword: true,
    })
    expect(await here.auth.viewerWith(token, null)).toMatchObject({ mustChangePassword: true })
    expect(JSON.stringify(await readTables(here.database))).not.toContain(password)
  })

  test('every route but the password, the status and the sign-out is closed until the change', async () => {
    const here = await world()
    await here.database.queries.updateTable('users').set({ must_change_password: 1 }).where('id', '=', 1).execute()
    for (const [method, url] of [
      ['GET', '/api/accounts'],
      ['POST', '/api/accounts'],
      ['GET', '/api/accounts/1'],
      ['GET', '/api/metrics/global'],
      ['GET', '/api/users'],
      ['DELETE', '/api/users/2'],
      ['POST', '/api/accounts/import'],
    ] as const) {
      const res = await here.ask('admin', method, url)
      expect(res.json()).toEqual({
        error: 'password_change_due',
        message: 'Choose a new password first: the generated one only lets you do that',
        status: 403,
        success: false,
      })
      expect(res.statusCode).toBe(403)
    }
    const status = await here.ask('admin', 'GET', '/api/auth/status')
    expect(status.json()).toMatchObject({ isAuthenticated: true, user: { mustChangePassword: true } })

    const changed = await here.ask('admin', 'POST', '/api/auth/password', {
      currentPassword: PASSWORD,
      newPassword: 'plum jam, two jars',
    })
    expect(changed.json().user).toMatchObject({ username: 'admin', mustChangePassword: false })
    expect(await isLive(here, changed.json().token)).toBe(true)
  })

  test('with a configured password requires no change', async () => {
    const here = await bootstrapStore({ username: 'Boss', password: 'chosen by the operator' })
    expect(here.made).toEqual({ username: 'Boss', generatedPassword: null })
    const { user } = await logIn(here.auth, { username: 'boss', password: 'chosen by the operator' })
    expect(user).toMatchObject({ username: 'Boss', role: 'admin', mustChangePassword: false })
  })

  test('happens once: a second start creates no user, with any settings', async () => {
    const here = await bootstrapStore()
    const before = await readTables(here.database)
    expect(await here.auth.bootstrap({ username: 'other', password: 'chosen by the operator' })).toBeNull()
    expect(await readTables(here.database)).toEqual(before)
  })

  test('of two servers on one store makes one administrator', async () => {
    const store = await testStore()
    onTestFinished(() => store.dispose())
    const auth = authOn(store.database)
    const both = await Promise.all([1, 2].map(() => auth.bootstrap({ username: 'admin', password: null })))
    expect(both.filter((made) => made !== null)).toHaveLength(1)
    expect((await readTables(store.database, 'users', 'companies')).users).toHaveLength(1)
  })
})
