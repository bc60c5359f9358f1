import { expect, test } from 'vitest'
import { until } from '../../../testing/queue-nodes.ts'
import { testEngine } from '../../../testing/test-store.ts'
import { world } from '../../../testing/world.ts'
import { type Claim, idempotencyService } from './idempotency.service.ts'

const onPostgres = testEngine === 'postgres' ? test : () => {}

test('a claim whose work met a store that was away is freed when it is back, long before its lease is over', async () => {
  const { database, clock } = await world({ breaksStore: true })
  const { schema } = database.queries
  const idempotency = idempotencyService({ database, clock })
  const request = { company_id: 1, user_id: 2, key: 'a key', asked: 'a request' }
  const failing = idempotency.once(request, async () => {
    await schema.alterTable('idempotency_keys').renameTo('away').execute()
    throw new Error('the store went away')
  })
  await expect(failing).rejects.toThrow('the store went away')
  await schema.alterTable('away').renameTo('idempotency_keys').execute()
  // The clock stands still: its lease never ends.
  await until('the claim is free', async () => {
    const row = await database.queries.selectFrom('idempotency_keys').select('lease_until').executeTakeFirst()
    return row?.lease_until === 0
  })
  const answer = await idempotency.once<{ done: boolean }>(request, async ({ complete }) => {
    await database.transaction((tx) => complete(tx, { done: true }))
    return { done: true }
  })
  expect(answer).toEqual({ done: true })
})

onPostgres('a node whose clock is ahead does not take over what another one works on', async () => {
  const { database, clock } = await world()
  const request = { company_id: 1, user_id: 2, key: 'a key', asked: 'a request' }
  const ahead = { now: () => clock.now() + 60_000 }
  const working = Promise.withResolvers<void>()
  let times = 0
  const work = async ({ complete }: Claim<{ done: boolean }>) => {
    times += 1
    await working.promise
    await database.transaction((tx) => complete(tx, { done: true }))
    return { done: true }
  }
  const first = idempotencyService({ database, clock }).once(request, work)
  await until('the key is claimed', () => times === 1)
  await expect(idempotencyService({ database, clock: ahead }).once(request, work)).rejects.toMatchObject({
    code: 'in_progress',
  })
  working.resolve()
  expect(await first).toEqual({ done: true })
  expect(times).toBe(1)
})
