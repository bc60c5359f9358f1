/** What a restore leaves to people: a backup does not know what went out after it was made. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backupMaker, folderTarget, restoreIntoFolder, restoreIntoPostgres } from '#adapters/backup/index.ts'
import type { LeftToPeople } from '#platform/database/after-restore.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { type PublishingTest, publishing } from '#testing/publishing.ts'
import { folderOfTest } from '#testing/test-folder.ts'
import { emptyPostgres, testEngine } from '#testing/test-store.ts'
import { START } from '#testing/world.ts'
import { migrations } from '../../../migrations/index.ts'

/** Databases are made and migrated. */
vi.setConfig({ testTimeout: 120_000 })

const LATER_MS = 30 * 60_000

/** Backed up now and restored elsewhere half an hour later: where the store is, and what it leaves to people. */
async function restoreElsewhere({
  database,
  folder,
}: PublishingTest): Promise<{ location: StoreLocation } & LeftToPeople> {
  const [elsewhere, path] = [folderOfTest(), join(folderOfTest(), 'all.tar')]
  await backupMaker({ store: database.location, media: { folder: join(folder, 'blobs') } }, () => START).make(path)
  mkdirSync(join(elsewhere, 'tmp'))
  const tools = {
    steps: migrations,
    now: () => START + LATER_MS,
    media: folderTarget(join(elsewhere, 'blobs')),
    temporaryPath: join(elsewhere, 'tmp'),
  }
  if (testEngine === 'sqlite') {
    const store = join(elsewhere, 'tangelo.sqlite')
    const { pausedAccounts, heldMails } = await restoreIntoFolder(path, store, tools)
    return { location: { engine: 'sqlite', path: store }, pausedAccounts, heldMails }
  }
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  const { pausedAccounts, heldMails } = await restoreIntoPostgres(path, url, tools)
  return { location: { engine: 'postgres', url }, pausedAccounts, heldMails }
}

async function settingsIn(location: StoreLocation) {
  const database = openDatabase(location, { connections: 1 })
  try {
    return await database.queries.selectFrom('publishing_settings').selectAll().execute()
  } finally {
    await database.close()
  }
}

test('a post that was planned when a backup was made goes out once more only after a person has resumed its account', async () => {
  const here = await publishing()
  const at = new Date(START + LATER_MS / 2).toISOString()
  const { id } = await here.queueOrThrow(await here.aPost(), { at })
  const other = await restoreElsewhere(here)
  await here.becomes(id, 'published')
  expect(other.pausedAccounts).toBe(1)
  expect(await settingsIn(other.location)).toMatchObject([
    {
      account_id: here.accountId,
      company_id: 1,
      tolerance_minutes: 60,
      paused_at: START + LATER_MS,
      paused_because: `A backup of ${new Date(START).toISOString().slice(0, 10)} was restored: look on Instagram what has gone out since.`,
    },
  ])
})

test('a pause that was there stays as it is, with what else is set, and an account without plans is not paused', async () => {
  const here = await publishing({ works: false })
  const address = `/api/accounts/${here.accountId}/publishing`
  const before = await restoreElsewhere(here)
  expect([before.pausedAccounts, await settingsIn(before.location)]).toEqual([0, []])
  await here.ask('pro', 'PUT', address, { toleranceMinutes: 30 })
  await here.queueOrThrow(await here.aPost(), { at: new Date(START + LATER_MS).toISOString() })
  const unpaused = await restoreElsewhere(here)
  expect(unpaused.pausedAccounts).toBe(1)
  expect(await settingsIn(unpaused.location)).toMatchObject([
    { tolerance_minutes: 30, paused_because: expect.stringContaining('was restored') },
  ])
  await here.ask('pro', 'PUT', address, { isPaused: true })
  const paused = await restoreElsewhere(here)
  expect(paused.pausedAccounts).toBe(0)
  expect(await settingsIn(paused.location)).toMatchObject([
    { tolerance_minutes: 30, paused_because: 'pro paused it.', paused_at: START },
  ])
})

test('a mail that waited in the backup does not wait where it is restored, and is counted', async () => {
  const here = await publishing({ works: false })
  const { queries } = here.database
  const named = { address: 'ann@client.example', address_key: 'ann@client.example', secret: 'secret' }
  const { id } = await queries
    .insertInto('mail_recipients')
    .values({ ...named, created_at: START })
    .returning('id')
    .executeTakeFirstOrThrow()
  await queries
    .insertInto('mails')
    .values({
      message_id: '<one@tangelo.example>',
      recipient_id: id,
      address: named.address,
      cause: 'one',
      template: 'report',
      data: '{}',
      created_at: START,
      expires_at: START,
      state: 'waiting',
      due_at: START,
    })
    .execute()
  const { location, heldMails } = await restoreElsewhere(here)
  expect(heldMails).toBe(1)
  const database = openDatabase(location, { connections: 1 })
  const mails = await database.queries.selectFrom('mails').select(['state', 'data', 'problem']).execute()
  await database.close()
  const problem = `A backup of ${new Date(START).toISOString().slice(0, 10)} was restored: it may have been sent since then.`
  expect(mails).toEqual([{ state: 'failed', data: '{}', problem }])
})
