import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tableQueue } from '#adapters/queue/table-queue.ts'
import { openLog } from '#platform/log.ts'
import { insertAddresses, mailWorld } from '../testing/mail-world.ts'
import { settlingBeside } from './settling.ts'

test('what dead jobs left behind is settled at the start and every 20 seconds, also after a failure, until the end', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let times = 0
  const settle = async () => {
    times += 1
    if (times === 2) throw new Error('The store is away.')
  }
  const workers = settlingBeside({ wake: () => {}, end: async () => {} }, settle, openLog('silent'))
  await vi.advanceTimersByTimeAsync(0)
  expect(times).toBe(1)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(times).toBe(3)
  await workers.end()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(times).toBe(3)
})

test('at the end the workers take no new work at once, however long something beside them still lasts', async () => {
  const { promise: isSettled, resolve: settled } = Promise.withResolvers<void>()
  const ended = vi.fn(async () => {})
  const workers = settlingBeside({ wake: () => {}, end: ended }, () => isSettled, openLog('silent'))
  const ending = workers.end(10_000)
  expect(ended).toHaveBeenCalledWith(10_000)
  let isOver = false
  void ending.then(() => {
    isOver = true
  })
  await Promise.resolve()
  expect(isOver).toBe(false)
  settled()
  await ending
})

test('the same holds for a mail that a mail server does not take', async () => {
  const { here, server } = await mailWorld()
  await insertAddresses(here, 'pro')
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  server.fail((step) => {
    if (step === 'MAIL') asked()
    return step === 'MAIL' ? 'hang' : undefined
  })
  await here.database.transaction((tx) =>
    here.services.mail.enqueue(tx, {
      to: 2,
      cause: 'one',
      kind: 'transactional',
      template: 'password-changed',
      data: { username: 'pro' },
    }),
  )
  const workers = here.work()
  await isAsked
  const ending = workers.end()
  const queue = tableQueue({ database: here.database, clock: here.clock, log: openLog('silent') })
  const job = { kind: 'send-webhooks', key: '1', companyId: 1, payload: {} }
  const [id = ''] = await here.database.transaction((tx) => queue.enqueue(tx, [job]))
  workers.wake()
  await pause(300)
  expect(await queue.find(id)).toMatchObject({ state: 'waiting' })
  await ending
})
