/** `npm run import -- FILE`, as a process: alone, and beside a running server. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { apifyProfiles } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { takeDataFolder } from '#platform/data-folder.ts'
import { runToEnd } from '../testing/server-process.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { ADMIN_PASSWORD, serverOfTest, settingsOfTest } from '../testing/test-server.ts'

const adminSettings = async () => ({ ...(await settingsOfTest()), ADMIN_PASSWORD })

const DOCUMENTED = apifyProfiles.path('profiles.documented.json')

const FIRST = [
  'Accounts   4 made, 0 matched',
  'Snapshots  5 added',
  'Posts      11 added or changed',
  'Refused    0',
  '',
].join('\n')
const AGAIN = [
  'Accounts   0 made, 4 matched',
  'Snapshots  0 added',
  'Posts      0 added or changed',
  'Refused    0',
  '',
].join('\n')

test('without a server it sets up the installation, says how to sign in, and imports', async () => {
  const settings = await adminSettings()
  const generated = { ...settings, ADMIN_PASSWORD: '' }
  const first = await runToEnd('commands/import.ts', [DOCUMENTED], generated)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(
    /^\nThis is a new installation\.\n {2}Username {2}admin\n {2}Password {2}[a-z2-9-]{23}\n/,
  )
  expect(first.stdout.endsWith(`\n\n${FIRST}`)).toBe(true)
  expect(await runToEnd('commands/import.ts', [DOCUMENTED], generated)).toEqual({ code: 0, stdout: AGAIN, stderr: '' })
})

test.each(['0.0.0.0', '127.0.0.2'])('beside a server that listens at %s it imports through that one', async (host) => {
  const settings = await adminSettings()
  const server = await serverOfTest({ ...settings, HOST: host })
  expect(await runToEnd('commands/import.ts', [DOCUMENTED], settings)).toEqual({ code: 0, stdout: FIRST, stderr: '' })
  const token = await server.signIn('admin', ADMIN_PASSWORD)
  const accounts = await (await server.ask('GET', '/api/accounts?q=nasa', { token })).json()
  expect(accounts).toMatchObject([{ username: 'nasa', metrics: { followers: 96_323_377 } }])
  expect(await server.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
})

test.each([
  ['before it answers', ''],
  ['within its answer', 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"accounts"'],
])('a server that dies under it, %s, is one sentence', async (_, answer) => {
  const settings = await adminSettings()
  const dying = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (answer === '' ? socket.resetAndDestroy() : socket.end(answer)))
  }).listen(0, '127.0.0.1')
  await once(dying, 'listening')
  const { port } = z.object({ port: z.int() }).parse(dying.address())
  const folder = takeDataFolder(settings.DATA_DIR)
  onTestFinished(() => {
    dying.close()
    folder.release()
  })
  folder.announce({ pid: process.pid, address: `http://127.0.0.1:${port}`, key: 'a key' })
  expect(await runToEnd('commands/import.ts', [DOCUMENTED], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The server stopped answering. What was stored stays: import the same file again, and it adds what is missing.\n',
  })
})

test('names refused rows, twenty at most, and counts the others', async () => {
  const [settings, folder] = [await adminSettings(), folderOfTest()]
  const file = join(folder, 'figures.csv')
  const bad = Array.from({ length: 23 }, () => 'grove,2024-01-01,-1').join('\n')
  writeFileSync(file, `username,date,followers\ngrove,2024-01-01,5\n${bad}\n`)
  const { code, stdout } = await runToEnd('commands/import.ts', [file], settings)
  expect(code).toBe(0)
  const lines = stdout.trim().split('\n').slice(-22)
  expect(lines[0]).toBe('Refused    23')
  expect(lines[1]).toBe('  line 3: followers must not be negative, but is "-1"')
  expect(lines.at(-1)).toBe('  and 3 more')
})

test('what is impossible is explained in one sentence, with and without a server', async () => {
  const [settings, folder] = [await adminSettings(), folderOfTest()]
  const empty = join(folder, 'empty.csv')
  writeFileSync(empty, '')
  const usage = 'Say which file: npm run import -- FILE [--company ID].\n'
  const refusals = await Promise.all(
    [[], [DOCUMENTED, '--company', 'x'], [DOCUMENTED, '--unknown'], [join(folder, 'gone.csv')]].map((args) =>
      runToEnd('commands/import.ts', args, settings),
    ),
  )
  expect(refusals).toEqual([
    { code: 1, stdout: '', stderr: usage },
    { code: 1, stdout: '', stderr: usage },
    { code: 1, stdout: '', stderr: usage },
    { code: 1, stdout: '', stderr: `The file ${join(folder, 'gone.csv')} cannot be read: check its name.\n` },
  ])
  const wrong = await runToEnd('commands/import.ts', [DOCUMENTED, '--company', '77'], settings)
  expect(wrong).toMatchObject({ code: 1, stderr: 'There is no such company\n' })
  await serverOfTest(settings)
  const nothing = await runToEnd('commands/import.ts', [empty], settings)
  expect(nothing).toEqual({ code: 1, stdout: '', stderr: 'The file is empty\n' })
})
