/** Connections to PostgreSQL that are lost at the worst moments, on a wire that the test cuts. */
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { type StoreProxy, storeProxy } from '../../testing/store-proxy.ts'
import { emptyPostgres } from '../../testing/test-store.ts'
import { afterCommit, type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { namedReads } from './named-reads.ts'
import { postgresPool, ServerSilent } from './postgres-pool.ts'
import { OutcomeUnknown, StoreUnavailable } from './store-faults.ts'

interface Place {
  /** Through the wire. */
  database: Database
  proxy: StoreProxy
  /** Past the wire. */
  direct: pg.Client
  names(): Promise<string[]>
}

async function place({ isMigrated = true }: { isMigrated?: boolean } = {}): Promise<Place> {
  const { url, drop } = await emptyPostgres()
  const proxy = await storeProxy(url)
  const direct = new pg.Client({ connectionString: url })
  await direct.connect()
  const database = openDatabase({ engine: 'postgres', url: proxy.url }, { connections: 3 })
  onTestFinished(async () => {
    await database.close()
    await direct.end()
    await proxy.close()
    await drop()
  })
  if (isMigrated) await migrate(database, migrations)
  await direct.query('create table made (name text primary key)')
  const names = async () => (await direct.query('select name from made order by name')).rows.map(({ name }) => name)
  return { database, proxy, direct, names }
}

/** Writes in a transaction; says how often it was tried. */
async function make({ database }: Place, name: string, during: (attempt: number) => Promise<unknown> = async () => {}) {
  let attempts = 0
  let committed = 0
  const result = await database.transaction(async (tx) => {
    attempts += 1
    afterCommit(tx, () => {
      committed += 1
    })
    await insert(tx, name)
    await during(attempts)
    return `made ${name}`
  })
  return { result, attempts, committed }
}

const insert = (queries: Database['queries'], name: string) =>
  queries
    .insertInto('made' as 'events')
    .values({ name } as never)
    .execute()

const count = ({ database }: Place) => database.queries.selectFrom('events').select('id').execute()

const endAll = ({ direct }: Place) =>
  direct.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

describe('a connection to PostgreSQL that is lost', () => {
  test('within a transaction is replaced, and the transaction runs again', async () => {
    const here = await place()
    const made = await make(here, 'once', async (attempt) => attempt === 1 && (await endAll(here)))
    expect(made).toEqual({ result: 'made once', attempts: 2, committed: 1 })
    expect(await here.names()).toEqual(['once'])
  })

  test('between two statements is replaced too', async () => {
    const here = await place()
    const made = await make(here, 'once', async (attempt) => {
      if (attempt === 1) here.proxy.cutAll()
      await count(here)
    })
    expect(made.attempts).toBe(2)
    expect(await here.names()).toEqual(['once'])
  })

  test('while it was idle or reading is not noticed by readers', async () => {
    const here = await place()
    await Promise.all([count(here), count(here), count(here)])
    await endAll(here)
    expect(await Promise.all([count(here), count(here), count(here)])).toEqual([[], [], []])
  })

  test('before COMMIT arrived is repeated, once', async () => {
    const here = await place()
    const cut = here.proxy.cutNextCommit('before')
    const made = await make(here, 'once')
    await cut
    expect(made).toEqual({ result: 'made once', attempts: 2, committed: 1 })
    expect(await here.names()).toEqual(['once'])
  })

  test('after COMMIT took effect is looked up and not repeated', async () => {
    const here = await place()
    const cut = here.proxy.cutNextCommit('after')
    const made = await make(here, 'once')
    await cut
    expect(made).toEqual({ result: 'made once', attempts: 1, committed: 1 })
    expect(await here.names()).toEqual(['once'])
  })

  test('with a COMMIT that is stuck: what was repeated is not saved twice when that arrives after all', async () => {
    const here = await place()
    const held = here.proxy.holdNextCommit()
    let attempts = 0
    const making = here.database.transaction((tx) => {
      attempts += 1
      return insert(tx, `made at attempt ${attempts}`)
    })
    const deliver = await held
    await making
    deliver()
    await expect
      .poll(() => here.direct.query('select 1 from pg_stat_activity where state like $1', ['idle in tran%']))
      .toMatchObject({ rows: [] })
    expect(await here.names()).toEqual(['made at attempt 2'])
  })

  test('during COMMIT, and cannot be looked up, is a failure of its own name', async () => {
    const here = await place({ isMigrated: false })
    const cut = here.proxy.cutNextCommit('after')
    await expect(make(here, 'once')).rejects.toThrow(OutcomeUnknown)
    await cut
    expect(await here.names()).toEqual(['once'])
  })

  test('behind a pooler that changes sessions makes no difference to what is saved', async () => {
    const here = await place()
    // One connection, so that the next transaction meets the session that has forgotten.
    const single = openDatabase({ engine: 'postgres', url: here.proxy.url }, { connections: 1 })
    onTestFinished(() => single.close())
    await make({ ...here, database: single }, 'before')
    await sql`deallocate all`.execute(single.queries)
    expect(await make({ ...here, database: single }, 'once')).toMatchObject({ attempts: 2, committed: 1 })
    expect(await make({ ...here, database: single }, 'then')).toMatchObject({ attempts: 1 })
    expect(await here.names()).toEqual(['before', 'once', 'then'])
  })

  test('under a write on its own, which may have taken effect, is not repeated', async () => {
    const here = await place()
    await here.direct.query('begin; lock table made in exclusive mode')
    const writing = insert(here.database.queries, 'blocked')
    await expect
      .poll(async () => (await here.direct.query('select 1 from pg_locks where not granted')).rows.length)
      .toBe(1)
    here.proxy.cutAll()
    await expect(writing).rejects.toThrow(OutcomeUnknown)
    await here.direct.query('rollback')
  })

  test('discards a broken one: the next request is served', async () => {
    const here = await place()
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        [1, 2, 3].map((at) =>
          make(here, `${round} ${at}`, async (attempt) => attempt === 1 && at === 1 && (await endAll(here))),
        ),
      )
      expect(here.proxy.count()).toBeLessThanOrEqual(3)
    }
    expect(await here.names()).toHaveLength(15)
  })

  test('what PostgreSQL refuses is no lost connection, and is thrown as it is', async () => {
    const here = await place()
    await make(here, 'taken')
    const stack = expect.stringContaining('executeQuery')
    await expect(make(here, 'taken')).rejects.toMatchObject({ code: '23505', stack })
    expect((await make(here, 'free')).attempts).toBe(1)
  })
})

test('a query without a response is aborted after a while, also for reads with a name', async () => {
  const { url, drop } = await emptyPostgres()
  const pool = postgresPool(url, { connections: 1, isPooled: false, silenceMaxMs: 100 })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  await expect(pool.query({ name: 'sleeping', text: 'select pg_sleep(60)', values: [] })).rejects.toThrow(
    StoreUnavailable,
  )
  const client = await pool.connect()
  const failure = await client.query('select pg_sleep(60)').catch((error: unknown) => error)
  expect(pool.lossIn(client, failure)).toBeInstanceOf(ServerSilent)
  client.release(true)
  expect((await pool.query({ name: 'one', text: 'select 1 as one', values: [] })).rows).toEqual([{ one: 1 }])
})

test('a query may stay without a response where its caller is patient', async () => {
  const { url, drop } = await emptyPostgres()
  const pool = postgresPool(url, { connections: 1, isPooled: false, isPatient: true, silenceMaxMs: 100 })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  const client = await pool.connect()
  const { rows } = await client.query('select 1 as one from pg_sleep(0.5)')
  client.release()
  expect(rows).toEqual([{ one: 1 }])
})

test('a statement may take as long as it needs where its caller is patient, whatever the default of the database', async () => {
  const { url, drop } = await emptyPostgres()
  const pool = postgresPool(url, { connections: 1, isPooled: false, isPatient: true })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  const direct = new pg.Client({ connectionString: url })
  await direct.connect()
  await direct.query(`alter database "${new URL(url).pathname.slice(1)}" set statement_timeout = 1000`)
  await direct.end()
  const { rows } = await pool.query({ name: 'limit', text: 'show statement_timeout', values: [] })
  expect(rows).toEqual([{ statement_timeout: '0' }])
})

test('a node that falls silent in a transaction holds its locks no longer than half a minute', async () => {
  const here = await place()
  const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
    where name in ('idle_in_transaction_session_timeout', 'statement_timeout') order by name`.execute(
    here.database.queries,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '30000' },
    { name: 'statement_timeout', setting: '30000' },
  ])
})

test('a read with a name survives the end of its connection', async () => {
  const here = await place()
  const ask = namedReads.get(here.database.queries)
  const one = { name: 'one', text: 'select 1 as one', values: [] }
  await ask?.(one)
  await endAll(here)
  expect((await ask?.(one))?.rows).toEqual([{ one: 1 }])
  here.proxy.cutAll()
  expect((await ask?.(one))?.rows).toEqual([{ one: 1 }])
})

test('a database that does not answer at all is unavailable, for reads and for writes', async () => {
  const database = openDatabase({ engine: 'postgres', url: 'postgres://tangelo:secret@127.0.0.1:1/none' })
  onTestFinished(() => database.close())
  await expect(database.queries.selectFrom('events').select('id').execute()).rejects.toThrow(StoreUnavailable)
  await expect(database.transaction((tx) => insert(tx, 'never'))).rejects.toThrow(StoreUnavailable)
})
