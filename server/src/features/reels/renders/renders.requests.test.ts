/** Requests for renders that meet: of many at once, of two companies, and the same one again. */
import { describe, expect, test } from 'vitest'
import { aReel, creditsOf, freeReels, generate, startRender, statusOf, waitForRender } from '../../../testing/reels.ts'
import { type World, world } from '../../../testing/world.ts'
import { DAY } from '../../../testing/world-with-sources.ts'

const SECOND = 1_000

describe('the queue', () => {
  test('of fifty simultaneous requests with one credit left, one gets a render', async () => {
    const here = await world()
    const ids = await freeReels(here, 50)
    for (let spent = 0; spent < 3; spent += 1) {
      const renderId = await startRender(here, ids[spent] ?? '')
      await here.database.queries.updateTable('renders').set({ state: 'done' }).where('id', '=', renderId).execute()
    }
    const answers = await Promise.all(ids.map((id) => generate(here, id)))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([200, ...Array(49).fill(402)])
    const refused = answers.find(({ statusCode }) => statusCode === 402)
    expect(refused?.json()).toMatchObject({
      error: 'not_enough_credits',
      message: "You don't have enough credits to create a reel. Please upgrade your subscription.",
    })
    expect(await creditsOf(here)).toEqual({ total: 5, used: 5, remaining: 0, renewalDate: null })
  })

  test('of two tabs that request the same reel, one gets a render and the other its id', async () => {
    const here = await world()
    const reel = await aReel(here)
    const answers = (await Promise.all([generate(here, reel.id), generate(here, reel.id)])).map((res) => res.json())
    expect(new Set(answers.map(({ renderId }) => renderId)).size).toBe(1)
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['render_under_way', undefined])
    expect(await creditsOf(here)).toMatchObject({ used: 2 })
  })

  test('takes five of a company, and says when to come again to the sixth, who pays nothing', async () => {
    const here = await world()
    const ids = await freeReels(here, 6)
    await grantMany(here)
    for (const id of ids.slice(0, 5)) await startRender(here, id)
    const before = await creditsOf(here)
    const res = await generate(here, ids[5] ?? '')
    expect(res.statusCode).toBe(429)
    expect(res.headers['retry-after']).toBe('60')
    expect(res.json()).toMatchObject({ error: 'too_many_renders', retryAfterSeconds: 60 })
    expect(await creditsOf(here)).toEqual(before)
  })

  test('says how many come first: companies take turns', async () => {
    const here = await world()
    const ids = await freeReels(here, 3)
    await grantMany(here)
    const own: string[] = []
    for (const id of ids) {
      own.push(await startRender(here, id))
      here.clock.moveBy(SECOND)
    }
    const theirs = await aReel(here, { who: 'foreigner' })
    const theirRender = (await generate(here, theirs.id, 'foreigner')).json().renderId
    const waiting = async (id: string) => (await statusOf(here, id)).waitingBefore
    expect(await waiting(theirRender)).toBe(1)
    expect(await Promise.all(own.map(waiting))).toEqual([0, 2, 3])
  })
})

async function grantMany({ database }: World) {
  const entry = { company_id: 1, reason: 'many', kind: 'grant' as const, credits: 100, user_id: null, at: 0 }
  await database.queries.insertInto('credit_entries').values(entry).execute()
}

describe('Idempotency-Key', () => {
  const key = { 'idempotency-key': 'a-click' }

  test('the same request again gets the same answer and costs nothing more', async () => {
    const here = await world()
    const reel = await aReel(here)
    const answers = await Promise.all(Array.from({ length: 5 }, () => generate(here, reel.id, 'pro', key)))
    expect(new Set(answers.map((res) => `${res.statusCode} ${res.json().renderId}`)).size).toBe(1)
    here.work()
    await waitForRender(here, answers[0]?.json().renderId)
    expect((await generate(here, reel.id, 'pro', key)).json().renderId).toBe(answers[0]?.json().renderId)
    expect(await creditsOf(here)).toMatchObject({ used: 2 })
  })

  test('makes one reel of images, however often they are sent', async () => {
    const here = await world()
    const [image = ''] = (await aReel(here, { images: 1 })).images
    const body = { images: [image], text: 'again' }
    const send = () => here.ask('pro', 'POST', '/api/airtable/create-reel', body, key)
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map((res) => res.json().reel.id)).size).toBe(1)
    expect(await creditsOf(here)).toMatchObject({ used: 2 })
    expect((await here.ask('pro', 'GET', '/api/airtable/reels')).json()).toHaveLength(2)
  })

  test('with another body is refused, and with another person it is another key', async () => {
    const here = await world()
    const [one, two] = [await aReel(here), await aReel(here)]
    expect((await generate(here, one.id, 'pro', key)).statusCode).toBe(200)
    const other = await generate(here, two.id, 'pro', key)
    expect([other.statusCode, other.json().error]).toEqual([422, 'key_reused'])
    expect((await generate(here, two.id, 'admin', key)).statusCode).toBe(200)
  })

  test('of a request that failed may be sent again', async () => {
    const here = await world()
    const reel = await aReel(here)
    const live = await startRender(here, reel.id)
    expect((await generate(here, reel.id, 'pro', key)).statusCode).toBe(409)
    await here.ask('pro', 'POST', `/api/renders/${live}/cancel`)
    expect((await generate(here, reel.id, 'pro', key)).statusCode).toBe(200)
  })

  test('is forgotten after a day', async () => {
    const here = await world()
    const reel = await aReel(here)
    here.work()
    const first = (await generate(here, reel.id, 'pro', key)).json().renderId
    await waitForRender(here, first)
    here.clock.moveBy(DAY + SECOND)
    await here.purge()
    expect((await generate(here, reel.id, 'admin', key)).json().renderId).not.toBe(first)
  })

  test.each(['with a space', 'x'.repeat(201), 'ü'])('must be a key: %s', async (bad) => {
    const here = await world()
    const res = await generate(here, (await aReel(here)).id, 'pro', { 'idempotency-key': bad })
    expect([res.statusCode, res.json().error]).toEqual([400, 'invalid_input'])
  })
})
