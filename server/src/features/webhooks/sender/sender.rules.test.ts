import { expect, test } from 'vitest'
import { addressProblem, readRetryAfterMs, refusalIn, signHeaders } from './sender.rules.ts'

// The example of the Standard Webhooks specification.
test('is signed as Standard Webhooks signs', () => {
  const signed = signHeaders(
    { eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: 1_614_265_330_999 },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(signed).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

const notPublic = 'must be an address on the public internet'
test.each([
  ['http://127.0.0.1/', notPublic],
  ['http://127.1/', notPublic],
  ['http://2130706433/', notPublic],
  ['http://0x7f000001/', notPublic],
  ['http://0177.0.0.1/', notPublic],
  ['http://0/', notPublic],
  ['http://[::ffff:7f00:1]/', notPublic],
  ['http://[::ffff:127.0.0.1]/', notPublic],
  ['http://[::1]/', notPublic],
  ['http://[fd00::1]/', notPublic],
  ['http://10.1.2.3/', notPublic],
  ['http://169.254.169.254/latest/meta-data/', notPublic],
  ['http://１２７.0.0.1/', notPublic],
  ['http://localhost:5000/', notPublic],
  ['http://LOCALHOST./', notPublic],
  ['http://hook.localhost/', notPublic],
  ['http://printer.local/', notPublic],
  ['http://metadata.google.internal/', notPublic],
  ['https://user@example.org/', 'must not hold a user name or a password'],
  ['https://user:word@example.org/', 'must not hold a user name or a password'],
  ['ftp://example.org/', 'must be an http or https address'],
  ['nonsense', 'must be an http or https address'],
  ['https://example.org/hook?key=1', null],
  ['http://1.1.1.1:8080/', null],
  ['https://[2606:4700:4700::1111]/', null],
])('%s: %s', (address, problem) => {
  expect(addressProblem(address, {})).toBe(problem)
})

test('an installation may allow its own network, but no password in an address', () => {
  expect(addressProblem('http://127.0.0.1:9/', { allowsPrivate: true })).toBeNull()
  expect(addressProblem('http://me@localhost/', { allowsPrivate: true })).toMatch(/password/)
})

test.each([
  [200, null],
  [204, null],
  [299, null],
  [302, 'It answered with status 302, a redirect: give the address it leads to.'],
  [404, 'It answered with status 404.'],
  [500, 'It answered with status 500.'],
])('status %i: %s', (status, problem) => {
  expect(refusalIn(status)).toBe(problem)
})

test.each([
  ['120', 120_000],
  ['999999999', 3_600_000],
  [undefined, 0],
  ['-1', 0],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
])('Retry-After %s: %i ms', (retryAfter, ms) => {
  expect(readRetryAfterMs(retryAfter)).toBe(ms)
})
