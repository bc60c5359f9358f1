/** `npm run backup` and `npm run restore`, as processes: beside a server, into another folder, and what they refuse. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@tangelo/contract'
import { type S3StandIn, s3StandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { markRestore } from '#platform/database/restore-mark.ts'
import { aPixel } from '../testing/reels.ts'
import { runToEnd, type Settings } from '../testing/server-process.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { ADMIN_PASSWORD, startSignedInServer } from '../testing/test-server.ts'
import { emptyPostgres, testEngine } from '../testing/test-store.ts'
import { formWith } from '../testing/world.ts'

const onSqlite = testEngine === 'sqlite' ? test : () => {}
const onPostgres = testEngine === 'postgres' ? test : () => {}

/** Without the address of the server that it was uploaded to. */
const pathOf = (url = '') => new URL(url, 'http://none').pathname

const inBucket = ({ url, bucket, region, accessKeyId, secretAccessKey }: S3StandIn) => ({
  S3_ENDPOINT: url,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

function place(): Settings & { folder: string } {
  const folder = folderOfTest()
  return { folder, DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD }
}

onSqlite('a backup made beside a running server brings everything back on another machine', async () => {
  const { folder, ...settings } = place()
  const file = join(folder, 'all.tar')
  const one = await startSignedInServer(settings)
  await one.ask('POST', '/api/accounts', { token: one.token, body: { username: 'nasa' } })
  const form = formWith(aPixel(), 'pixel.gif', 'images')
  const answer = await one.ask('POST', '/api/upload/images', { token: one.token, body: form })
  const uploaded = routes.uploads.images.reply.parse(await answer.json())
  const made = await runToEnd('commands/backup.ts', [file], settings)
  expect(made.stderr).toBe('')
  expect(made.stdout).toMatch(
    /^Backed up to \/.+all\.tar\n {2}the store, .+, and 2 files of .+; read back and found whole\n/,
  )
  expect(made.stdout).toContain(
    `\n  nor are the folders of pictures for reels, in ${join(settings.DATA_DIR, 'reels')} and beside it: copy`,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // By which the server knows of it: it looks into its own folder only.
  const log = await (await one.ask('GET', '/api/audit-log?act=backup.made', { token: one.token })).json()
  expect(log).toMatchObject([{ via: 'operator', objectKind: 'backup', objectName: 'all.tar' }])
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
  const two = await startSignedInServer(elsewhere)
  expect((await two.ask('GET', '/api/accounts', { token: one.token })).status).toBe(401)
  const accounts = await (await two.ask('GET', '/api/accounts', { token: two.token })).json()
  expect(accounts).toMatchObject([{ username: 'nasa' }])
  expect((await two.ask('GET', pathOf(uploaded.imageUrls[0]))).status).toBe(200)
})

onSqlite('many pictures come back by the command that was printed, without a word from Node', async () => {
  const { folder, ...settings } = place()
  const one = await startSignedInServer(settings)
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

onPostgres('a backup made beside nodes on PostgreSQL and a bucket brings everything back elsewhere', async () => {
  const { folder, ...settings } = place()
  const file = join(folder, 'all.tar')
  const [s3, other] = [await s3StandIn().start(), await s3StandIn().start()]
  const [from, to] = [await emptyPostgres(), await emptyPostgres()]
  onTestFinished(async () => {
    await Promise.all([s3.end(), other.end(), from.drop(), to.drop()])
  })
  const key = { ENCRYPTION_KEY: 'ab'.repeat(32) }
  const here = Object.assign(settings, { DATABASE_URL: from.url }, key, inBucket(s3))
  const one = await startSignedInServer(here)
  await one.ask('POST', '/api/accounts', { token: one.token, body: { username: 'nasa' } })
  const form = formWith(aPixel(), 'pixel.gif', 'images')
  const answer = await one.ask('POST', '/api/upload/images', { token: one.token, body: form })
  const uploaded = routes.uploads.images.reply.parse(await answer.json())
  expect(await runToEnd('commands/backup.ts', [file], here)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Backed up to .+ and 2 files of .+; read back and found whole\n {2}not in it/s),
  })
  // What tells all nodes how old the newest backup is.
  const log = await (await one.ask('GET', '/api/audit-log?act=backup.made', { token: one.token })).json()
  expect(log).toMatchObject([{ via: 'operator', objectKind: 'backup', objectName: 'all.tar' }])
  // Onto itself: the database is in use, by this very server.
  await one.end('SIGTERM')
  expect((await runToEnd('commands/restore.ts', [file], here)).stderr).toMatch(/ holds data already\. /)

  const elsewhere = Object.assign(
    {},
    here,
    { DATA_DIR: join(folder, 'elsewhere'), DATABASE_URL: to.url },
    inBucket(other),
  )
  const otherKey = { ENCRYPTION_KEY: 'cd'.repeat(32) }
  const back = await runToEnd('commands/restore.ts', [file], Object.assign({}, elsewhere, otherKey))
  expect(back).toMatchObject({ code: 0, stderr: '' })
  const two = await startSignedInServer(elsewhere)
  expect((await two.ask('GET', '/api/accounts', { token: one.token })).status).toBe(401)
  const accounts = await (await two.ask('GET', '/api/accounts', { token: two.token })).json()
  expect(accounts).toMatchObject([{ username: 'nasa' }])
  expect((await two.ask('GET', pathOf(uploaded.imageUrls[0]))).status).toBe(200)
  expect((await runToEnd('commands/audit.ts', [], elsewhere)).code).toBe(0)
})

onPostgres('a server refuses a database into which a restore was killed', async () => {
  const { folder: _, ...settings } = place()
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  const database = openDatabase({ engine: 'postgres', url })
  await markRestore(database, 1)
  await database.close()
  expect(await runToEnd('main.ts', [], Object.assign(settings, { DATABASE_URL: url }))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('let npm run restore -- FILE end, or run it again'),
  })
})

test('an unreachable bucket stops both before anything has changed', async () => {
  const { folder, ...settings } = place()
  const file = join(folder, 'all.tar')
  const s3 = await s3StandIn().start()
  const one = await startSignedInServer(Object.assign({}, settings, inBucket(s3)))
  await one.ask('POST', '/api/upload/images', { token: one.token, body: formWith(aPixel(), 'pixel.gif', 'images') })
  await one.end('SIGTERM')
  await s3.end()
  const away = Object.assign({}, settings, inBucket(s3))
  const made = await runToEnd('commands/backup.ts', [file], away)
  expect(made).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The storage at .+ The backup was not made\.\n$/),
  })
  writeFileSync(file, 'x')
  const back = await runToEnd('commands/restore.ts', [file], away)
  expect(back).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The storage at [^\n]+\n$/) })
})
