/** Which readings bring an account into the list of what moved. */
import { expect, test } from 'vitest'
import { plant, plantDays, shiftFrom, TODAY } from '../../../testing/planted-accounts.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { START, world } from '../../../testing/world.ts'
import { isQuiet } from '../../../testing/world-with-sources.ts'
import { storeReading } from '../metrics/service/store-reading.ts'

test('a fall that another live source reads is listed, as the analysis finds it', async () => {
  const here = await world()
  const { database } = here
  const days = shiftFrom(plantDays({ count: 150, seed: 4 }), TODAY, -0.05)
  const followers = days.get(TODAY) ?? 0
  days.delete(TODAY)
  const id = await plant(here, 'fallen', { days })
  await database.queries.updateTable('metric_snapshots').set({ source: 'graph' }).execute()
  const texts = { fullName: null, bioText: null, externalUrl: null, inputUrl: null, sourcePictureUrl: null }
  const profile = Object.assign({ latestPosts: [], raw: '{}' }, texts)
  const unknown = { capturedAt: null, day: null, following: null, posts: null, engagementRate: null }
  await database.transaction((tx) =>
    storeReading(
      tx,
      database.engine,
      { id, company_id: 1, timeZone: 'UTC' },
      Object.assign({ username: 'fallen', followers, profile }, unknown),
      { source: 'apify', capturedAt: START, rawHash: 'ab'.repeat(32) },
    ),
  )
  const analysis = (await here.ask('basic', 'GET', `/api/accounts/${id}/analysis`)).json()
  expect(analysis.moves.at(-1)).toMatchObject({ day: '2026-11-20', evidence: { source: 'apify' } })
  const workers = here.work()
  await until('moves are looked for', async () => {
    const due = await database.queries.selectFrom('account_moves').select('is_due').where('is_due', '=', 1).execute()
    return due.length === 0 && (await isQuiet(here))
  })
  await workers.end()
  const { items } = (await here.ask('basic', 'GET', '/api/attention')).json()
  expect(items).toMatchObject([{ kind: 'moved' }])
})
