/** What the log says of requests, and what it never says. */
import { expect, test } from 'vitest'
import { makeBrokenWorld } from '../../testing/any-answer.ts'
import { formWith, PASSWORD } from '../../testing/world.ts'

test('logs hold neither tokens nor passwords, in any case, and one line per request at debug', async () => {
  const here = await makeBrokenWorld()
  const { app, tokens, lines } = here
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'pro', password: PASSWORD },
  })
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'pro', password: 'a secret mistake' },
  })
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: '{"password":"a secret mistake"',
    headers: { 'content-type': 'application/json' },
  })
  await here.ask('pro', 'POST', '/api/auth/password', { currentPassword: PASSWORD, newPassword: 'plum jam, two jars' })
  await here.ask('admin', 'POST', '/api/users', { username: 'newcomer', password: 'plum jam, two jars' })
  await here.ask('admin', 'GET', '/api/accounts?q=x')
  await here.ask('admin', 'POST', '/api/accounts/import', formWith('username,date,followers\nown,2026-11-01,5\n'))
  const text = lines.join('')
  for (const secret of [
    ...Object.values(tokens),
    login.json().token,
    PASSWORD,
    'plum jam',
    'a secret mistake',
    'argon2',
  ])
    expect(text).not.toContain(secret)
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(requests).toHaveLength(7)
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/auth/login',
    status: 200,
    reqId: login.headers['x-request-id'],
  })
})
