/** Accounts found by a part of their name are those that a plain look at every name finds, whatever has happened to them. */
import type { Account } from '@tangelo/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../testing/random-from.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { START, type World, world } from '../../../testing/world.ts'

const onSqlite = testEngine === 'sqlite' ? test : () => {}
const SEEDS = [1, 2]
const ACCOUNTS = 300
/** Few, so that names have parts in common; with signs of query languages, letters beyond ASCII and outside of the first plane. */
const PARTS = [
  'a',
  'b',
  'ab',
  'ba',
  'ä',
  'Ü',
  'ß',
  'é',
  'é',
  'İ',
  '%',
  '_',
  '\\',
  '"',
  "'",
  '*',
  ' ',
  '.',
  '-',
  '漢',
  '🍊',
  'OR',
  '1',
]

type Named = Pick<Account, 'id' | 'companyId' | 'username'>

const nextOf = (headers: Record<string, unknown>) => /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

/** All pages of a list, and the total that its first one tells. */
async function listAll({ ask }: World, who: 'admin' | 'pro' | 'foreigner', query: string) {
  const ids: number[] = []
  let total: string | undefined
  for (let next: string | undefined = `/api/accounts?limit=60&${query}`; next; ) {
    const res = await ask(who, 'GET', next)
    expect(res.statusCode, res.body).toBe(200)
    total ??= String(res.headers['x-total-count'])
    ids.push(...(res.json() as Named[]).map(({ id }) => id))
    next = nextOf(res.headers)
  }
  return { ids, total: Number(total) }
}

test.each(SEEDS)('as many, and the same, in every order (seed %i)', async (seed) => {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const text = (longest: number) =>
    Array.from({ length: 1 + Math.floor(random() * longest) }, () => pick(PARTS)).join('')
  const here = await world()
  const { queries } = here.database
  const taken = new Set<string>()
  const newName = (): string => {
    const name = text(8)
    if (taken.has(name.toLowerCase())) return newName()
    taken.add(name.toLowerCase())
    return name
  }
  const rows = Array.from({ length: ACCOUNTS }, (_, at) => {
    const username = newName()
    return {
      company_id: 1 + (at % 2),
      username,
      username_key: username.toLowerCase(),
      created_at: START,
      sort_followers: Math.floor(random() * 20),
    }
  })
  await queries.insertInto('accounts').values(rows).execute()
  const all = async () =>
    queries.selectFrom('accounts').select(['id', 'company_id', 'username_key', 'sort_followers']).execute()
  for (const { id } of await all()) {
    const chance = random()
    const name = newName()
    if (chance < 0.1) await queries.deleteFrom('accounts').where('id', '=', id).execute()
    else if (chance < 0.2)
      await queries
        .updateTable('accounts')
        .set({ username: name, username_key: name.toLowerCase(), shown: null })
        .where('id', '=', id)
        .execute()
    else if (chance < 0.3)
      await queries
        .updateTable('accounts')
        .set((row) => ({ company_id: sql<number>`3 - ${row.ref('company_id')}`, shown: null }))
        .where('id', '=', id)
        .execute()
  }
  const accounts = await all()
  const searches = Array.from({ length: 40 }, () => {
    const name = pick(accounts).username_key
    const from = Math.floor(random() * name.length)
    return random() < 0.6 ? name.slice(from, from + 1 + Math.floor(random() * 5)) : text(3)
  })
  for (const search of searches) {
    const q = search.isWellFormed() ? search : text(2)
    const key = q.trim().replace(/^@/, '').toLowerCase()
    const who = pick(['admin', 'pro', 'foreigner'] as const)
    const expected = accounts
      .filter(({ company_id }) => who === 'admin' || company_id === (who === 'pro' ? 1 : 2))
      .filter(({ username_key }) => !q || username_key.includes(key))
      .sort((one, other) => other.sort_followers - one.sort_followers || other.id - one.id)
      .map(({ id }) => id)
    const result = await listAll(here, who, `sort=followers&q=${encodeURIComponent(q)}`)
    expect(result, `${who} looks for ${JSON.stringify(q)}`).toEqual({ ids: expected, total: expected.length })
    const byName = await listAll(here, who, `sort=username-asc&q=${encodeURIComponent(q)}`)
    expect(byName.ids.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
  }
})

test('many names that hold a text are walked in the order of the list', async () => {
  const here = await world()
  const rows = Array.from({ length: 2_400 }, (_, at) => ({
    company_id: 1 + Number(at % 6 === 5),
    username: `orchard_${at}`,
    username_key: `orchard_${at}`,
    created_at: START,
    sort_followers: (at * 7919) % 1_000,
  }))
  for (let at = 0; at < rows.length; at += 400)
    await here.database.queries
      .insertInto('accounts')
      .values(rows.slice(at, at + 400))
      .execute()
  const findExpected = (companyId: number | null) =>
    rows
      .map((row, at) => ({ id: at + 1, ...row }))
      .filter(({ company_id }) => companyId === null || company_id === companyId)
      .sort((one, other) => other.sort_followers - one.sort_followers || other.id - one.id)
      .map(({ id }) => id)
  const first = async (who: 'admin' | 'pro' | 'foreigner') => {
    const res = await here.ask(who, 'GET', '/api/accounts?limit=200&q=rchard')
    const second = await here.ask(who, 'GET', nextOf(res.headers) ?? '')
    return { ids: [...res.json(), ...second.json()].map(({ id }: Named) => id), total: res.headers['x-total-count'] }
  }
  expect(await first('admin')).toEqual({ ids: findExpected(null).slice(0, 400), total: '2400' })
  expect(await first('pro')).toEqual({ ids: findExpected(1).slice(0, 400), total: '2000' })
  expect(await first('foreigner')).toEqual({ ids: findExpected(2).slice(0, 400), total: '400' })
})

onSqlite('the index of names holds what the accounts hold', async () => {
  const here = await world({ accounts: ['nasa'] })
  await here.ask('admin', 'PUT', '/api/accounts/1', { username: 'esa.moon' })
  const findIds = async (q: string) => (await listAll(here, 'admin', `q=${q}`)).ids
  expect([await findIds('nasa'), await findIds('moon')]).toEqual([[], [1]])
  await sql`insert into account_names (account_names) values ('integrity-check')`.execute(here.database.queries)
  await here.ask('admin', 'DELETE', '/api/accounts/1')
  expect(await findIds('moon')).toEqual([])
})
