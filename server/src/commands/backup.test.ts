/** `npm run backup` and `npm run restore`, as processes: beside a server, into another folder, and what they refuse. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@tangelo/contract'
import { expect, test } from 'vitest'
import { aPixel } from '../testing/reels.ts'
import { runToEnd, type Settings } from '../testing/server-process.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { ADMIN_PASSWORD, signedInServer } from '../testing/test-server.ts'
import { testEngine } from '../testing/test-store.ts'
import { formWith } from '../testing/world.ts'

const onSqlite = testEngine === 'sqlite' ? test : () => {}

function place(): Settings & { folder: string } {
  const folder = folderOfTest()
  return { folder, DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD }
}

onSqlite('a backup made beside a running server brings everything back on another machine', async () => {
  const { folder, ...settings } = place()
  const file = join(folder, 'all.tar')
  const one = await signedInServer(settings)
  await one.ask('POST', '/api/accounts', { token: one.token, body: { username: 'nasa' } })
  const form = formWith(aPixel(), 'pixel.gif', 'images')
  const answer = await one.ask('POST', '/api/upload/images', { token: one.token, body: form })
  const uploaded = routes.uploads.images.reply.parse(await answer.json())
  const made = await runToEnd('commands/backup.ts', [file], settings)
  expect(made.stderr).toBe('')
  expect(made.stdout).toMatch(
    /^Backed up to \/.+all\.tar\n {2}the store, .+, and 2 files of .+; read back and found whole\n/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await runToEnd('commands/backup.ts', [file], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already: choose another name.'),
  })
  expect(await runToEnd('commands/restore.ts', [file], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another tangelo is using the data folder/),
  })

  const elsewhere = { ...settings, DATA_DIR: join(folder, 'elsewhere') }
  const back = await runToEnd('commands/restore.ts', [file], elsewhere)
  expect(back.stderr).toBe('')
  expect(back.stdout).toMatch(/^Restored what was backed up on \d{4}-.+ by tangelo 0\.1\.0:\n/)
  const two = await signedInServer(elsewhere)
  expect((await two.ask('GET', '/api/accounts', { token: one.token })).status).toBe(401)
  const accounts = await (await two.ask('GET', '/api/accounts', { token: two.token })).json()
  expect(accounts).toMatchObject([{ username: 'nasa' }])
  expect((await two.ask('GET', uploaded.imageUrls[0] ?? '')).status).toBe(200)
})

onSqlite('many pictures come back by the command that was printed, without a word from Node', async () => {
  const { folder, ...settings } = place()
  const one = await signedInServer(settings)
  const blobs = join(settings.DATA_DIR, 'blobs')
  for (let at = 0; at < 25; at += 1) {
    const content = `picture ${at}`
    const name = hash('sha256', content)
    mkdirSync(join(blobs, name.slice(0, 2)), { recursive: true })
    writeFileSync(join(blobs, name.slice(0, 2), name.slice(2)), content)
  }
  // Named as a person types it, in a folder below the one they stand in.
  mkdirSync(join(folder, 'kept backups'))
  const here = { ...settings, INIT_CWD: folder }
  const made = await runToEnd('commands/backup.ts', ['kept backups/all.tar'], here)
  expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(' and 25 files of ') })
  const [, printed = ''] = made.stdout.match(/put it back with: npm run restore -- (.+)\n/) ?? []
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${printed}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  await one.end('SIGTERM')
  // Copied into a terminal that stands elsewhere.
  const back = await runToEnd('commands/restore.ts', words, { ...settings, INIT_CWD: tmpdir() })
  expect(back).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(' and 25 files of ') })
})

onSqlite('what is no whole backup, or comes from a newer tangelo, changes nothing and says so', async () => {
  const { folder, ...settings } = place()
  const file = join(folder, 'all.tar')
  expect(await runToEnd('commands/backup.ts', [file], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is nothing in .+ yet: start tangelo first/),
  })
  writeFileSync(file, 'x')
  expect(await runToEnd('commands/restore.ts', [file], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'This backup cannot be used: It breaks off before its end.\n',
  })
  expect((await runToEnd('commands/restore.ts', [], settings)).stderr).toBe(
    'Say which file: npm run restore -- FILE.\n',
  )
  expect((await runToEnd('commands/restore.ts', [join(folder, 'none.tar')], settings)).stderr).toMatch(
    /^The file .+none\.tar cannot be read: check its name\.\n$/,
  )
  expect(() => readFileSync(join(settings.DATA_DIR, 'tangelo.sqlite'))).toThrow('ENOENT')
})

test('on PostgreSQL both say what its own tools do, without the password', async () => {
  const { folder, ...settings } = place()
  const file = join(folder, 'all.tar')
  const pg = { ...settings, DATABASE_URL: 'postgres://tangelo:sesame1@db.example:5433/main' }
  const made = await runToEnd('commands/backup.ts', [file], pg)
  expect(made.stderr).toContain(
    'pg_dump --format=custom --file FILE --host db.example --port 5433 --username tangelo --dbname main',
  )
  const back = await runToEnd('commands/restore.ts', [file], pg)
  expect(back.stderr).toContain('pg_restore --clean --if-exists --single-transaction --no-owner --host db.example')
  expect([made.code, back.code]).toEqual([1, 1])
  expect(made.stderr + back.stderr).not.toContain('sesame1')
})
