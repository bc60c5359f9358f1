/**
 * Beyond one PostgreSQL: `docs/citus.sql` keeps the rules of Citus on the schema of today, and no request of a user sends a statement
 * that would ask for the rows of several companies. See docs/decisions/0056.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RouteRow, routes } from '@tangelo/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import type { Case } from './access/actors.ts'
import { analyticsAccess } from './access/analytics.ts'
import { clientsAccess } from './access/clients.ts'
import { contentAccess } from './access/content.ts'
import { makeFurnishedWorld } from './access/objects.ts'
import { operationsAccess } from './access/operations.ts'
import { reelsAccess } from './access/reels.ts'
import { recordStatements, tablesWithoutCompany } from './tenant-statements.ts'
import { testEngine } from './test-store.ts'
import { world } from './world.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const DDL = readFileSync(join(DOCS, 'citus.sql'), 'utf8')
const SPREAD = [...DDL.matchAll(/create_distributed_table\('(\w+)'/g)].map(([, table = '']) => table)

/** Citus's own words for what it refuses, about keys and references. */
const RULES = [
  'create table citus_reference (name text primary key)',
  'create table citus_distributed (name text primary key)',
  `create function create_reference_table(given regclass) returns void language plpgsql as $$ begin
    if exists (select 1 from pg_constraint where contype = 'f' and conrelid = given
      and confrelid::regclass::text not in (select name from citus_reference))
      then raise exception 'the reference table % refers to a local table', given; end if;
    insert into citus_reference values (given::text);
  end $$`,
  `create function create_distributed_table(given regclass, col text, colocate_with text) returns void language plpgsql as $$ begin
    if not exists (select 1 from pg_attribute where attrelid = given and attname = col and attnotnull)
      then raise exception '% has no column %', given, col; end if;
    if exists (select 1 from pg_index where indrelid = given and indisunique and not exists (
      select 1 from pg_attribute where attrelid = given and attname = col and attnum = any(indkey)))
      then raise exception 'a key of % does not contain %', given, col; end if;
    if exists (select 1 from pg_constraint where contype = 'f' and conrelid = given
      and confrelid::regclass::text not in (select name from citus_reference))
      then raise exception '% refers to a table that is neither a reference table nor colocated', given; end if;
    if exists (select 1 from pg_constraint where contype = 'f' and confrelid = given)
      then raise exception '% is referred to by a local table', given; end if;
    if exists (select 1 from pg_trigger where tgrelid = given and not tgisinternal)
      then raise exception '% has triggers', given; end if;
    if exists (select 1 from pg_attribute where attrelid = given and attidentity <> '')
      then raise exception '% hands out numbers', given; end if;
    if colocate_with <> 'none' and not exists (select 1 from citus_distributed where name = colocate_with)
      then raise exception '% is not distributed', colocate_with; end if;
    insert into citus_distributed values (given::text);
  end $$`,
]

/** Tables with the company of their rows, and a key without it. */
async function keysWithoutCompany({ queries }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct cls.relname as name from pg_index as idx join pg_class as cls on cls.oid = idx.indrelid
    join pg_attribute as company on company.attrelid = cls.oid and company.attname = 'company_id'
    where idx.indisunique and cls.relnamespace = 'public'::regnamespace and not cls.relispartition
      and not company.attnum = any(idx.indkey)`.execute(queries)
  return rows.map(({ name }) => name).toSorted()
}

describe.runIf(testEngine === 'postgres')('on PostgreSQL', () => {
  test('the statements for Citus run on the schema of today and keep its rules', async () => {
    const { database } = await world({ breaksStore: true })
    const statements = [
      ...RULES,
      ...DDL.replaceAll(/^--.*$/gm, '')
        .split(';')
        .filter((text) => /\S/.test(text)),
    ]
    const done = database.transaction(async (tx) => {
      for (const statement of statements) if (!/create extension/.test(statement)) await sql.raw(statement).execute(tx)
      const { rows } = await sql`select name from citus_distributed`.execute(tx)
      expect(rows).toHaveLength(SPREAD.length)
      throw new Error('Nothing of this stays')
    })
    await expect(done).rejects.toThrow('Nothing of this stays')
  })

  test('the keys without a company are those that the docs name', async () => {
    const { database } = await world()
    const [, list = ''] = readFileSync(join(DOCS, 'beyond-one-postgresql.md'), 'utf8').split(
      /<!-- (?:keys without company_id|end) -->/,
    )
    const named = [...list.matchAll(/`([^`]+)`/g)].map(([, key]) => key)
    expect(named).toEqual(await keysWithoutCompany(database))
  })

  test('no statement that a request of a user sends touches rows of several companies', async () => {
    const here = await makeFurnishedWorld()
    const cases: Record<string, Case[]> = Object.assign(
      {},
      analyticsAccess,
      contentAccess,
      clientsAccess,
      reelsAccess,
      operationsAccess,
    )
    const rows = Object.entries(routes).flatMap(([part, of]) =>
      Object.entries<RouteRow>(of).map(([name, row]) => ({ name: `${part}.${name}`, row })),
    )
    const found = new Map<string, string>()
    let touched = 0
    let route = ''
    const end = recordStatements((text) => {
      if (SPREAD.some((table) => text.includes(table))) touched += 1
      for (const table of tablesWithoutCompany(text, SPREAD)) found.set(`${table} in ${route}`, text)
    })
    try {
      for (const { name, row } of rows)
        for (const { url, body } of row.stream || row.access === 'admin' ? [] : (cases[name] ?? [])) {
          route = name
          await here.ask('pro', row.method, url, body)
        }
      route = 'figures that are typed in and read'
      await here.ask('pro', 'GET', '/api/accounts?q=own&period=30&limit=5')
      await here.ask('pro', 'GET', '/api/metrics/global?period=30')
    } finally {
      end()
    }
    expect(Object.fromEntries(found)).toEqual({})
    // It would be silent about a walk that touches nothing.
    expect(touched).toBeGreaterThan(20)
  }, 120_000)
})

test('a statement without its company is found, wherever it stands', () => {
  const missing = (text: string) => tablesWithoutCompany(text, ['metric_snapshots', 'account_tags'])
  expect(missing('select * from "metric_snapshots" where "company_id" = $1')).toEqual([])
  expect(missing('select "company_id" from "metric_snapshots" where "account_id" = $1')).toEqual(['metric_snapshots'])
  expect(
    missing('select 1 from accounts as a join account_tags as t on t.account_id = a.id where a.company_id = $1'),
  ).toEqual(['account_tags'])
  expect(
    missing(
      'select 1 from accounts as a join account_tags as t on t.company_id = a.company_id and t.account_id = a.id',
    ),
  ).toEqual([])
  expect(
    missing('select 1 from accounts where exists (select 1 from metric_snapshots where account_id = accounts.id)'),
  ).toEqual(['metric_snapshots'])
  expect(missing('insert into "account_tags" ("company_id", "account_id") values ($1, $2)')).toEqual([])
  expect(missing('insert into "account_tags" ("account_id") values ($1)')).toEqual(['account_tags'])
  expect(missing('delete from "metric_snapshots" where "account_id" in (1, 2)')).toEqual(['metric_snapshots'])
})
