/** A record is created in a table once, however often it is requested and wherever a response is lost. */
import { expect, test } from 'vitest'
import { until } from '../../../testing/queue-nodes.ts'
import { creditsOf, uploadImages } from '../../../testing/reels.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'
import { makeWorldWithTable, posts, type Tabled } from '../../../testing/world-with-table.ts'

const KEY = { 'idempotency-key': 'a-click' }
/** Requests a reel of an image that is uploaded already. */
async function reelRequester(here: Tabled) {
  const body = { images: await uploadImages(here, 1), text: 'made once' }
  return (headers: Record<string, string> = KEY, more: object = {}) =>
    here.ask('pro', 'POST', '/api/airtable/create-reel', { ...body, ...more }, headers)
}

/** What is asked while the table has made a record and not answered yet. */
async function whileRecordIsMade<Answers>(here: Tabled, ask: () => Promise<Answers>): Promise<Answers> {
  const before = posts(here).records().length
  here.airtable.faults.next(1, 'held', { of: 'records.create' })
  const asking = ask()
  await until('the record is made', () => posts(here).records().length > before)
  here.airtable.faults.release()
  return asking
}

test('three requests with one key at the same moment make one record, one reel, and take one credit', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  const make = await reelRequester(here)
  const answers = await whileRecordIsMade(here, () => Promise.all([make(), make(), make()]))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(answers.map((res) => res.json().reel.id)).size).toBe(1)
  expect(posts(here).records()).toHaveLength(2)
  expect(await here.items()).toHaveLength(2)
  expect(await creditsOf(here)).toMatchObject({ used: 1 })
})

test('three drafts with one key are one record and one draft', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  const make = () => here.ask('pro', 'POST', '/api/content/posts', { caption: 'made once' }, KEY)
  const answers = await whileRecordIsMade(here, () => Promise.all([make(), make(), make()]))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(answers.map((res) => res.json().id)).size).toBe(1)
  expect(posts(here).records()).toHaveLength(2)
  here.clock.moveBy(MINUTE)
  expect((await make()).json()).toEqual(answers[0]?.json())
})

test('a reel whose response was lost is one record, one reel and one credit when the request is repeated', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  const make = await reelRequester(here)
  here.airtable.faults.next(1, 'reset')
  expect((await make()).statusCode).toBe(502)
  const again = await make()
  expect([again.statusCode, again.json().reel.id]).toEqual([200, posts(here).records().at(-1)?.id])
  expect(posts(here).records()).toHaveLength(2)
  expect(await creditsOf(here)).toMatchObject({ used: 1 })
})

test('a record that the pull has brought meanwhile becomes the requested reel', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  const make = await reelRequester(here)
  here.airtable.faults.next(1, 'reset')
  expect((await make()).statusCode).toBe(502)
  await here.pass(MINUTE)
  expect(await here.items()).toHaveLength(2)
  expect((await make()).json().reel.images).toHaveLength(1)
  expect(await here.items()).toHaveLength(2)
  expect(await creditsOf(here)).toMatchObject({ used: 1 })
})

test('a call that hangs is not repeated while it may still take effect', async () => {
  const here = await makeWorldWithTable({ records: 1, limits: { wholeMs: 500 } })
  const make = await reelRequester(here)
  here.airtable.faults.next(1, 'hang')
  expect((await make()).statusCode).toBe(502)
  const early = await make()
  expect([early.statusCode, early.json().error, early.headers['retry-after']]).toEqual([409, 'in_progress', '20'])
  expect((await make(KEY, { text: 'something else' })).json().error).toBe('key_reused')
  here.clock.moveBy(20_000)
  expect((await make()).statusCode).toBe(200)
  expect(posts(here).records()).toHaveLength(2)
})

test('a call that takes effect after its client has gone is found, not repeated', async () => {
  const here = await makeWorldWithTable({ records: 1, limits: { wholeMs: 1_500 } })
  const make = await reelRequester(here)
  here.airtable.faults.forNames(['records.create'], { actsAfterMs: 3_000 })
  expect((await make()).statusCode).toBe(502)
  expect((await make()).json().error).toBe('in_progress')
  await until('the call has taken effect', () => posts(here).records().length === 2)
  expect((await make()).statusCode).toBe(200)
  expect(posts(here).records()).toHaveLength(2)
})

test('two requests of the same content whose responses were lost are two records, one for each', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  const make = await reelRequester(here)
  const keys = ['one', 'two'].map((key) => ({ 'idempotency-key': key }))
  here.airtable.faults.next(2, 'reset')
  for (const key of keys) expect((await make(key)).statusCode).toBe(502)
  const made = [await make(keys[0]), await make(keys[1]), await make(keys[0])].map((res) => res.json().reel.id)
  expect(new Set(made).size).toBe(2)
  expect(made[2]).toBe(made[0])
  expect(posts(here).records()).toHaveLength(3)
})

test('a request whose first attempt takes long is asked to retry later, and gets its response then', async () => {
  const here = await makeWorldWithTable({ records: 1 })
  const make = await reelRequester(here)
  here.airtable.faults.next(1, 'held')
  const first = make()
  await until('the key is claimed', async () => {
    const rows = await here.database.queries.selectFrom('idempotency_keys').select('state').execute()
    return rows[0]?.state === 'in_progress'
  })
  const second = await make()
  expect([second.statusCode, second.json().error, second.headers['retry-after']]).toEqual([409, 'in_progress', '2'])
  here.airtable.faults.release()
  const { reel } = (await first).json()
  expect((await make()).json().reel.id).toBe(reel.id)
  expect(posts(here).records()).toHaveLength(2)
})
