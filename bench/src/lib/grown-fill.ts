/**
 * A store as it is after years: some accounts and items made through the product, and then copied by SQL until there are as many as
 * were asked for. Half of all belong to company 1, the rest to 29 others.
 */
import { start } from '../../../server/src/composition/start.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import type { Engine } from '../../../server/src/platform/database/database.ts'
import { fillWithItems } from './content-items.ts'
import { fillStore } from './fill.ts'
import { addDays } from './grown-shape.ts'
import { environmentOf, type ProductSettings } from './product.ts'
import { readRows, runStatement } from './statements.ts'

export interface Grown {
  accounts: number
  /** Daily snapshots of each: the last five through the product, those before them by SQL. */
  days: number
  items: number
}

export interface Filled {
  rows: number
  seconds: number
  /** Of its statements, in seconds: PostgreSQL ends one after 30. */
  longest: number
}

const SAMPLE = { accounts: 1_000, items: 1_000, days: 5 }
const COMPANIES = 30
/**
 * Copies of the sample in one statement. A thousand items enter some half a million trigrams: half a second on a machine that does
 * nothing else, and of five thousand once more than the 30 s that PostgreSQL gives a statement, on one that did.
 */
const COPIES_AT_ONCE = { accounts: 5, account_periods: 5, metric_snapshots: 5, content_items: 1 }

const DIALECTS = {
  sqlite: {
    numbers: (from: number, to: number) =>
      `(with recursive n(k) as (select ${from} union all select k + 1 from n where k < ${to}) select k from n)`,
    at: (text: string, part: string) => `instr(${text}, '${part}')`,
    last14: (text: string) => `substr(${text}, -14)`,
  },
  postgres: {
    numbers: (from: number, to: number) => `(select k::bigint from generate_series(${from}, ${to}) as n(k))`,
    at: (text: string, part: string) => `strpos(${text}, '${part}')`,
    last14: (text: string) => `right(${text}, 14)`,
  },
} as const satisfies Record<Engine, object>

/** Of the copy `k`. */
const COMPANY = `(case when k % 2 = 0 then 1 else 2 + (k / 2) % ${COMPANIES - 1} end)`

/** The sample is made first, and is not counted: how fast the product writes is measured elsewhere. */
export async function fillGrown(settings: ProductSettings, { accounts, days, items }: Grown): Promise<Filled> {
  await fillStore(settings, { accounts: SAMPLE.accounts, days: Math.min(days, SAMPLE.days) })
  await fillWithItems(settings, SAMPLE.items)
  const { database, close } = await start(readConfig(environmentOf(settings)), { importsIn: 'this thread' })
  let longest = 0
  const run = async (text: string) => {
    const since = performance.now()
    const rows = await runStatement(database, text)
    longest = Math.max(longest, (performance.now() - since) / 1000)
    return rows
  }
  try {
    const dialect = DIALECTS[database.engine]
    for (let id = 2; id <= COMPANIES; id += 1)
      await run(
        `insert into companies (id, name, name_key, time_zone, created_at) values (${id}, 'Company ${id}', 'company ${id}', 'UTC', 0)`,
      )
    const since = performance.now()
    let rows = 0
    const copyRows = async (table: keyof typeof COPIES_AT_ONCE, copies: number, changes: Record<string, string>) => {
      const atOnce = COPIES_AT_ONCE[table]
      const columns = Object.keys((await readRows(database, `select * from ${table} limit 1`))[0] ?? {})
      const values = columns.map((column) => changes[column] ?? `${table}.${column}`)
      for (let from = 1; from < copies; from += atOnce) {
        const numbers = dialect.numbers(from, Math.min(from + atOnce, copies) - 1)
        rows += await run(
          `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')}
          from ${numbers} as copies cross join (select * from ${table} where ${sampleOf(table)}) as ${table}`,
        )
      }
    }
    const copies = Math.ceil(accounts / SAMPLE.accounts)
    const id = (column: string) => `${column} + ${SAMPLE.accounts} * k`
    const name = `substr(username, 1, ${dialect.at('username', '_')}) || (${id('id')} - 1)`
    const shown = `replace(replace(replace(shown, '"id":' || id || ',', '"id":' || (${id('id')}) || ','), '"companyId":1,', '"companyId":' || ${COMPANY} || ','), username, ${name})`
    await copyRows('accounts', copies, {
      id: id('id'),
      company_id: COMPANY,
      username: name,
      username_key: name,
      shown,
      is_followed: '1',
    })
    const ofAccount = { account_id: id('account_id'), company_id: COMPANY }
    await copyRows('account_periods', copies, ofAccount)
    await copyRows('metric_snapshots', copies, ofAccount)
    rows += await addDays(database, { from: days - 1, to: SAMPLE.days })
    const number = `(cast(substr(content_items.id, 4) as bigint) + ${SAMPLE.items} * k)`
    const itemId = `'rec' || ${dialect.last14(`'00000000000000' || ${number}`)}`
    const replaceItemId = (column: string) => `replace(${column}, content_items.id, ${itemId})`
    await copyRows('content_items', Math.ceil(items / SAMPLE.items), {
      id: itemId,
      company_id: COMPANY,
      created_at: 'created_at + k',
      shown: replaceItemId('shown'),
      planned: replaceItemId('planned'),
      search_text: `search_text || ' lot ' || ${number}`,
    })
    const seconds = (performance.now() - since) / 1000
    await run('delete from content_counts')
    await run(`insert into content_counts (company_id, status_key, items, undated)
      select company_id, status_key, count(*), count(*) - count(publish_at) from content_items where is_gone = 0 group by company_id, status_key`)
    if (database.engine === 'postgres')
      for (const table of ['accounts', 'companies'])
        await run(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
    return { rows, seconds, longest }
  } finally {
    await close()
  }
}

/** The rows of the sample have the first numbers. */
function sampleOf(table: string): string {
  if (table === 'content_items') return `id < 'rec${String(SAMPLE.items).padStart(14, '0')}'`
  return `company_id = 1 and ${table === 'accounts' ? 'id' : 'account_id'} <= ${SAMPLE.accounts}`
}
