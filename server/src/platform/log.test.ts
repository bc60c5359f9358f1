import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { world } from '../testing/world.ts'
import { openLog } from './log.ts'

test('the line about a job that failed for good says what its error was, and where it came from', async () => {
  const lines: string[] = []
  const { database, clock } = await world()
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const queue = tableQueue({ database, clock, log })
  const run = async () => {
    throw new TypeError('The figures are no figures')
  }
  const workers = queue.work([{ kind: 'breaks', concurrency: 1, attempts: 1, run }])
  await database.transaction((tx) => queue.enqueue(tx, [{ kind: 'breaks', key: '1', companyId: 1, payload: {} }]))
  while (lines.length === 0) await pause(10)
  await workers.end()
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'A job failed for good',
    kind: 'breaks',
    error: { type: 'TypeError', message: 'The figures are no figures', stack: expect.stringContaining('log.test.ts') },
  })
})
