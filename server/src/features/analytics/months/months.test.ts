/** Stored months equal what follows from snapshots and posts, in whichever order these come. */
import { expect, test } from 'vitest'
import { testEngine } from '../../../testing/test-store.ts'
import { formWith, type World, world } from '../../../testing/world.ts'
import { checkIntegrity } from '../../../testing/world-with-weeks.ts'
import { metricsStore } from '../metrics/metrics.store.ts'
import { storeMonths } from './months.service.ts'

const onPostgres = testEngine === 'postgres' ? test : () => {}

const bring = async (here: World, ...rows: string[]) => {
  const file = ['username,date,followers', ...rows, ''].join('\n')
  const { statusCode } = await here.ask('admin', 'POST', '/api/accounts/import', formWith(file))
  expect(statusCode).toBe(200)
}

test('growth is counted from the figure that was recorded last, where a moment has several', async () => {
  const here = await world()
  const names = Array.from({ length: 8 }, (_, at) => `account_${at}`)
  for (const followers of [1_000, 2_000]) {
    here.clock.moveBy(60_000)
    await bring(here, ...names.map((name, at) => `${name},2026-08-10,${followers + at}`))
  }
  await bring(here, ...names.map((name) => `${name},2026-10-05,3000`))
  expect(await checkIntegrity(here)).toMatchObject({ snapshots: 24, mismatches: [] })
})

test('an import makes only the months again that its days can change, the month of the next known day among them', async () => {
  const here = await world()
  await bring(here, 'nasa,2025-01-01,1000', 'nasa,2026-01-31,2000', 'nasa,2026-02-28,2100', 'nasa,2026-06-02,3000')
  await bring(here, 'nasa,2026-02-10,2050', 'nasa,2026-03-01,2500')
  await bring(here, 'nasa,2025-01-20,1100')
  expect(await checkIntegrity(here)).toMatchObject({ mismatches: [] })
  const { queries } = here.database
  await queries.updateTable('account_months').set({ growth_days: 77 }).execute()
  await bring(here, 'nasa,2026-02-20,2070')
  const months = await queries.selectFrom('account_months').select(['month', 'growth_days']).orderBy('month').execute()
  const march = 2026 * 12 + 2
  expect(months.filter(({ growth_days }) => growth_days !== 77).map(({ month }) => month - march)).toEqual([-1])
  await bring(here, 'nasa,2026-04-20,2600')
  const later = await queries.selectFrom('account_months').select(['month', 'growth_days']).orderBy('month').execute()
  expect(later.filter(({ growth_days }) => growth_days !== 77).map(({ month }) => month - march)).toEqual([-1, 1, 3])
})

onPostgres('figures that come while another node makes the months are in them', async () => {
  const here = await world()
  await bring(here, 'nasa,2026-11-01,1000', 'nasa,2026-11-02,1100')
  const { database, ask } = here
  await database.queries.updateTable('accounts').set({ figures_due: 1 }).execute()
  const typed = await database.transaction(async (tx) => {
    const [account = { id: 0, company_id: 0 }] = await metricsStore(tx, database.engine).accountsDue(1)
    await storeMonths(tx, database.engine, account, null)
    const typing = ask('admin', 'POST', '/api/accounts/1/metrics', { followers: 1300, date: '2026-11-05' })
    // As long as it may take until it waits for this transaction.
    await Promise.race([typing, new Promise((resolve) => setTimeout(resolve, 1_000))])
    return { typing }
  })
  expect((await typed.typing).statusCode).toBe(201)
  expect(await checkIntegrity(here)).toMatchObject({ snapshots: 3, mismatches: [] })
})
