/** A page of the SQLite file that was damaged, as a disk does it: at a start, under a running server, and beside the commands. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { damagePage } from '../testing/damage-page.ts'
import { runToEnd, type Settings } from '../testing/server-process.ts'
import { folderOfTest } from '../testing/test-folder.ts'
import { ADMIN_PASSWORD, startSignedInServer } from '../testing/test-server.ts'

function place() {
  const folder = folderOfTest()
  const settings: Settings = { DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD }
  return { folder, settings, databasePath: join(settings.DATA_DIR, 'tangelo.sqlite') }
}

/** A folder with drafts on several pages, whose server has ended; with a backup where a test asks for one. */
async function fillFolder({ withBackup = false } = {}) {
  const here = place()
  const server = await startSignedInServer(here.settings)
  for (let at = 0; at < 40; at += 1) {
    const caption = `${at} ${'a long caption '.repeat(40)}`
    const made = await server.ask('POST', '/api/content/posts', { token: server.token, body: { caption } })
    expect(made.status).toBe(201)
  }
  const backup = join(here.settings.DATA_DIR, 'backups', 'tangelo-2026-05-01-09-00-00.tar')
  if (withBackup) expect((await runToEnd('commands/backup.ts', [backup], here.settings)).code).toBe(0)
  expect((await server.end('SIGTERM')).code).toBe(0)
  return { ...here, backup }
}

test('a damaged page stops the start with one sentence that names the newest backup, which puts it right', async () => {
  const { settings, databasePath, backup } = await fillFolder({ withBackup: true })
  damagePage(databasePath, 'content_items')

  const refused = await runToEnd('main.ts', [], settings)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^tangelo did not start: The database \/.+\/tangelo\.sqlite is damaged or is not a database of tangelo \(.+\): stop tangelo and put back the newest backup with npm run restore -- \/.+\.tar\.\n$/,
  )
  expect(refused.stderr).toContain(`npm run restore -- ${backup}.`)

  const restored = await runToEnd('commands/restore.ts', [backup], settings)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const kept = readdirSync(settings.DATA_DIR).filter((name) => name.includes('before-restore'))
  expect(kept).toHaveLength(1)
  const server = await startSignedInServer(settings)
  const drafts = await server.ask('GET', '/api/airtable/draft-posts', { token: server.token })
  expect(await drafts.json()).toHaveLength(40)
}, 120_000)

test('a file that is no database of tangelo, and one without a backup, stop the start with one sentence', async () => {
  const { settings, databasePath } = place()
  mkdirSync(settings.DATA_DIR)
  writeFileSync(databasePath, 'a letter to the landlord, '.repeat(1_000))
  const refused = await runToEnd('main.ts', [], settings)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^tangelo did not start: The database .+ is damaged or is not a database of tangelo \(file is not a database\): there is no backup in .+\/backups, so put back one that was kept elsewhere with npm run restore -- FILE\.\n$/,
  )
}, 120_000)

test('under a running server only requests that touch a damaged page fail, and System, readyz and commands report it', async () => {
  const { settings, databasePath, folder } = await fillFolder()
  const server = await startSignedInServer(settings)
  expect((await server.ask('GET', '/readyz')).status).toBe(200)
  damagePage(databasePath, 'content_items')

  const drafts = () => server.ask('GET', '/api/airtable/draft-posts', { token: server.token })
  for (const answer of [await drafts(), await drafts()]) {
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({
      error: 'store_damaged',
      message:
        'A part of the stored data cannot be read, because the database or its disk is damaged. An administrator finds under System what to do.',
    })
  }
  const again = await server.signIn('admin', ADMIN_PASSWORD)
  const accounts = await server.ask('POST', '/api/accounts', { token: again, body: { username: 'nasa' } })
  expect(accounts.status).toBe(201)
  const report = await (await server.ask('GET', '/api/system', { token: again })).json()
  expect(report).toMatchObject({
    store: { damage: { message: expect.stringMatching(/is damaged .+npm run restore -- FILE\.$/) } },
  })
  const ready = await server.ask('GET', '/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ reason: 'store_damaged' })

  const audit = await runToEnd('commands/audit.ts', [], settings)
  expect(audit.code).toBe(1)
  expect(`${audit.stdout}${audit.stderr}`).toMatch(/^The database .+ is damaged .+\.\n$/)
  const file = join(folder, 'all.tar')
  const backup = await runToEnd('commands/backup.ts', [file], settings)
  expect(backup).toMatchObject({ code: 1, stdout: '' })
  expect(backup.stderr).toMatch(/^The database .+ is damaged .+\.\n$/)
  expect(existsSync(file)).toBe(false)
  expect(server.child.exitCode).toBeNull()
}, 120_000)
