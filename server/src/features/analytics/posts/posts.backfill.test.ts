/** Stored answers of before posts had a history are read again, and give the same posts as the readings did. */
import { rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  backfillsOf,
  forgetPosts,
  historyOf,
  readForDays,
  readingsOf,
  readStored,
} from '../../../testing/post-history.ts'
import { readPostTables } from '../../../testing/post-ledger.ts'
import { formWith, START } from '../../../testing/world.ts'
import { DAY, HOUR } from '../../../testing/world-with-sources.ts'

test('stored answers give the same posts and readings as the readings themselves did', async () => {
  const here = await readForDays(3)
  const live = await readPostTables(here.database)
  expect(live.posts.length).toBeGreaterThan(50)
  await forgetPosts(here)
  await readStored(here)
  expect(await readPostTables(here.database)).toEqual(live)
  expect(await backfillsOf(here)).toEqual([])
})

test('stored answers that are read after new readings take their place before them', async () => {
  const here = await readForDays(2)
  await forgetPosts(here)
  const due = await here.database.queries.deleteFrom('post_backfills').returningAll().execute()
  await here.round(DAY)
  await here.database.queries.insertInto('post_backfills').values(due).execute()
  await readStored(here)
  const late = await readPostTables(here.database)
  await forgetPosts(here)
  await readStored(here)
  expect(late).toEqual(await readPostTables(here.database))
})

test('answers that are broken or gone are left out, and the others are read', async () => {
  const here = await readForDays(3, ['synthetic_00001'])
  const rows = await here.database.queries.selectFrom('raw_responses').select('hash').orderBy('id').execute()
  const paths = rows.map(({ hash: bytes }) => {
    const hash = Buffer.from(bytes).toString('hex')
    return `${here.folder}/blobs/${hash.slice(0, 2)}/${hash.slice(2)}.gz`
  })
  expect(paths.length).toBeGreaterThanOrEqual(3)
  writeFileSync(String(paths[0]), 'not packed')
  rmSync(String(paths[1]))
  await forgetPosts(here)
  await readStored(here)
  const [newest] = await historyOf(here, 1)
  expect(newest).toBeDefined()
  expect((await readingsOf(here, 1, newest?.id ?? 0)).length).toBeLessThanOrEqual(paths.length - 2)
  expect(await backfillsOf(here)).toEqual([])
})

test('the stored answer of a file whose list was cut shows no post as gone', async () => {
  const here = await readForDays(0, ['synthetic_00001'])
  const post = (number: number) => ({
    id: `9000${number}`,
    type: 'Image',
    shortCode: `C${number}`,
    url: `https://www.instagram.com/p/C${number}/`,
    likesCount: 100 + number,
    commentsCount: 3,
    timestamp: new Date(START - number * DAY).toISOString(),
  })
  for (const [hour, numbers] of [
    [2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [1, [1, 5, 9]],
  ] as const) {
    const item = { username: 'cut', followersCount: 1_000, postsCount: 500, latestPosts: numbers.map(post) }
    const scrapedAt = new Date(START - hour * HOUR).toISOString()
    const file = formWith(JSON.stringify([{ ...item, scrapedAt }]))
    expect((await here.ask('admin', 'POST', '/api/accounts/import', file)).statusCode).toBe(200)
  }
  const live = await readPostTables(here.database)
  expect(live.posts.filter(({ gone_at }) => gone_at !== null)).toEqual([])
  await forgetPosts(here)
  await readStored(here)
  expect(await readPostTables(here.database)).toEqual(live)
})

test('the backfill is shown like other work, by kind', async () => {
  const here = await readForDays(1, ['synthetic_00001'])
  await forgetPosts(here)
  await readStored(here)
  const kinds = (await here.ask('admin', 'GET', '/api/system/queue')).json().map(({ kind }: { kind: string }) => kind)
  expect(kinds).toContain('post-backfill')
})
