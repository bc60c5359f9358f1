/** Secrets that deliveries are signed with. */
import { expect, test } from 'vitest'
import { readTables } from '#testing/read-tables.ts'
import { isSignedWith } from '#testing/receiver.ts'
import { oneListening, secretOf } from '#testing/webhooks.ts'
import { DAY, HOUR } from '#testing/world-with-sources.ts'

test('a secret is shown once, kept sealed, and those before sign along for a day', async () => {
  const { here, receiver } = await oneListening()
  await here.ask('pro', 'POST', '/api/webhooks/2/test')
  const first = (await here.ask('pro', 'POST', '/api/webhooks/2/secret')).json()
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  here.clock.moveBy(HOUR)
  const second = (await here.ask('admin', 'POST', '/api/webhooks/2/secret')).json()
  expect(second).toEqual({
    secret: expect.stringMatching(/^whsec_/),
    previousUntil: new Date(here.clock.now() + DAY).toISOString(),
  })
  const secrets: string[] = [first.secret, second.secret]
  const checkSignatures = async () => {
    await here.ask('pro', 'POST', '/api/webhooks/2/test')
    const call = receiver.calls.at(-1)
    return secrets.map((secret) => call !== undefined && isSignedWith(secret, call, here.clock.now()))
  }
  expect(await checkSignatures()).toEqual([true, true])
  secrets.push(...(await Promise.all([secretOf(here, 'pro'), secretOf(here, 'pro')])))
  expect(await checkSignatures()).toEqual([true, true, true, true])
  here.clock.moveBy(DAY)
  expect((await checkSignatures()).filter((isSigned) => isSigned)).toHaveLength(1)
  const everything = JSON.stringify(await readTables(here.database))
  for (const secret of secrets) {
    expect(everything).not.toContain(secret.slice(6, 30))
    expect(everything).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex').slice(0, 16))
  }
  const shown = await here.ask('pro', 'GET', '/api/webhooks/2')
  expect(shown.body).not.toContain('secret')
})

test('a secret that cannot be read any more is mended by a new one', async () => {
  const { here, receiver } = await oneListening()
  const testWebhook = async () => (await here.ask('pro', 'POST', '/api/webhooks/2/test')).json()
  await testWebhook()
  await here.database.queries.updateTable('webhooks').set({ secret: 'another.key.now' }).execute()
  expect(await testWebhook()).toMatchObject({ state: 'failed', message: expect.stringContaining('make a new secret.') })
  const secret = await secretOf(here, 'pro')
  expect(await testWebhook()).toMatchObject({ state: 'delivered' })
  expect(receiver.calls.map((call) => isSignedWith(secret, call, here.clock.now()))).toEqual([false, true])
})
