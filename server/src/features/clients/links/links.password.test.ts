/** The password of a link: asked for first, guessed slowly, and good for one link in one browser. */
import { describe, expect, test } from 'vitest'
import { cookieOf, createLink, findNewestLink, openAt, unlockAt } from '#testing/share-links.ts'
import { world } from '#testing/world.ts'

const PASSWORD = 'seven green pears'

const makeWorld = () => world({ accounts: ['lumenandco'] })

describe('a password', () => {
  test('is asked for first, and unlocks this link in this browser for twelve hours', async () => {
    const here = await makeWorld()
    const { path, token } = await createLink(here, { password: PASSWORD })
    const other = await createLink(here, { password: PASSWORD })
    const locked = await openAt(here, path)
    expect(locked.statusCode).toBe(401)
    expect(locked.headers['set-cookie']).toBeUndefined()
    expect(locked.body).toContain('This page has a password')
    expect(locked.body).not.toContain('lumenandco')
    expect(locked.headers['content-security-policy']).not.toContain('unsafe')
    const wrong = await unlockAt(here, path, 'another one')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.headers['set-cookie']).toBeUndefined()
    expect(wrong.body).toContain('This is not the password')
    expect((await findNewestLink(here)).openedCount).toBe(0)
    const right = await unlockAt(here, path, PASSWORD)
    expect(right.statusCode).toBe(303)
    expect(right.headers.location).toBe(path)
    const cookies = [right.headers['set-cookie']].flat().map((cookie) => String(cookie).split('; '))
    expect(cookies.map(([, ...rest]) => rest)).toEqual([
      [`Path=/s/${token}`, 'Max-Age=43200', 'HttpOnly', 'SameSite=Lax'],
      [`Path=/api/s/${token}`, 'Max-Age=43200', 'HttpOnly', 'SameSite=Lax'],
    ])
    const cookie = cookieOf(right)
    expect((await openAt(here, path, { cookie })).body).toContain('@lumenandco')
    expect((await openAt(here, other.path, { cookie })).statusCode).toBe(401)
    expect((await openAt(here, path, { cookie: `${cookie}x` })).statusCode).toBe(401)
    const later = cookie.replace(/=\d+/, (until) => `=${Number(until.slice(1)) + 1}`)
    expect((await openAt(here, path, { cookie: later })).statusCode).toBe(401)
    here.clock.moveBy(12 * 3_600_000)
    expect((await openAt(here, path, { cookie })).statusCode).toBe(401)
  })

  test('goes over https with a cookie for https alone', async () => {
    const here = await world({ accounts: ['own'], app: { trustedProxies: ['127.0.0.1'] } })
    const { path } = await createLink(here, { password: PASSWORD })
    const right = await here.app.inject({
      method: 'POST',
      url: `${path}/unlock`,
      payload: new URLSearchParams({ password: PASSWORD }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-proto': 'https' },
    })
    expect(String(right.headers['set-cookie'])).toContain('; Secure')
  })

  test('is guessed five times, then waits, also with the right one; another address is let through', async () => {
    const here = await makeWorld()
    const { path } = await createLink(here, { password: PASSWORD })
    for (const guess of [1, 2, 3, 4, 5]) expect((await unlockAt(here, path, `guess ${guess}`)).statusCode).toBe(401)
    const held = await unlockAt(here, path, PASSWORD)
    expect(held.statusCode).toBe(429)
    expect(held.headers['retry-after']).toBe('30')
    expect(held.headers['content-type']).toContain('text/html')
    expect((await unlockAt(here, path, PASSWORD, '198.51.100.7')).statusCode).toBe(303)
    here.clock.moveBy(30_000)
    expect((await unlockAt(here, path, PASSWORD)).statusCode).toBe(303)
  })

  test('of a link without one unlocks nothing and sets no cookie', async () => {
    const here = await makeWorld()
    const { path } = await createLink(here)
    const res = await unlockAt(here, path, PASSWORD)
    expect(res.statusCode).toBe(303)
    expect(res.headers['set-cookie']).toBeUndefined()
  })
})
