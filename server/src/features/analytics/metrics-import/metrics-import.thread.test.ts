/** An import in its own thread: the same answers, while others write. */
import { describe, expect, test } from 'vitest'
import { accountNamed, bring, day, HEADER, leftovers } from '../../../testing/import-files.ts'
import { readTables } from '../../../testing/read-tables.ts'
import { world } from '../../../testing/world.ts'

describe('an import in its own thread', () => {
  test('answers as one in this thread does, while others write', async () => {
    const here = await world({ accounts: ['own'], importsIn: 'worker' })
    const rows = Array.from({ length: 100 * 200 }, (_, at) => {
      const account = Math.floor(at / 200)
      return `account${account},${day(at % 200)},${1_000 + at},,,`
    })
    const importId = crypto.randomUUID()
    let isRunning = true
    const importing = bring(here, [HEADER, ...rows, 'own,never,1,,,'].join('\n'), `?importId=${importId}`).finally(
      () => {
        isRunning = false
      },
    )
    const polled: { state: string; rows: number; progress: number }[] = []
    let writes = 0
    while (isRunning) {
      const answers = await Promise.all([
        here.ask('basic', 'PUT', '/api/accounts/1', { notes: `note ${writes}` }),
        here.ask('admin', 'POST', '/api/accounts/1/metrics', { followers: writes }),
        here.ask('admin', 'POST', '/api/accounts', { username: `typed${writes}`, companyId: 2 }),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201, 201])
      const progress = await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)
      if (progress.statusCode === 200) polled.push(progress.json())
      here.clock.moveBy(1)
      writes += 1
    }
    expect((await importing).json()).toEqual({
      accounts: { made: 100, matched: 0 },
      snapshots: 20_000,
      posts: 0,
      refused: [{ line: 20_002, reason: expect.stringContaining('never') }],
      refusedCount: 1,
    })
    expect(polled.length).toBeGreaterThan(0)
    for (const { progress } of polled) expect(progress >= 0 && progress <= 1).toBe(true)
    expect(polled.map(({ progress }) => progress)).toEqual(
      polled.map(({ progress }) => progress).toSorted((a, b) => a - b),
    )
    expect((await here.ask('admin', 'GET', `/api/accounts/import/${importId}`)).json()).toEqual({
      state: 'done',
      rows: 20_001,
      progress: 1,
    })
    expect((await accountNamed(here, 'account99')).metrics).toMatchObject({
      followers: 1_000 + 19_999,
      followerChange: 7,
    })
    const { metric_snapshots = [] } = await readTables(here.database, 'metric_snapshots')
    expect(metric_snapshots).toHaveLength(20_000 + writes)
    expect(leftovers(here)).toEqual([])
  })

  test('refuses an unreadable file with the same sentence, and the next one is fine', async () => {
    const here = await world({ importsIn: 'worker' })
    const res = await bring(here, 'username,date\ngrove,2024-01-01\n')
    expect(res.statusCode).toBe(422)
    expect(res.json().message).toBe('The column followers is missing')
    expect((await bring(here, `${HEADER}\ngrove,2024-01-01,5,,,\n`)).json()).toMatchObject({ snapshots: 1 })
  })

  test('of two files at once takes one after the other', async () => {
    const here = await world({ importsIn: 'worker' })
    const tables = [0, 1].map((file) =>
      [HEADER, ...Array.from({ length: 500 }, (_, at) => `account${at % 5},${day(at)},${at + file},,,`)].join('\n'),
    )
    const both = await Promise.all(tables.map((table) => bring(here, table)))
    expect(both.map((res) => res.json().snapshots)).toEqual([500, 500])
    const results = both.map((res) => res.json().accounts)
    expect(results.map(({ made }) => made).sort()).toEqual([0, 5])
  })
})
