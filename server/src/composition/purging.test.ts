import { s3Errors, s3StandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { START, world } from '../testing/world.ts'
import { oneByOne } from './one-by-one.ts'

const DAY_MS = 24 * 60 * 60_000

test('a bucket that lets nothing be removed keeps nothing else from being forgotten in its time', async () => {
  const s3 = await s3StandIn({ clock: { now: () => START } }).start()
  onTestFinished(s3.end)
  const { url: endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
  const here = await world({ s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } })
  const { queries } = here.database
  const hash = Buffer.alloc(32, 7)
  await queries
    .insertInto('raw_responses')
    .values({ hash, kept_since: START - 40 * DAY_MS })
    .execute()
  const key = { company_id: 1, user_id: 2, key: 'k', asked: '', answer: '', token: null, lease_until: 0 }
  await queries
    .insertInto('idempotency_keys')
    .values(Object.assign({ state: 'done' as const, at: START - 2 * DAY_MS }, key))
    .execute()
  s3.faults.always(s3Errors.accessDenied())
  await expect(here.purge()).rejects.toMatchObject({ name: 'S3Failure' })
  expect(await queries.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})

test('each step is taken, and what several of them met is thrown together', async () => {
  const taken: number[] = []
  const step = (number: number, error?: Error) => async () => {
    taken.push(number)
    if (error) throw error
  }
  await oneByOne([step(1), step(2)])
  await expect(oneByOne([step(3, new Error('one')), step(4), step(5, new Error('two'))])).rejects.toMatchObject({
    message: 'one; two',
    errors: [{ message: 'one' }, { message: 'two' }],
  })
  expect(taken).toEqual([1, 2, 3, 4, 5])
})
