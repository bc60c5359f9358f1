/** A store whose secrets were encrypted with a key that is not here: a backup holds no key, on purpose. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, periodAt } from '#features/identity/two-factor/two-factor.rules.ts'
import { type RunningServer, runToEnd } from '../testing/server-process.ts'
import { ADMIN_PASSWORD, serverOfTest, settingsOfTest } from '../testing/test-server.ts'

const OTHER_KEY = 'ab'.repeat(32)

const readReply = async <Reply>(response: Promise<Response>): Promise<Reply> => {
  const answer = await response
  expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  return (await answer.json()) as Reply
}

const setUpPayment = (server: RunningServer, token: string, planId: number) =>
  server.ask('POST', '/api/companies/1/subscription/setup', {
    token,
    body: { planId, customerName: 'Mia', customerEmail: 'mia@example.test' },
  })

const logIn = async (server: RunningServer, code: string) => {
  const first = await readReply<{ secondStep: { challenge: string } }>(
    server.ask('POST', '/api/auth/login', { body: { username: 'admin', password: ADMIN_PASSWORD } }),
  )
  return server.ask('POST', '/api/auth/login/code', { body: { challenge: first.secondStep.challenge, code } })
}

test('a start without the key of the store makes no other one, says so, and what needs a secret fails with a sentence', async () => {
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD }
  const keyFile = join(settings.DATA_DIR, 'encryption.key')
  const first = await serverOfTest(settings)
  const token = await first.signIn('admin', ADMIN_PASSWORD)
  const plans = await readReply<{ plans: [{ id: number }] }>(
    first.ask('POST', '/api/init-subscription-plans', { token }),
  )
  const planId = plans.plans[0].id
  await readReply(setUpPayment(first, token, planId))
  const { secret } = await readReply<{ secret: string }>(
    first.ask('POST', '/api/auth/two-factor', { token, body: { password: ADMIN_PASSWORD } }),
  )
  const { recoveryCodes } = await readReply<{ recoveryCodes: string[] }>(
    first.ask('PUT', '/api/auth/two-factor', { token, body: { code: codeOf(secret, periodAt(Date.now())) } }),
  )
  expect((await first.end('SIGTERM')).code).toBe(0)
  const key = readFileSync(keyFile)
  rmSync(keyFile)

  const sentence =
    /Secrets in the store \(authenticator apps, payments of the sandbox\) were encrypted with a key that is not here: put the encryption\.key that belongs to them into .+, or set ENCRYPTION_KEY to what it held, and start again; if it is lost, /
  const missing = {
    error: 'encryption_key_missing',
    message: expect.stringContaining('encrypted with a key that is not here'),
  }
  for (const given of [{}, { ENCRYPTION_KEY: OTHER_KEY }]) {
    const without = await serverOfTest({ ...settings, ...given })
    expect(without.output.stdout).toMatch(sentence)
    expect(existsSync(keyFile)).toBe(false)
    const withApp = await logIn(without, codeOf(secret, periodAt(Date.now())))
    expect(withApp.status).toBe(503)
    expect(await withApp.json()).toMatchObject(missing)
    const { token: again } = await readReply<{ token: string }>(logIn(without, recoveryCodes.pop() ?? ''))
    const payment = await setUpPayment(without, again, planId)
    expect(payment.status).toBe(503)
    expect(await payment.json()).toMatchObject(missing)
    const { warnings } = await readReply<{ warnings: string[] }>(without.ask('GET', '/api/system', { token: again }))
    expect(warnings).toEqual([expect.stringMatching(sentence)])
    const doctor = await runToEnd('commands/doctor.ts', [], { ...settings, ...given })
    expect(doctor.stdout).toMatch(/FAILS {2}Encryption key: Secrets in the store/)
    expect((await without.end('SIGTERM')).code).toBe(0)
  }

  writeFileSync(keyFile, key)
  const back = await serverOfTest(settings)
  expect(back.output.stdout).not.toContain('Secrets in the store')
  const { token: last } = await readReply<{ token: string }>(logIn(back, recoveryCodes.pop() ?? ''))
  await readReply(setUpPayment(back, last, planId))
  const { warnings } = await readReply<{ warnings: string[] }>(back.ask('GET', '/api/system', { token: last }))
  expect(warnings).toEqual([])
}, 120_000)
