/** Links from their making to their end: who may make one, what it opens, and that everything else answers alike. */
import { expect, test } from 'vitest'
import { world } from '#testing/world.ts'

const PHONE = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
}
const account = { kind: 'account', targetId: 1, name: 'For Anna', expiresInDays: 30 }

test('a link shows its account to people without an account, and the list counts who looked', async () => {
  const { ask, app } = await world({ accounts: ['lumenandco'] })
  const made = await ask('pro', 'POST', '/api/links', account)
  expect(made.statusCode, made.body).toBe(201)
  const path = new URL(made.json().url).pathname
  expect(path).toMatch(/^\/s\/[\w-]{43}$/)
  const page = await app.inject({ url: path, headers: PHONE })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('@lumenandco')
  expect(page.headers['set-cookie']).toBeUndefined()
  const [listed] = (await ask('pro', 'GET', '/api/links')).json()
  expect(listed).toMatchObject({ name: 'For Anna', state: 'open', openedCount: 1, kind: 'account' })
  expect(listed.url).toBeUndefined()
})

test('a link with a password opens only behind it', async () => {
  const { ask, app } = await world({ accounts: ['lumenandco'] })
  const { url } = (await ask('pro', 'POST', '/api/links', { ...account, password: 'seven green pears' })).json()
  const path = new URL(url).pathname
  expect((await app.inject({ url: path, headers: PHONE })).statusCode).toBe(401)
  const unlock = (password: string) =>
    app.inject({
      method: 'POST',
      url: `${path}/unlock`,
      payload: new URLSearchParams({ password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await unlock('another one')).statusCode).toBe(401)
  const unlocked = await unlock('seven green pears')
  expect(unlocked.statusCode).toBe(303)
  const [cookie = ''] = [unlocked.headers['set-cookie']].flat()
  expect(cookie).toContain(`Path=${path}`)
  const opened = await app.inject({ url: path, headers: { ...PHONE, cookie: String(cookie).split(';')[0] } })
  expect(opened.statusCode).toBe(200)
})
