/** A full disk under a running server, with its log on the same disk; a log that takes nothing; and the start on a full disk. */
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseAnswer, rawClient } from '../testing/raw-client.ts'
import { type RunningServer, runToEnd, type Settings } from '../testing/server-process.ts'
import { smallDiskOfTest } from '../testing/small-disk.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { ADMIN_PASSWORD, serverOfTest } from '../testing/test-server.ts'

const TIMEOUT_MS = 120_000

async function running(settings: Settings, stdout?: string) {
  const descriptor = stdout === undefined ? undefined : openSync(stdout, 'a')
  if (descriptor !== undefined) onTestFinished(() => closeSync(descriptor))
  const server = await serverOfTest(settings, descriptor)
  return server
}

const draft = (server: RunningServer, token: string) =>
  server.ask('POST', '/api/content/posts', { token, body: { caption: 'a caption '.repeat(100) } })

test(
  'on a full disk writes answer 507 with a sentence, people sign in, and all works again once there is room',
  async ({ skip }) => {
    const disk = smallDiskOfTest(40, skip)
    const settings: Settings = { DATA_DIR: join(disk.path, 'data'), ADMIN_PASSWORD, LOG_LEVEL: 'debug' }
    const server = await running(settings, join(disk.path, 'out.log'))
    const token = await server.signIn('admin', ADMIN_PASSWORD)
    expect((await draft(server, token)).status).toBe(201)

    disk.fill()
    // What is free inside SQLite's own files is used up first.
    await vi.waitFor(
      async () => {
        const refused = await draft(server, token)
        expect(refused.status).toBe(507)
        expect(await refused.json()).toMatchObject({
          error: 'disk_full',
          message: 'The disk of the server is full. Make room on it, then try again.',
        })
      },
      { timeout: 20_000, interval: 1 },
    )
    // The room that was kept goes to what must work, and to no other program.
    disk.fill()
    for (let time = 0; time < 50; time += 1) expect(await server.signIn('admin', ADMIN_PASSWORD)).toBeTruthy()
    expect((await draft(server, token)).status).toBe(507)
    for (const path of [
      '/api/airtable/draft-posts',
      '/api/system',
      '/api/system/queue',
      '/api/accounts',
      '/api/audit-log',
    ])
      expect((await server.ask('GET', path, { token })).status, path).toBe(200)
    const ready = await server.ask('GET', '/readyz')
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({
      reason: 'disk_full',
      message: expect.stringMatching(/^The disk of the data folder .+ has only 0\.\d MB left\. Make room on it\.$/),
    })

    disk.makeRoom()
    await vi.waitFor(async () => expect((await draft(server, token)).status).toBe(201), {
      timeout: 20_000,
      interval: 50,
    })
    await vi.waitFor(async () => expect((await server.ask('GET', '/readyz')).status).toBe(200), {
      timeout: 20_000,
      interval: 50,
    })
    expect((await server.end('SIGTERM')).code).toBe(0)
    const audit = await runToEnd('commands/audit.ts', [], settings)
    expect(audit).toMatchObject({ code: 0, stderr: '' })
  },
  TIMEOUT_MS,
)

/** 30,000 figures of 30 accounts: a file of 0.7 MB, and more than 3 MB in the database. */
function formOfFigures(): FormData {
  const rows = Array.from({ length: 30_000 }, (_, at) => {
    const day = new Date(Date.UTC(2020, 0, 1 + (at % 1_000))).toISOString().slice(0, 10)
    return `account${Math.floor(at / 1_000)},${day},${at}`
  })
  const form = new FormData()
  form.set('file', new Blob([`username,date,followers\n${rows.join('\n')}`]), 'figures.csv')
  return form
}

test.for([
  ['its file', 300_000],
  ['its rows', 2_500_000],
] as const)(
  'an import that finds no room for %s says so, and its connection takes the next request',
  { timeout: TIMEOUT_MS },
  async ([part, roomLeft], { skip }) => {
    const disk = smallDiskOfTest(40, skip)
    const server = await running({ DATA_DIR: join(disk.path, 'data'), ADMIN_PASSWORD })
    const token = await server.signIn('admin', ADMIN_PASSWORD)
    disk.fill(roomLeft)
    const importId = crypto.randomUUID()
    const form = new Response(formOfFigures())
    const body = await form.bytes()
    const client = await rawClient(
      Number(new URL(server.address).port),
      [
        `POST /api/accounts/import?importId=${importId} HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${token}`,
        `content-type: ${form.headers.get('content-type')}`,
        `content-length: ${body.length}`,
        '\r\n',
      ].join('\r\n'),
    )
    client.socket.write(body)
    client.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    const [refused = '', next] = (await client.closed).split(/(?=HTTP\/1\.1 )/)
    expect(parseAnswer(refused)).toMatchObject({ status: 507, body: { error: 'disk_full' } })
    expect(next).toMatch(/^HTTP\/1\.1 200 /)
    const progress = await server.ask('GET', `/api/accounts/import/${importId}`, { token })
    // Without room for its file it never began.
    if (part === 'its file') expect(progress.status).toBe(404)
    else expect(await progress.json()).toMatchObject({ state: 'failed' })
    expect(await server.signIn('admin', ADMIN_PASSWORD)).toBeTruthy()
  },
)

test(
  'a server starts and signs people in on a disk that has no room but what it kept for that',
  async ({ skip }) => {
    const disk = smallDiskOfTest(40, skip)
    const settings: Settings = { DATA_DIR: join(disk.path, 'data'), ADMIN_PASSWORD }
    const first = await running(settings)
    await first.signIn('admin', ADMIN_PASSWORD)
    expect((await first.end('SIGTERM')).code).toBe(0)
    disk.fill()
    const second = await running(settings)
    const token = await second.signIn('admin', ADMIN_PASSWORD)
    expect((await draft(second, token)).status).toBe(507)
  },
  TIMEOUT_MS,
)

test(
  'a log that nothing can be written to ends and stops nothing',
  async ({ skip }) => {
    if (process.platform !== 'linux') skip('there is no /dev/full here')
    const folder = folderOfTest()
    const server = await running({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD, LOG_LEVEL: 'trace' }, '/dev/full')
    for (let time = 0; time < 20; time += 1) {
      const answer = await server.ask('GET', '/healthz', { headers: { connection: 'close' } })
      expect(answer.status).toBe(200)
    }
    await server.signIn('admin', ADMIN_PASSWORD)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  },
  TIMEOUT_MS,
)

test(
  'log lines that found the disk full are counted in the log once there is room',
  async ({ skip }) => {
    const disk = smallDiskOfTest(4, skip)
    const folder = folderOfTest()
    const log = join(disk.path, 'out.log')
    const server = await running({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD, LOG_LEVEL: 'debug' }, log)
    disk.fill()
    for (let time = 0; time < 40; time += 1) expect((await server.ask('GET', '/healthz')).status).toBe(200)
    disk.makeRoom()
    expect((await server.ask('GET', '/healthz')).status).toBe(200)
    expect((await server.end('SIGTERM')).code).toBe(0)
    const counted = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('were dropped'))
      .map((line) => JSON.parse(line))
    expect(counted).toMatchObject([{ level: 40, dropped: expect.any(Number) }])
  },
  TIMEOUT_MS,
)
