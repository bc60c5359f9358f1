/**
 * Sums over the accounts of a company are kept, and moved with every figure, so that those of 300,000 accounts are read from some
 * hundred rows: see `platform/database/tables/accounts.ts` and docs/decisions/0052.
 */
import { sql } from 'kysely'
import type { Engine } from '#platform/database/database.ts'
import type { Migration } from '#platform/database/migrate.ts'

export const keptSums: Migration = {
  name: '0025-kept-sums',
  file: import.meta.url,
  // The same, before 0029 shared its parts.
  formerly: ['7080557c37af3856ada39e778af00a5b8fe40227b60b3bbafa8cfe05c593ebc3'],
  async up({ engine, queries }) {
    const followed = engine === 'sqlite' ? SQLITE : POSTGRES
    if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(queries)
    for (const statement of [...TABLES(engine), ...[ACCOUNTS, PERIODS].flatMap(followed)])
      await sql.raw(statement).execute(queries)
  },
}

/** As whole numbers, which sum without an error: a billionth of a percent. */
const fixed = (rate: string) => `round(${rate} * 1000000000)`
const NINE_DAYS_MS = 9 * 24 * 60 * 60_000
const POINTS = [0, 1, 2, 3, 4, 5, 6]

/** What is summed, where it is known. */
const MEASURES = [
  'followers',
  'follower_change',
  'engagement',
  'engagement_change',
  'posts',
  'posts_change',
  'base_before',
  'last',
  ...POINTS.map((point) => `sum_${point}`),
  ...POINTS.map((point) => `before_${point}`),
] as const

/** Where contributions come from: columns of `given`. */
export interface Contributor {
  table: string
  /** Columns that matter. */
  columns: readonly string[]
  period: string
  /** 1 for accounts that have figures. */
  isRead: string
  isBroken: string
  grains: readonly number[]
  measures: Partial<Record<string, string>>
}

export const PERIODS: Contributor = {
  table: 'account_periods',
  columns: [
    'company_id',
    'period',
    'captured_at',
    'is_broken',
    'is_whole',
    'followers',
    'follower_change',
    'engagement_rate',
    'engagement_change',
    'new_posts',
    'new_posts_before',
    ...POINTS.flatMap((point) => [`sum_${point}`, `before_${point}`]),
  ],
  period: 'given.period',
  isRead: '1',
  isBroken: 'given.is_broken',
  grains: [1_440, 60, 1],
  measures: {
    followers: 'given.followers',
    follower_change: 'case when given.is_whole = 1 then given.follower_change end',
    engagement: fixed('given.engagement_rate'),
    engagement_change: fixed('given.engagement_change'),
    posts: 'given.new_posts',
    posts_change: 'given.new_posts - given.new_posts_before',
    base_before: 'case when given.before_0 is not null then given.sum_0 end',
    last: 'case when given.sum_0 is not null then given.followers end',
    ...Object.fromEntries(
      POINTS.flatMap((point) => [
        [`sum_${point}`, `given.sum_${point}`],
        [`before_${point}`, `given.before_${point}`],
      ]),
    ),
  },
}

/** The latest figures, as a period of 0 days; an account without any counts among all. */
export const ACCOUNTS: Contributor = {
  table: 'accounts',
  columns: ['company_id', 'captured_at', 'compared_at', 'followers', 'follower_change', 'posts', 'engagement_rate'],
  period: '0',
  isRead: 'case when given.captured_at is null then 0 else 1 end',
  isBroken: '0',
  grains: [0, 1_440, 60, 1],
  measures: {
    followers: 'given.followers',
    follower_change: `case when given.compared_at >= given.captured_at - ${NINE_DAYS_MS} then given.follower_change end`,
    engagement: fixed('given.engagement_rate'),
    posts: 'given.posts',
  },
}

const KEYS = ['company_id', 'period', 'grain', 'bucket']
export const COUNTS = ['accounts', 'accounts_read', 'source_changes']
export const MEASURED = MEASURES.flatMap((measure) => [measure, `${measure}_known`])

const TABLES = (engine: Engine) => [
  `create table account_sums (
    period integer not null,
    grain integer not null,
    company_id integer not null,
    bucket integer not null,
    ${COUNTS.map((column) => `${column} integer not null`).join(', ')},
    ${MEASURES.map((measure) => `${measure} bigint not null, ${measure}_known integer not null`).join(', ')},
    constraint account_sums_key primary key (period, grain, company_id, bucket)
  )${engine === 'sqlite' ? ' without rowid' : ''}`,
  'create index accounts_captured on accounts (company_id, captured_at)',
]

/** The buckets of each row: one of each grain, which holds so many minutes; grain 0 holds all. */
export const bucketsOf = ({ grains }: Contributor, rows: string) =>
  `(${rows}) as given cross join (${grains.map((grain) => `select ${grain} as grain`).join(' union all ')}) as grains
    where grains.grain = 0 or given.captured_at is not null`

export const BUCKET = 'case when grains.grain = 0 then 0 else given.captured_at / (60000 * grains.grain) end'

/** Adds the rows to their sums, or takes them away, each by its own sign where it has one. */
export function move(from: Contributor, sign: 1 | -1 | 'given.sign', rows: string): string {
  const whole = (text: string) => `cast(${text} as bigint)`
  const sums = [
    `sum(${sign})`,
    `sum(${sign} * ${from.isRead})`,
    `sum(${sign} * ${from.isBroken})`,
    ...MEASURES.flatMap((measure) => {
      const value = from.measures[measure]
      if (value === undefined) return ['0', '0']
      return [
        `sum(${sign} * ${whole(`coalesce(${value}, 0)`)})`,
        `sum(case when ${value} is null then 0 else ${sign} end)`,
      ]
    }),
  ]
  const columns = [...COUNTS, ...MEASURED]
  return `insert into account_sums (${[...KEYS, ...columns].join(', ')})
    select given.company_id, ${from.period}, grains.grain, ${BUCKET}, ${sums.join(', ')}
    from ${bucketsOf(from, rows)}
    group by given.company_id, ${from.period === '0' ? '' : `${from.period}, `}grains.grain, ${BUCKET}
    order by 1, 2, 3, 4
    on conflict (period, grain, company_id, bucket) do update set
    ${columns.map((column) => `${column} = account_sums.${column} + excluded.${column}`).join(', ')}`
}

/** Buckets that nothing is left in. */
const clear = (from: Contributor, rows: string) =>
  `delete from account_sums where accounts = 0 and (company_id, period, grain, bucket) in
    (select given.company_id, ${from.period}, grains.grain, ${BUCKET} from ${bucketsOf(from, rows)})`

export const rowOf = ({ columns }: Contributor, name: 'old' | 'new') =>
  `select ${columns.map((column) => `${name}.${column} as ${column}`).join(', ')}`

export const differs = ({ columns }: Contributor, unequal: string) =>
  columns.map((column) => `old.${column} ${unequal} new.${column}`).join(' or ')

const SQLITE = (from: Contributor) => {
  const { table } = from
  const [before, after] = [rowOf(from, 'old'), rowOf(from, 'new')]
  const add = move(from, 1, after)
  const take = `${move(from, -1, before)}; ${clear(from, before)}`
  return [
    move(from, 1, `select ${from.columns.join(', ')} from ${table}`),
    `create trigger ${table}_sums_insert after insert on ${table} begin ${add}; end`,
    `create trigger ${table}_sums_delete after delete on ${table} begin ${take}; end`,
    `create trigger ${table}_sums_update after update of ${from.columns.join(', ')} on ${table}
      when ${differs(from, 'is not')} begin ${take}; ${add}; end`,
  ]
}

/** Rows of one statement are moved together; an update row by row, where anything differs. */
const POSTGRES = (from: Contributor) => {
  const { table } = from
  const columns = from.columns.join(', ')
  const [added, removed] = [`select ${columns} from added`, `select ${columns} from removed`]
  const [before, after] = [rowOf(from, 'old'), rowOf(from, 'new')]
  const made = (name: string, statements: string[]) =>
    `create function ${table}_sums_${name}() returns trigger language plpgsql as
      $body$ begin ${statements.join('; ')}; return null; end $body$`
  return [
    move(from, 1, `select ${columns} from ${table}`),
    made('insert', [move(from, 1, added)]),
    made('delete', [move(from, -1, removed), clear(from, removed)]),
    made('update', [move(from, -1, before), clear(from, before), move(from, 1, after)]),
    `create trigger ${table}_sums_insert after insert on ${table} referencing new table as added
      for each statement execute function ${table}_sums_insert()`,
    `create trigger ${table}_sums_delete after delete on ${table} referencing old table as removed
      for each statement execute function ${table}_sums_delete()`,
    `create trigger ${table}_sums_update after update on ${table}
      for each row when (${differs(from, 'is distinct from')}) execute function ${table}_sums_update()`,
  ]
}
