/** A store that an earlier version of the program has filled, brought up to date, on the engine of this run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { shownAccount } from '#features/analytics/accounts/accounts.rules.ts'
import { bringAllUpToDate } from '#features/analytics/index.ts'
import { openDatabase, type StoreLocation } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { emptyPostgres, testEngine } from '../testing/test-store.ts'
import { foundation } from './0001-foundation.ts'
import { migrations } from './index.ts'

const CAPTURED = Date.UTC(2026, 10, 19, 9)
const POSTED = Date.UTC(2026, 10, 18, 17, 30)

async function emptyStore(): Promise<StoreLocation> {
  if (testEngine === 'postgres') {
    const { url, drop } = await emptyPostgres()
    onTestFinished(drop)
    return { engine: 'postgres', url }
  }
  const folder = mkdtempSync(join(tmpdir(), 'tangelo-earlier-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { engine: 'sqlite', path: join(folder, 'tangelo.sqlite') }
}

test('figures and posts of the first version are there, and shown, after an update', async () => {
  const database = openDatabase(await emptyStore())
  onTestFinished(() => database.close())
  await migrate(database, [foundation])
  // As the first version wrote them: today's schema has other columns.
  const run = (text: string) => database.queries.executeQuery(CompiledQuery.raw(text))
  await run(
    `insert into companies (name, name_key, time_zone, created_at) values ('Grove', 'grove', 'UTC', ${CAPTURED})`,
  )
  await run(`insert into accounts (company_id, username, username_key, created_at, followers, captured_at, source)
    values (1, 'NASA', 'nasa', ${CAPTURED}, 1000, ${CAPTURED}, 'import'), (1, 'empty', 'empty', ${CAPTURED}, null, null, null)`)
  await run(`insert into metric_snapshots
    (company_id, account_id, captured_at, fingerprint, day, recorded_at, source, followers, following, posts, engagement_rate)
    values (1, 1, ${CAPTURED}, 7, 20776, ${CAPTURED}, 'import', 1000, 12, 34, 1.5)`)
  await run(`insert into account_posts
    (company_id, account_id, post_id, position, type, caption, url, source_image_url, likes, comments, posted_at, is_pinned)
    values (1, 1, 'second', 1, 'reel', null, null, null, null, 3, null, 0),
      (1, 1, 'first', 0, 'image', 'It''s "quoted" 🍊', 'https://example.org/p/1', 'https://cdn.example.org/1.jpg', 20, 2, ${POSTED}, 1)`)

  await migrate(database, migrations)
  await bringAllUpToDate(database)

  const accounts = await database.queries.selectFrom('accounts').selectAll().orderBy('id').execute()
  expect(accounts.map(({ followers, figures_due }) => ({ followers, figures_due }))).toEqual([
    { followers: 1000, figures_due: 0 },
    { followers: null, figures_due: 0 },
  ])
  for (const account of accounts) expect(account.shown).toBe(shownAccount(account))
  const posts = await database.queries.selectFrom('latest_posts').selectAll().execute()
  expect(posts.map(({ company_id, account_id }) => [company_id, account_id])).toEqual([[1, 1]])
  expect(JSON.parse(posts[0]?.shown ?? '')).toEqual([
    {
      id: 'first',
      type: 'image',
      caption: 'It\'s "quoted" 🍊',
      url: 'https://example.org/p/1',
      imageUrl: null,
      likes: 20,
      comments: 2,
      postedAt: '2026-11-18T17:30:00.000Z',
    },
    { id: 'second', type: 'reel', caption: null, url: null, imageUrl: null, likes: null, comments: 3, postedAt: null },
  ])
  expect(JSON.parse(posts[0]?.read ?? '')).toMatchObject([
    { id: 'first', sourceImageUrl: 'https://cdn.example.org/1.jpg', postedAt: POSTED, isPinned: true },
    { id: 'second', sourceImageUrl: null, postedAt: null, isPinned: false },
  ])
})
