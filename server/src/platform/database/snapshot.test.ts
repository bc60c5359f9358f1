/** Snapshots of PostgreSQL over a wire on which nothing arrives any more. */
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { storeProxy } from '../../testing/store-proxy.ts'
import { emptyPostgres, testEngine } from '../../testing/test-store.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openSnapshot } from './snapshot.ts'

const onPostgres = testEngine === 'postgres' ? test : () => {}
const TIMES = { silenceMaxMs: 300, farewellMs: 100 }

async function snapshotOnWire() {
  const { url, drop } = await emptyPostgres()
  const database = openDatabase({ engine: 'postgres', url }, { connections: 1 })
  await migrate(database, migrations)
  await database.close()
  const proxy = await storeProxy(url)
  onTestFinished(async () => {
    await proxy.close()
    await drop()
  })
  return { proxy, snapshot: await openSnapshot({ engine: 'postgres', url: proxy.url }, TIMES) }
}

onPostgres(
  'a PostgreSQL that falls silent while rows are read ends the reading, and so does the farewell',
  async () => {
    const { proxy, snapshot } = await snapshotOnWire()
    const rows = snapshot.stream('select name from migrations')
    expect((await rows.next()).value).toHaveLength(migrations.length)
    proxy.stall()
    await expect(rows.next()).rejects.toThrow('PostgreSQL has been silent for too long')
    await snapshot.end()
  },
)

onPostgres(
  'one that falls silent before ends the first question, and what is asked seldom may rest meanwhile',
  async () => {
    const { proxy, snapshot } = await snapshotOnWire()
    await new Promise((resolve) => setTimeout(resolve, 2 * TIMES.silenceMaxMs))
    expect(await snapshot.all('select name from migrations')).toHaveLength(migrations.length)
    proxy.stall()
    await expect(snapshot.all('select 1')).rejects.toThrow('PostgreSQL has been silent for too long')
    await snapshot.end()
  },
)
