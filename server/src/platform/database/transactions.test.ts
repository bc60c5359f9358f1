/** What a transaction undoes: all of it, also what was asked for at once. And who waits for one: nothing that only reads. */
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testStore } from '../../testing/test-store.ts'
import { world } from '../../testing/world.ts'
import type { Queries } from './database.ts'

const NUMBERS = Array.from({ length: 20 }, (_, at) => at)

async function storeWithTable() {
  const { database, dispose } = await testStore()
  await sql`create table made_of_test (number integer)`.execute(database.queries)
  onTestFinished(async () => {
    await sql`drop table made_of_test`.execute(database.queries)
    await dispose()
  })
  const insert = (tx: Queries, number: number) => sql`insert into made_of_test values (${number})`.execute(tx)
  const numbers = async () =>
    (await sql<{ number: number }>`select number from made_of_test`.execute(database.queries)).rows
  return { database, insert, numbers }
}

/** Answers what `run` does, some turns of the event loop's queue later. */
async function passOn<Result>(times: number, run: () => Promise<Result>): Promise<Result> {
  return times === 0 ? run() : await passOn(times - 1, run)
}

/** How late the transaction hears of the failure decides which of the others have begun by then. */
test.each(Array.from({ length: 12 }, (_, times) => times))(
  'what was asked for beside a statement that fails is undone with it, where that is passed on %i times',
  async (times) => {
    const { database, insert, numbers } = await storeWithTable()
    const warn = vi.spyOn(process, 'emitWarning')
    onTestFinished(() => warn.mockRestore())
    const asked: Promise<unknown>[] = []
    const failing = database.transaction((tx) =>
      passOn(times, () => {
        asked.push(sql`select number from nowhere`.execute(tx), ...NUMBERS.map((number) => insert(tx, number)))
        return Promise.all(asked)
      }),
    )
    await expect(failing).rejects.toThrow('nowhere')
    await Promise.allSettled(asked)
    expect(await numbers()).toEqual([])
    expect(warn).not.toHaveBeenCalled()
  },
)

test('what only reads is answered while a change waits for its turn to be written', async () => {
  const { ask, database } = await world()
  const pages = [
    '/api/companies',
    '/api/users',
    '/api/audit-log',
    '/api/accounts',
    '/api/content/posts',
    '/api/activity',
    '/api/uploads',
    '/api/system',
  ]
  for (const page of pages) expect((await ask('admin', 'GET', page)).statusCode).toBe(200)
  // As an import in its thread holds it, for each of its pieces.
  const endTurn = await database.turns.acquire()
  const acquire = vi.spyOn(database.turns, 'acquire')
  const changing = ask('admin', 'PUT', '/api/companies/1', { name: 'Grove' })
  if (database.engine === 'sqlite') await expect.poll(() => acquire.mock.calls.length).toBeGreaterThan(0)
  const answered = vi.fn()
  const reading = Promise.all(pages.map((page) => ask('admin', 'GET', page).then(() => answered(page))))
  try {
    await expect.poll(() => answered.mock.calls.flat().toSorted(), { timeout: 10_000 }).toEqual(pages.toSorted())
  } finally {
    endTurn()
  }
  await reading
  expect((await changing).statusCode).toBe(200)
})
