/** What only a process does: greeting, refusing to start, ending. */
import { existsSync, openAsBlob, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { apifyProfiles, s3StandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseAnswer, rawClient } from './testing/raw-client.ts'
import { runToEnd, type Settings } from './testing/server-process.ts'
import { ADMIN_PASSWORD, serverOfTest, settingsOfTest } from './testing/test-server.ts'

async function freePort(): Promise<number> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  await new Promise((resolve) => other.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const refusal = async (settings: Settings) => {
  const { code, stdout, stderr } = await runToEnd('main.ts', [], settings)
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^tangelo did not start: .+\n$/)
  return stderr.slice('tangelo did not start: '.length, -1)
}

test('the first start prints the address and a sign-in, once; SIGTERM and Ctrl+C end it cleanly', async () => {
  const settings = await settingsOfTest()
  const first = await serverOfTest(settings)
  expect(first.output.stdout).toMatch(
    /^\n {2}tangelo is ready at http:\/\/localhost:\d+\n\n {2}Username {2}admin\n {2}Password {2}[a-z2-9-]{23}\n {2}This password is shown only now; you choose your own when you first sign in\.\n\n$/,
  )
  const password = first.output.stdout.match(/Password {2}(\S+)/)?.[1] ?? ''
  const token = await first.signIn('admin', password)
  expect((await first.ask('GET', '/api/accounts', { token })).status).toBe(403)
  const changed = await first.ask('POST', '/api/auth/password', {
    token,
    body: { currentPassword: password, newPassword: ADMIN_PASSWORD },
  })
  expect(changed.status).toBe(200)
  expect((await first.ask('GET', '/readyz')).status).toBe(200)
  const ended = await first.end('SIGTERM')
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(join(settings.DATA_DIR, 'server.json'))).toBe(false)

  const second = await serverOfTest(settings)
  expect(second.output.stdout).toMatch(/^\n {2}tangelo is ready at http:\/\/localhost:\d+\n\n$/)
  expect(
    (await second.ask('GET', '/api/accounts', { token: await second.signIn('admin', ADMIN_PASSWORD) })).status,
  ).toBe(200)
  expect(await second.end('SIGINT')).toMatchObject({ code: 0, stderr: '' })
})

test('a server that says it is ready for the first time lets its first administrator in', async () => {
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD, PORT: String(await freePort()) }
  const starting = serverOfTest(settings)
  const ask = (path: string, body?: object) =>
    fetch(`http://127.0.0.1:${settings.PORT}${path}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 15_000, interval: 1 })
  expect((await ask('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })).status).toBe(200)
  await starting
})

test('a sign-in that was given is not repeated', async () => {
  const server = await serverOfTest({ ...(await settingsOfTest()), ADMIN_USERNAME: 'boss', ADMIN_PASSWORD })
  expect(server.output.stdout).toMatch(/\n {2}Sign in as boss with the password in ADMIN_PASSWORD\.\n\n$/)
  expect(server.output.stdout).not.toContain('plum')
  const token = await server.signIn('boss', ADMIN_PASSWORD)
  expect((await server.ask('GET', '/api/accounts', { token })).status).toBe(200)
})

test('a second server on the same folder is refused and named the first', async () => {
  const settings = await settingsOfTest()
  const first = await serverOfTest(settings)
  expect(await refusal(settings)).toBe(
    `Another tangelo is using the data folder ${settings.DATA_DIR} (process ${first.child.pid}, ${first.address.replace('localhost', '127.0.0.1')}): stop it, or give this one another DATA_DIR.`,
  )
  expect((await first.ask('GET', '/readyz')).status).toBe(200)
})

test('a busy port is refused; the folder is free again, and the first sign-in is still to come', async () => {
  const settings = await settingsOfTest()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  expect(await refusal({ ...settings, PORT: port })).toBe(
    `Port ${port} is taken by another program: end that one, or set PORT to a free one.`,
  )
  const server = await serverOfTest(settings)
  const password = server.output.stdout.match(/Password {2}(\S+)/)?.[1] ?? 'none was printed'
  await server.signIn('admin', password)
})

test('settings, folders, addresses and stores that do not fit are each refused with one sentence', async () => {
  const settings = await settingsOfTest()
  const file = `${settings.DATA_DIR}-file`
  writeFileSync(file, '')
  const unwritable = join(file, 'data')
  const s3 = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'AKIASAMPLE' }
  const [port, folder, host, store, role, token, storage] = await Promise.all([
    refusal({ ...settings, PORT: 'http' }),
    refusal({ DATA_DIR: unwritable }),
    refusal({ ...settings, HOST: '192.0.2.1' }),
    refusal({ DATA_DIR: `${settings.DATA_DIR}-2`, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/tangelo' }),
    refusal({ ...settings, DATABASE_URL: '', ROLE: 'worker' }),
    refusal({ ...settings, APIFY_TOKEN: 'secret with spaces' }),
    refusal({ ...settings, DATA_DIR: `${settings.DATA_DIR}-3`, ...s3, S3_SECRET_ACCESS_KEY: 'sample-secret' }),
  ])
  expect(storage).toBe(
    'The storage at 127.0.0.1:9 could not be reached: the connection was refused: check S3_ENDPOINT and that it can be reached from here.',
  )
  expect(role).toBe('ROLE worker needs PostgreSQL: set DATABASE_URL, or leave ROLE at all.')
  expect(token).toMatch(/^APIFY_TOKEN is "…", but must be a token/)
  expect(port).toBe('PORT is "http", but must be a port from 0 to 65535: correct it in the environment or in .env.')
  expect(folder).toMatch(`The data folder ${unwritable} cannot be written (`)
  expect(folder).toMatch(/give this user the right to write there, or set DATA_DIR to another folder\.$/)
  expect(host).toBe('HOST 192.0.2.1 is not an address of this machine: use 127.0.0.1, or 0.0.0.0 for all.')
  expect(store).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:1 does not answer \(.+\): check DATABASE_URL and that the server runs\.$/,
  )
  expect(store).not.toContain('secret')
})

test.runIf(process.platform === 'linux')('a data folder where none can be is refused at once', async () => {
  const { DATA_DIR: _, ...rest } = await settingsOfTest()
  expect(await refusal({ ...rest, DATA_DIR: '/proc/tangelo/data' })).toMatch(
    /^The data folder \/proc\/tangelo\/data cannot be written \(.+\): give this user the right to write there, or set DATA_DIR to another folder\.$/,
  )
})

test('with S3 the data folder keeps nothing that another machine needs', async () => {
  const s3 = await s3StandIn().start()
  onTestFinished(() => s3.end())
  const settings: Settings = {
    ...(await settingsOfTest()),
    ADMIN_PASSWORD,
    S3_ENDPOINT: s3.url,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  const server = await serverOfTest(settings)
  const token = await server.signIn('admin', ADMIN_PASSWORD)
  const form = new FormData()
  form.set('file', await openAsBlob(apifyProfiles.path('profiles.documented.json')), 'profiles.json')
  const imported = await server.ask('POST', '/api/accounts/import', { token, body: form })
  expect(imported.status).toBe(200)
  // The thread that imports keeps the rows as they came where everybody finds them.
  expect([...s3.objects.keys()].every((key) => /^[0-9a-f]{2}\/[0-9a-f]{62}\.gz$/.test(key))).toBe(true)
  expect(s3.objects.size).toBeGreaterThan(0)
  const raw = await server.ask('GET', '/api/accounts/1/metrics/raw', { token })
  expect(raw.status).toBe(200)
  expect(existsSync(join(settings.DATA_DIR, 'blobs'))).toBe(false)
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
})

test('what is under way when the signal comes is finished and answered', async () => {
  const settings: Settings = { ...(await settingsOfTest()), ADMIN_PASSWORD }
  const server = await serverOfTest(settings)
  const token = await server.signIn('admin', ADMIN_PASSWORD)
  // Longer than a request takes, and much shorter than a server that ends waits, also on a busy machine.
  const rows = Array.from({ length: 8_000 }, (_, at) => {
    const day = new Date(Date.UTC(2024, 0, 1 + (at % 200))).toISOString().slice(0, 10)
    return `account${Math.floor(at / 200)},${day},${at}`
  })
  const form = new FormData()
  form.set('file', new Blob([`username,date,followers\n${rows.join('\n')}`]), 'figures.csv')
  const importId = crypto.randomUUID()
  const importing = server.ask('POST', `/api/accounts/import?importId=${importId}`, { token, body: form })
  await vi.waitFor(
    async () => expect((await server.ask('GET', `/api/accounts/import/${importId}`, { token })).status).toBe(200),
    { timeout: 15_000, interval: 5 },
  )
  const ended = server.end('SIGTERM')
  expect(await (await importing).json()).toMatchObject({ snapshots: 8_000, refusedCount: 0 })
  const answeredAt = performance.now()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  // Not for as long as the connection of the sender is kept alive, which is ten seconds.
  expect(performance.now() - answeredAt).toBeLessThan(5_000)
})

test('a client that has stopped sending does not keep the server from ending cleanly', async () => {
  const settings: Settings = { ...(await settingsOfTest()), ADMIN_PASSWORD }
  const server = await serverOfTest(settings)
  const token = await server.signIn('admin', ADMIN_PASSWORD)
  const head = `POST /api/upload/images HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`
  const body = 'content-type: multipart/form-data; boundary=edge\r\ncontent-length: 1000\r\n\r\n--edge\r\n'
  const stuck = await rawClient(Number(new URL(server.address).port), head + body)
  // The server has read it when it answers what came after it.
  expect((await server.ask('GET', '/healthz')).status).toBe(200)
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  expect(parseAnswer(await stuck.closed).status).toBe(408)
})
