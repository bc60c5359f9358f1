/** Sums that are kept are those of the accounts, whatever has happened to them: each filtered sum is made from the accounts themselves. */
import type { ClientTotals, GlobalMetrics } from '@tangelo/contract'
import { PERIODS } from '@tangelo/contract/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Queries } from '#platform/database/database.ts'
import { randomFrom } from '../../../testing/random-from.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { formWith, type Person, type World, world } from '../../../testing/world.ts'
import { DAY, HOUR, MINUTE } from '../../../testing/world-with-sources.ts'
import { integrityCheckService } from '../integrity-check/integrity-check.service.ts'

/** SQLite has one writer. */
const onPostgres = testEngine === 'postgres' ? test : () => {}

const SEEDS = [1, 2, 3]
const STEPS = 60
const session = { idleMs: 400 * DAY, maxMs: 400 * DAY }

/** A tag that every account has: sums that are filtered are made from the accounts. */
const TAG = 'every'
const EVERY = `tag=${TAG}`

/** Sums of fractions may differ in the last places. */
const roundValue = (value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toFixed(6)) : Array.isArray(value) ? value.map(roundValue) : value

const roundSums = (sums: object): object =>
  Object.fromEntries(
    Object.entries(sums).map(([name, value]) => [name, name === 'period' ? roundSums(value) : roundValue(value)]),
  )

async function expectSums({ ask, database, clock }: World) {
  const accounts = await database.queries.selectFrom('accounts').select('id').execute()
  const accountIds = accounts.map(({ id }) => id)
  if (accountIds.length > 0) await ask('admin', 'PUT', '/api/account-tags', { accountIds, add: [TAG] })
  const read = async (who: Person, query: string) => {
    const answer = await ask(who, 'GET', `/api/metrics/global?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return roundSums(answer.json<GlobalMetrics>())
  }
  for (const who of ['admin', 'pro', 'foreigner'] as const)
    for (const period of PERIODS) {
      const kept = await read(who, `period=${period}`)
      expect(kept, `${who}, ${period} days`).toEqual(await read(who, `period=${period}&${EVERY}`))
    }
  const clients = (await ask('admin', 'GET', '/api/metrics/clients?period=30')).json<ClientTotals[]>()
  for (const { companyId, name: _, isDemo: __, ...sums } of clients) {
    const { period } = (
      await ask('admin', 'GET', `/api/metrics/global?period=30&companyId=${companyId}&${EVERY}`)
    ).json()
    expect(roundSums(period)).toMatchObject(roundSums(sums))
  }
  const every = await ask('admin', 'GET', '/api/accounts?limit=1')
  const named = await ask('admin', 'GET', `/api/accounts?limit=1&${EVERY}`)
  expect(every.headers['x-total-count']).toBe(named.headers['x-total-count'])
  expect((await integrityCheckService({ database, clock }).run()).mismatches).toEqual([])
}

test.each(SEEDS)('after accounts came, went, moved, and were read late (seed %i)', async (seed) => {
  const random = randomFrom(seed)
  const whole = (below: number) => Math.floor(random() * below)
  const here = await world({ session })
  const expectSuccess = async (answer: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await answer
    expect(statusCode, body).toBeLessThan(300)
  }
  let made = 0
  let ids: number[] = []
  const readingOf = () => {
    const at = new Date(here.clock.now() - whole(random() < 0.7 ? 3 * DAY : 60 * DAY)).toISOString()
    return `acc_${whole(made + 1)},${at},${whole(5_000)},${whole(90)},${random() < 0.2 ? '' : whole(300)},${random() < 0.3 ? '' : (random() * 9).toFixed(3)}`
  }
  for (let step = 0; step < STEPS; step += 1) {
    const chance = random()
    const id = ids[whole(ids.length)]
    if (chance < 0.25) {
      const body = { username: `acc_${made}`, companyId: 1 + whole(2) }
      made += 1
      await here.ask('admin', 'POST', '/api/accounts', body)
    } else if (chance < 0.55) {
      const rows = Array.from({ length: 1 + whole(8) }, readingOf)
      const file = `username,date,followers,following,posts,engagement_rate\n${rows.join('\n')}\n`
      await expectSuccess(here.ask('admin', 'POST', '/api/accounts/import', formWith(file)))
    } else if (chance < 0.7 && id) {
      const body = { followers: whole(5_000), ...(random() < 0.5 && { engagementRate: whole(9_000) / 1_000 }) }
      await expectSuccess(here.ask('admin', 'POST', `/api/accounts/${id}/metrics`, body))
    } else if (chance < 0.8 && id) await here.ask('admin', 'PUT', `/api/accounts/${id}`, { companyId: 1 + whole(2) })
    else if (chance < 0.87 && id) await expectSuccess(here.ask('admin', 'DELETE', `/api/accounts/${id}`))
    else here.clock.moveBy([MINUTE, 50 * MINUTE, 7 * HOUR, DAY, 3 * DAY][whole(5)] ?? DAY)
    ids = (await here.database.queries.selectFrom('accounts').select('id').execute()).map((row) => row.id)
    if (step % 12 === 11) await expectSums(here)
  }
  await here.database.queries.updateTable('companies').set({ is_demo: 1 }).where('id', '=', 2).execute()
  await expectSums(here)
})

test('the audit names a sum that does not follow', async () => {
  const here = await world({ session })
  const file = 'username,date,followers\nacc_1,2026-11-19,100\n'
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(file))
  await here.database.queries
    .updateTable('account_sums')
    .set((row) => ({ followers: row('followers', '+', 1) }))
    .where('period', '=', 30)
    .where('grain', '=', 1_440)
    .execute()
  const { mismatches } = await integrityCheckService(here).run()
  expect(mismatches[0]).toEqual({
    accountId: null,
    username: 'Citrus Studio',
    capturedAt: null,
    figure: 'sums of 30 days: followers',
    stored: '101',
    expected: '100',
  })
})

onPostgres('figures of a company are stored while others of it are being stored', async () => {
  const here = await world({ session, accounts: ['one', 'two', 'three'] })
  const { database } = here
  const day = '2026-11-19'
  const file = ['username,date,followers', ...['one', 'two', 'three'].map((name) => `${name},${day},100`), ''].join(
    '\n',
  )
  await here.ask('admin', 'POST', '/api/accounts/import', formWith(file))
  const grow = (tx: Queries, id: number, followers: number) =>
    tx
      .updateTable('accounts')
      .set({ followers, captured_at: here.clock.now() + followers, shown: null })
      .where('id', '=', id)
      .execute()
  const followers = async () => (await here.ask('pro', 'GET', '/api/metrics/global')).json().followers
  await database.transaction(async (slow) => {
    await grow(slow, 1, 1_000)
    // Would wait for ever if the first held the sums already.
    await database.transaction((quick) => grow(quick, 2, 2_000))
    expect(await followers()).toBe(2_200)
    await grow(slow, 1, 3_000)
    await grow(slow, 3, 4_000)
  })
  expect(await followers()).toBe(9_000)
  await database.transaction(async (tx) => {
    await grow(tx, 3, 5_000)
    await tx.deleteFrom('account_periods').where('account_id', '=', 3).execute()
    await tx.deleteFrom('accounts').where('id', '=', 3).execute()
  })
  expect(await followers()).toBe(5_000)
  const buckets = await database.queries.selectFrom('account_sums').select('accounts').where('period', '=', 0).execute()
  // All, and one of each grain for each moment: nothing is left of the third.
  expect(buckets.every(({ accounts }) => accounts > 0)).toBe(true)
})

onPostgres('accounts that are being added or deleted keep no other figures of their company waiting', async () => {
  const here = await world({ session, accounts: ['one', 'two'] })
  const { database } = here
  const now = here.clock.now()
  const figures = { captured_at: now, followers: 100, shown: null }
  const read = (tx: Queries, id: number) => tx.updateTable('accounts').set(figures).where('id', '=', id).execute()
  const readTotals = async () => {
    const { accounts, followers } = (await here.ask('pro', 'GET', '/api/metrics/global')).json()
    return { accounts, followers }
  }
  await database.transaction(async (slow) => {
    const added = { company_id: 1, username: 'new', username_key: 'new', created_at: now }
    await slow.insertInto('accounts').values(Object.assign(added, figures)).execute()
    await slow.deleteFrom('accounts').where('id', '=', 2).execute()
    // Would wait for ever if the first held the sums already.
    await database.transaction((quick) => read(quick, 1))
    expect(await readTotals()).toEqual({ accounts: 2, followers: 100 })
  })
  expect(await readTotals()).toEqual({ accounts: 2, followers: 200 })
  // What was put aside is gone with the commit.
  const { rows } = await sql`select 1 from account_sum_moves`.execute(database.queries)
  expect(rows).toEqual([])
})
