/** `npm run audit` and `npm run doctor`, as processes beside a running server. */
import { join } from 'node:path'
import { apifyStandIn, graphStandIn, instagramWorld, s3StandIn } from '@tangelo/stand-ins'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { runToEnd, runUntilRead, type Settings } from '../testing/server-process.ts'
import { ADMIN_PASSWORD, settingsOfTest, startSignedInServer } from '../testing/test-server.ts'
import { testEngine } from '../testing/test-store.ts'
import { formWith } from '../testing/world.ts'

const storeOf = ({ DATA_DIR, DATABASE_URL }: Settings) =>
  DATABASE_URL
    ? ({ engine: 'postgres', url: DATABASE_URL } as const)
    : ({ engine: 'sqlite', path: join(DATA_DIR, 'tangelo.sqlite') } as const)

/** As an attacker would who has the database, and knows of the guards. */
async function forgeEntry({ engine, queries }: Database) {
  const guard = engine === 'sqlite' ? 'audit_entries_no_update' : 'audit_entries_stay on audit_entries'
  await sql`drop trigger ${sql.raw(guard)}`.execute(queries)
  await queries.updateTable('audit_entries').set({ address: '203.0.113.9' }).where('number', '=', 1).execute()
}

test('the audit finds nothing; a snapshot and an entry of the log altered by hand are named, and it ends with 1', async () => {
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD }
  const { ask, token } = await startSignedInServer(settings)
  const body = formWith('username,date,followers,following,posts,engagement_rate\nnasa,2026-11-01,1000,10,100,2.5\n')
  expect((await ask('POST', '/api/accounts/import', { token, body })).status).toBe(200)
  expect(await runToEnd('commands/audit.ts', [], settings)).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^1 accounts, 1 snapshots: every figure follows from what was stored\n\d audit entries: each follows from the one before; the last is \d:[0-9a-f]{64}\n$/,
    ),
    stderr: '',
  })
  const database = openDatabase(storeOf(settings))
  await database.queries.updateTable('metric_snapshots').set({ following: 12 }).execute()
  await forgeEntry(database)
  await database.close()
  const { code, stdout } = await runToEnd('commands/audit.ts', ['--entry', `1:${'f'.repeat(64)}`], settings)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^1 accounts, 1 snapshots: 2 do not hold:\n/)
  expect(stdout).toMatch(/ @nasa, snapshot of 2026-11-01T[^:]+:\d\d:[^:]+: fingerprint is \d+, but follows as \d+\n/)
  expect(stdout).toContain('  @nasa, latest figures: following is 10, but follows as 12\n')
  expect(stdout).toMatch(
    /^\d audit entries: 2 do not hold:\n {2}entry 1 is not as it was written\n {2}entry 1 is not the one/m,
  )
  const latest = await ask('GET', '/api/audits/latest', { token })
  expect(await latest.json()).toMatchObject({ mismatchCount: 2 })
})

test('the doctor says what is well, what is not connected, and what fails with the next step, without a token', async () => {
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD }
  await startSignedInServer(settings)
  const well = await runToEnd('commands/doctor.ts', [], settings)
  expect(well.code).toBe(0)
  expect(well.stdout).toMatch(/^ok {5}Node: v\d+/m)
  expect(well.stdout).toMatch(/^ok {5}Store: (SQLite|PostgreSQL), answers$/m)
  expect(well.stdout).toMatch(/^ok {5}Pictures and videos: They are kept in the data folder\.$/m)
  expect(well.stdout).toMatch(/^ok {5}Video encoder: .+ ffmpeg \S+, which has libx264 and aac: \S+\.$/m)
  expect(well.stdout).toMatch(/^ok {5}Google Drive: Reels come from the folders in \/.+\/reels\.$/m)
  expect(well.stdout).toContain('Set GRAPH_ACCESS_TOKEN and GRAPH_IG_USER_ID, then restart tangelo.\n')
  expect(well.stdout).not.toContain('GRAPH_API_VERSION')
  expect(well.stdout).toMatch(/^- {6}Apify: not connected\n {7}Set APIFY_TOKEN, then restart tangelo\.$/m)

  const now = Date.now()
  const graph = await graphStandIn({ world: instagramWorld({ seed: 1, now }), clock: { now: () => now } }).start()
  onTestFinished(() => graph.end())
  const s3 = await s3StandIn().start()
  onTestFinished(() => s3.end())
  const connected = {
    ...settings,
    GRAPH_API_URL: graph.url,
    GRAPH_IG_USER_ID: graph.ownId,
    S3_ENDPOINT: s3.url,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  const good = await runToEnd('commands/doctor.ts', [], { ...connected, GRAPH_ACCESS_TOKEN: graph.token })
  expect(good.stdout).toMatch(/^ok {5}Instagram Graph API: connected, answers$/m)
  expect(good.stdout).toMatch(/^ok {5}Pictures and videos: connected, answers$/m)
  const secrets = { GRAPH_ACCESS_TOKEN: 'EAAwrongtoken', S3_SECRET_ACCESS_KEY: 'guessed-secret' }
  const wrong = { ...secrets, FFMPEG_PATH: '/no/such/ffmpeg' }
  const bad = await runToEnd('commands/doctor.ts', [], { ...connected, ...wrong })
  expect(bad.code).toBe(1)
  expect(bad.stdout).toMatch(/^FAILS {2}Instagram Graph API: .+\n {7}Renew GRAPH_ACCESS_TOKEN/m)
  expect(bad.stdout).toMatch(/^FAILS {2}Pictures and videos: The storage at .+ refuses the key: S3_SECRET_ACCESS_KEY/m)
  expect(bad.stdout).toMatch(
    /^FAILS {2}Video encoder: FFMPEG_PATH names no ffmpeg .+: \/no\/such\/ffmpeg\. Install ffmpeg/m,
  )
  expect(bad.stdout + bad.stderr).not.toMatch(/EAAwrongtoken|guessed-secret/)
})

test('the doctor makes one call through each connection that was added', async () => {
  const now = Date.now()
  const apify = await apifyStandIn({ world: instagramWorld({ seed: 1, now }), clock: { now: () => now } }).start()
  onTestFinished(() => apify.end())
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD, APIFY_API_URL: apify.url }
  const { ask, token } = await startSignedInServer(settings)
  const body = { source: 'apify', name: 'Second', token: apify.token }
  expect((await ask('POST', '/api/source-connections', { token, body })).status).toBe(201)
  const before = apify.calls.total
  const { stdout } = await runToEnd('commands/doctor.ts', [], settings)
  expect(stdout).toMatch(/^ok {5}Apify, Second: connected, answers$/m)
  expect(apify.calls.total - before).toBe(1)
})

test('the doctor ends quietly when the program that reads it has read enough', async () => {
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD }
  await startSignedInServer(settings)
  const { stderr, code } = await runUntilRead('commands/doctor.ts', settings)
  expect(stderr).toBe('')
  expect(code).toBe(0)
})

/** PostgreSQL is there before anything is in it. */
const onSqlite = testEngine === 'sqlite' ? test : () => {}

onSqlite('without a store both say so in one sentence', async () => {
  const settings = { ...(await settingsOfTest()), ADMIN_PASSWORD }
  for (const program of ['commands/audit.ts', 'commands/doctor.ts'] as const) {
    const { code, stderr } = await runToEnd(program, [], settings)
    expect(code).toBe(1)
    expect(stderr).toBe(
      `tangelo did not start: There is nothing in ${settings.DATA_DIR} yet: start tangelo first, or set DATA_DIR.\n`,
    )
  }
})
