import { s3Errors, s3StandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished, test } from 'vitest'
import { START, type World, world } from '../testing/world.ts'
import { oneByOne } from './one-by-one.ts'

const DAY_MS = 24 * 60 * 60_000

async function worldOnS3() {
  const s3 = await s3StandIn({ clock: { now: () => START } }).start()
  onTestFinished(s3.end)
  const { url: endpoint, bucket, region, accessKeyId, secretAccessKey } = s3
  return { s3, here: await world({ s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } }) }
}

/** Answers of sources whose days are over. */
const oldAnswers = ({ database }: World, count: number) =>
  database.queries
    .insertInto('raw_responses')
    .values(Array.from({ length: count }, (_, at) => ({ hash: Buffer.alloc(32, at), kept_since: START - 40 * DAY_MS })))
    .execute()

test('a bucket that lets nothing be removed keeps nothing else from being forgotten in its time', async () => {
  const { s3, here } = await worldOnS3()
  const { queries } = here.database
  await oldAnswers(here, 1)
  const key = { company_id: 1, user_id: 2, key: 'k', asked: '', answer: '', token: null, lease_until: 0 }
  await queries
    .insertInto('idempotency_keys')
    .values(Object.assign({ state: 'done' as const, at: START - 2 * DAY_MS }, key))
    .execute()
  s3.faults.always(s3Errors.accessDenied())
  await expect(here.purge()).rejects.toMatchObject({ name: 'S3Failure' })
  expect(await queries.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
})

test('of two nodes that remove old answers of sources at once each removes other ones, and a failed removal is repeated', async () => {
  const { s3, here } = await worldOnS3()
  await oldAnswers(here, 5)
  s3.faults.always(s3Errors.accessDenied())
  await expect(here.purge()).rejects.toMatchObject({ name: 'S3Failure' })
  // Slow enough for both to be at it together.
  s3.faults.always({ delayMs: 50 })
  const before = s3.calls.total
  here.clock.moveBy(11 * 60_000)
  await Promise.all([here.purge(), here.purge()])
  const removed = s3.calls
    .latest()
    .slice(before)
    .flatMap(({ names }) => names)
  expect(removed.length).toBeGreaterThanOrEqual(5)
  expect(removed).toHaveLength(new Set(removed).size)
  const rows = await here.database.queries.selectFrom('raw_responses').select('kept_since').execute()
  expect(rows.map(({ kept_since }) => kept_since)).toEqual([null, null, null, null, null])
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
