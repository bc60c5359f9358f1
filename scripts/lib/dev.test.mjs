/** `npm run dev`, as a process: one address, a sign-in that is real, and every vendor a stand-in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { inRoot } from './place.mjs'

/** Everything starts at once, on a machine that does more than this. */
const PATIENCE_MS = 90_000

test(
  'npm run dev prints one address, behind which the sign-in works and all vendors answer',
  async () => {
    const { npm_lifecycle_event: _, DATA_DIR: _folder, ...env } = process.env
    const child = spawn(process.execPath, [inRoot('scripts/dev.mjs')], { env: { ...env, PORT: '' } })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
    })
    let output = ''
    const { promise: isOpen, resolve, reject } = Promise.withResolvers()
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (/All vendors are stand-ins/.test(output)) resolve(undefined)
      })
    ended.then(() => reject(new Error(`It ended: ${output}`)))
    await isOpen
    const addresses = output.match(/https?:\/\/\S+/g) ?? []
    expect(addresses).toEqual([expect.stringMatching(/^http:\/\/localhost:\d+$/)])
    const [, password = ''] = output.match(/Sign in as admin, .+ the password "(.+)"\./) ?? []
    expect(output).not.toContain('ADMIN_PASSWORD')

    /** @type {(method: string, path: string, token?: string, body?: object) => Promise<Response>} */
    const ask = (method, path, token, body) =>
      fetch(`${addresses[0]}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    /** Vite answers with an empty page where the server did not: then the logs say why. */
    const askForJson = async (...request) => {
      const answer = await ask(...request)
      const text = await answer.text()
      if (!answer.ok || text === '') throw new Error(`${request[1]} answered ${answer.status} ${text}\n${output}`)
      return JSON.parse(text)
    }
    const { token } = await askForJson('POST', '/api/auth/login', undefined, { username: 'pro', password })
    expect(await askForJson('GET', '/api/payments/provider', token)).toMatchObject({ provider: 'stripe' })
    const admin = await askForJson('POST', '/api/auth/login', undefined, { username: 'admin', password })
    for (const name of ['graph', 'apify', 'airtable', 's3', 'openai', 'stripe', 'google'])
      expect(await askForJson('POST', `/api/connections/${name}/test`, admin.token, {}), name).toMatchObject({
        state: 'connected',
      })
    expect(await (await ask('GET', '/')).text()).toContain('/stripe-stand-in/browser/endive/stripe.js')
    expect(await (await ask('GET', '/stripe-stand-in/browser/endive/stripe.js')).text()).not.toContain('js.stripe.com')
  },
  PATIENCE_MS,
)
