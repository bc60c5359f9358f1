/** Searches without the extension of PostgreSQL that makes them quick: the same rows, and a sentence in System. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { countNamed } from '#features/analytics/accounts/store/names.ts'
import { migrations } from '../../migrations/index.ts'
import { emptyPostgres, testEngine, testStore } from '../../testing/test-store.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { asTrigrams, hasTrigram, hasTrigramOfWord, searchProblem } from './trigrams.ts'

/** As docs/decisions/0052 has them. */
const STATEMENTS = [
  'create extension pg_trgm',
  'create index concurrently account_names_trigrams on account_names using gin (name_key gin_trgm_ops)',
  `create index concurrently content_items_phrases on content_items using gin (replace(search_text, ' ', '0') gin_trgm_ops)`,
]

/** SQLite has its trigrams with it. */
const onPostgres = testEngine === 'postgres' ? test : () => {}

test('a store of this program has all that searches need', async () => {
  const { database, dispose } = await testStore()
  onTestFinished(dispose)
  expect(await searchProblem(database)).toBeNull()
})

onPostgres('a role that may not create the extension migrates and searches, and the problem names it', async () => {
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  const owner = openDatabase({ engine: 'postgres', url })
  const role = `limited_${randomUUID().slice(0, 8)}`
  await sql.raw(`create role ${role} login password 'plum jam'`).execute(owner.queries)
  await sql.raw(`grant all on schema public to ${role}`).execute(owner.queries)
  const limited = openDatabase({ engine: 'postgres', url: asRole(url, role) })
  onTestFinished(async () => {
    await limited.close()
    await sql.raw(`drop owned by ${role}`).execute(owner.queries)
    await sql.raw(`drop role ${role}`).execute(owner.queries)
    await owner.close()
  })
  await migrate(limited, migrations)
  expect(await searchProblem(limited)).toMatch(/pg_trgm/)
  const company = { name: 'One', name_key: 'one', time_zone: 'UTC', created_at: 0 }
  await limited.queries.insertInto('companies').values(company).execute()
  const account = { company_id: 1, username: 'Nasa.moon', username_key: 'nasa.moon', created_at: 0 }
  await limited.queries.insertInto('accounts').values(account).execute()
  expect(await countNamed(limited.queries, [1], 'sa.m')).toBe(1)
  for (const statement of STATEMENTS) await sql.raw(statement).execute(owner.queries)
  expect(await searchProblem(limited)).toBeNull()
})

function asRole(url: string, role: string): string {
  const its = new URL(url)
  its.username = role
  its.password = 'plum jam'
  return its.href
}

test('trigrams are of code points, and those of a long text are few', () => {
  expect(['ab', '🍊🍊', 'abc', '🍊🍊🍊'].map(hasTrigram)).toEqual([false, false, true, true])
  expect(['a_b', '###', '_99', 'grüße', 'a 12'].map(hasTrigramOfWord)).toEqual([false, false, false, true, true])
  expect(asTrigrams('ab"c')).toBe('"ab""" AND "b""c"')
  expect(asTrigrams('abcdefghijklmnopqrstuvwxyz').split(' AND ')).toHaveLength(12)
})
