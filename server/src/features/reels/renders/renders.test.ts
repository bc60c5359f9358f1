/** Renders over HTTP: created, watched, cancelled, and what they cost. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { operatorFrom } from '#platform/viewer.ts'
import { RenderRefused } from '#ports/renderer.ts'
import { until } from '../../../testing/queue-nodes.ts'
import { aReel, creditsOf, ended, freeReels, generate, generated, reelOf, statusOf } from '../../../testing/reels.ts'
import { FRAMES, steps } from '../../../testing/test-renderer.ts'
import { type World, world } from '../../../testing/world.ts'

const SECOND = 1_000
const DAY = 24 * 3_600_000
const MISSING = '00000000-0000-4000-8000-000000000000'

/** A running render that continues when the test says so. */
async function going(given: Parameters<typeof world>[0] = {}) {
  const here = await world(given)
  const reel = await aReel(here)
  const work = steps()
  here.renderer.expect(work)
  const renderId = await generated(here, reel.id)
  const workers = here.work()
  await work.begun
  const cancel = () => here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
  return { ...here, here, reel, renderId, steps: work, cancel, workers }
}

const parts = ({ folder }: World) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.part|render-|music$/.test(name))

const jobsOf = ({ database }: World) =>
  database.queries.selectFrom('jobs').select(['state', 'attempt', 'reason']).execute()

describe('a render', () => {
  test('ends with a video that the reel shows, and costs one credit', async () => {
    const here = await world()
    const reel = await aReel(here)
    const renderId = await generated(here, reel.id)
    here.work()
    const result = await ended(here, renderId)
    expect(result).toEqual({
      id: renderId,
      status: 'completed',
      progress: 1,
      url: expect.stringMatching(/^http:\/\/localhost\/media\/v\/[A-Za-z0-9_-]{22}$/),
      outputs: [{ url: result.url }],
      reelId: reel.id,
      framesDone: FRAMES,
      frames: FRAMES,
      secondsLeft: null,
      waitingBefore: null,
      isCancelled: false,
      message: null,
      check: { isFit: true, points: [expect.objectContaining({ name: 'Video codec' })] },
    })
    const after = { videoUrl: result.url, coverUrl: `${result.url}/cover`, render: null, check: result.check }
    expect(await reelOf(here, reel.id)).toEqual({ ...reel, ...after })
    expect(await creditsOf(here)).toEqual({ total: 5, used: 2, remaining: 3, renewalDate: null })
    const [latest] = (await here.ask('pro', 'GET', `/api/content/posts/${reel.id}/history`)).json()
    expect(latest).toMatchObject({ by: 'pro', changes: [{ field: 'videoUrl', from: null, to: result.url }] })
    await until('nothing is left', () => parts(here).length === 0)
  })

  test('is made from the reel as it was at the request', async () => {
    const here = await world()
    const reel = await aReel(here, { images: 3 })
    const renderId = await generated(here, reel.id)
    const [one = '', two = '', three = ''] = reel.images
    await here.ask('pro', 'POST', '/api/airtable/save-images', { recordId: reel.id, imageUrls: [three, two, one] })
    here.work()
    await ended(here, renderId)
    const [order] = here.renderer.orders
    const first = await here.ask('pro', 'GET', one)
    expect(Buffer.from(order?.pictures[0] ?? []).equals(first.rawPayload)).toBe(true)
    expect(order?.settings).toEqual(reel.settings)
  })

  test('reports its progress, once a second, and never less than before', async () => {
    const { here, renderId, reel, steps, clock } = await going()
    steps.advance(9)
    await until('the first frames are told', async () => (await statusOf(here, renderId)).framesDone === 9)
    expect(await statusOf(here, renderId)).toMatchObject({ status: 'processing', progress: 0.1, secondsLeft: null })
    steps.advance(18)
    clock.moveBy(3 * SECOND)
    steps.advance(36)
    await until('more is told', async () => (await statusOf(here, renderId)).framesDone === 36)
    // 27 frames in 3 seconds: the other 54 take 6.
    expect(await statusOf(here, renderId)).toMatchObject({ progress: 0.4, frames: FRAMES, secondsLeft: 6 })
    expect((await reelOf(here, reel.id)).render).toMatchObject({ id: renderId, framesDone: 36 })
    const [work] = (await here.ask('basic', 'GET', '/api/activity')).json()
    expect(work).toMatchObject({ kind: 'render-reel', subject: 'A walk', renderId, reelId: reel.id, state: 'running' })
    const told = await here.database.queries
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'render-progress')
      .execute()
    expect(told).toHaveLength(2)
    steps.end()
    await ended(here, renderId)
  })

  test.each([
    ['has ended for the twentieth time', { state: 'running' as const, silences: 19, lease_token: 'of a dead process' }],
    ['was given up before the server started', { state: 'failed' as const, reason: 'silent', finished_at: 0 }],
  ])('whose process %s ends by itself: its credit comes back, and its reel is free', async (_what, job) => {
    const here = await world({ isAlone: true })
    const reel = await aReel(here)
    const renderId = await generated(here, reel.id)
    const { queries } = here.database
    await queries.updateTable('renders').set({ state: 'running' }).execute()
    await queries.updateTable('jobs').set(job).execute()
    here.work()
    // Not through the status of the render: reading it completes it as well.
    await until('the render has ended', async () => {
      const row = await queries.selectFrom('renders').select('state').where('id', '=', renderId).executeTakeFirst()
      return row?.state === 'failed'
    })
    expect(await creditsOf(here)).toMatchObject({ used: 1, remaining: 4 })
    expect((await generate(here, reel.id)).statusCode).toBe(200)
  })

  test('that was requested twice is made once', async () => {
    const here = await world()
    const reel = await aReel(here)
    const renderId = await generated(here, reel.id)
    const again = await generate(here, reel.id)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ error: 'render_under_way', renderId })
    expect(await creditsOf(here)).toMatchObject({ used: 2 })
  })

  test('that follows another keeps the old video until the new one is there, and its files for a day', async () => {
    const here = await world()
    const reel = await aReel(here)
    here.work()
    const first = await ended(here, await generated(here, reel.id))
    const work = steps()
    here.renderer.expect(work)
    const second = await generated(here, reel.id)
    await work.begun
    expect((await reelOf(here, reel.id)).videoUrl).toBe(first.url)
    work.end()
    const { url } = await ended(here, second)
    expect(url).not.toBe(first.url)
    expect((await reelOf(here, reel.id)).videoUrl).toBe(url)
    here.clock.moveBy(DAY - SECOND)
    await here.purge()
    expect((await here.ask('pro', 'GET', first.url ?? '')).statusCode).toBe(200)
    here.clock.moveBy(2 * SECOND)
    await here.purge()
    for (const gone of [first.url ?? '', `${first.url}/cover`])
      expect((await here.ask('pro', 'GET', gone)).statusCode).toBe(404)
    // Both were made of the same images and settings: what was removed was the old one's alone.
    for (const kept of [url ?? '', `${url}/cover`]) expect((await here.ask('pro', 'GET', kept)).statusCode).toBe(200)
  })
})

describe('a render that fails', () => {
  test.each([
    [
      new RenderRefused('no_encoder', 'There is no encoder here: set FFMPEG_PATH.'),
      'There is no encoder here: set FFMPEG_PATH.',
      1,
    ],
    [new RenderRefused('bad_picture', 'Image 2 cannot be read.'), 'Image 2 cannot be read.', 1],
    [new RenderRefused('disk_full', 'The disk is full.'), 'The disk is full.', 1],
    [
      Object.assign(new Error('write'), { code: 'ENOSPC' }),
      'The disk of the server is full. Make room on it, then try again.',
      1,
    ],
    [new RenderRefused('encoder_failed', 'The encoder was ended.'), 'The encoder was ended.', 2],
    [new RenderRefused('stalled', 'It made no progress.'), 'It made no progress.', 2],
    [new Error('anything'), 'Something went wrong on the server while the reel was made.', 2],
  ])('says what, and gives the credit back: %s', async (error, message, tries) => {
    const here = await world()
    const reel = await aReel(here)
    here.renderer.expect(error, error, error)
    const renderId = await generated(here, reel.id)
    const workers = here.work()
    // The second try waits a moment of the clock.
    await until('it has been tried', () => here.renderer.orders.length === 1)
    if (tries > 1) {
      await until('it waits for its next try', async () => (await jobsOf(here)).some(({ reason }) => reason !== null))
      here.clock.moveBy(10 * SECOND)
      await workers.end()
      here.work()
    }
    const result = await ended(here, renderId)
    expect(result).toMatchObject({ status: 'failed', message, url: null, outputs: [], isCancelled: false })
    expect((await reelOf(here, reel.id)).render).toMatchObject({ id: renderId, status: 'failed', message })
    expect(await creditsOf(here)).toMatchObject({ used: 1, remaining: 4 })
    expect(here.renderer.orders).toHaveLength(tries)
    await until('nothing is left', () => parts(here).length === 0)
  })

  test('leaves the old video where it is, and can be requested again', async () => {
    const here = await world()
    const reel = await aReel(here)
    here.work()
    const { url } = await ended(here, await generated(here, reel.id))
    here.renderer.expect(new RenderRefused('bad_picture', 'No.'))
    await ended(here, await generated(here, reel.id))
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: url, render: { status: 'failed' } })
    expect(await ended(here, await generated(here, reel.id))).toMatchObject({ status: 'completed' })
    expect((await reelOf(here, reel.id)).render).toBeNull()
  })

  test('because its process ended again and again is settled, and gives the credit back', async () => {
    const here = await world()
    const renderId = await generated(here, (await aReel(here)).id)
    await here.database.queries.updateTable('jobs').set({ state: 'failed', reason: 'silent', finished_at: 0 }).execute()
    await here.purge()
    expect(await statusOf(here, renderId)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/crashed/),
    })
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
  })
})

describe('cancelling', () => {
  test('a render that waits gives the credit back, once', async () => {
    const here = await world()
    const renderId = await generated(here, (await aReel(here)).id)
    for (let time = 0; time < 3; time += 1) {
      const res = await here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
      expect(res.json()).toMatchObject({ success: false, status: 'failed', result: { isCancelled: true } })
    }
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
    expect(await jobsOf(here)).toMatchObject([{ state: 'cancelled' }])
  })

  test.each([1, FRAMES - 1])('a render at frame %i lets the renderer go and leaves no file', async (frames) => {
    const { here, steps, renderId, reel, cancel } = await going()
    steps.advance(frames)
    expect((await cancel()).json().result).toMatchObject({ isCancelled: true, url: null })
    expect(here.renderer.orders[0]?.signal.aborted).toBe(true)
    await until('nothing is left', () => parts(here).length === 0)
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: null, render: null })
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
    expect(await generated(here, reel.id)).not.toBe(renderId)
  })

  test('a render on another node ends it there with the next frames', async () => {
    const { here, steps, renderId, reel, clock } = await going()
    // As another process would: this one gets no event.
    const { database, services } = here
    await database.transaction((tx) => services.renders.cancelOf(tx, operatorFrom(null), reel.id))
    clock.moveBy(2 * SECOND)
    steps.advance(30)
    await until('the renderer is let go', () => here.renderer.orders[0]?.signal.aborted === true)
    await until('nothing is left', () => parts(here).length === 0)
    expect(await statusOf(here, renderId)).toMatchObject({ isCancelled: true })
  })

  test('a render that has ended changes nothing', async () => {
    const { here, steps, renderId, reel, cancel } = await going()
    steps.end()
    const { url } = await ended(here, renderId)
    expect((await cancel()).json()).toMatchObject({ success: true, status: 'completed', result: { url } })
    expect(await reelOf(here, reel.id)).toMatchObject({ videoUrl: url })
    expect(await creditsOf(here)).toMatchObject({ used: 2 })
  })

  test('through the list of work gives the credit back too', async () => {
    const { here, renderId } = await going()
    const [{ id }] = (await here.ask('admin', 'GET', '/api/activity')).json()
    expect((await here.ask('admin', 'POST', `/api/activity/${id}/cancel`)).statusCode).toBe(200)
    expect(await statusOf(here, renderId)).toMatchObject({ isCancelled: true })
    expect(await creditsOf(here)).toMatchObject({ used: 1 })
  })
})

test('deleting a reel cancels its render and gives the credit back', async () => {
  const { here, renderId, reel } = await going()
  expect((await here.ask('pro', 'DELETE', `/api/airtable/reels/${reel.id}`)).statusCode).toBe(200)
  expect(here.renderer.orders[0]?.signal.aborted).toBe(true)
  expect(await statusOf(here, renderId)).toMatchObject({ isCancelled: true })
  expect(await creditsOf(here)).toMatchObject({ used: 1 })
})

test('files of a worker that lost its render stay for the next one, and go when nothing names them after a day', async () => {
  const { here, steps, workers } = await going()
  const files = () =>
    readdirSync(`${here.folder}/blobs`, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const before = files().length
  await here.database.queries
    .updateTable('jobs')
    .set({ lease_token: 'of another' })
    .where('kind', '=', 'render-reel')
    .execute()
  steps.end()
  await until('it lets go', () => parts(here).length === 0)
  expect(files()).toHaveLength(before + 2)
  await workers.end()
  here.clock.moveBy(DAY + SECOND)
  await here.purge()
  expect(files()).toHaveLength(before)
})

test('a worker that stops releases its render, and the next one continues from the reported progress', async () => {
  const { here, renderId, steps: first, workers } = await going()
  first.advance(60)
  await until('it is told', async () => (await statusOf(here, renderId)).framesDone === 60)
  await workers.end()
  const second = steps()
  here.renderer.expect(second)
  here.work()
  await second.begun
  here.clock.moveBy(2 * SECOND)
  second.advance(3)
  const { queries } = here.database
  await until('it is told again', async () => {
    const told = await queries.selectFrom('events').select('id').where('kind', '=', 'render-progress').execute()
    return told.length === 2
  })
  expect(await statusOf(here, renderId)).toMatchObject({ status: 'processing', framesDone: 60 })
  second.end()
  expect(await ended(here, renderId)).toMatchObject({ status: 'completed' })
  expect(await creditsOf(here)).toMatchObject({ used: 2 })
})

describe('the queue', () => {
  test('of fifty simultaneous requests with one credit left, one gets a render', async () => {
    const here = await world()
    const ids = await freeReels(here, 50)
    for (let spent = 0; spent < 3; spent += 1) {
      const renderId = await generated(here, ids[spent] ?? '')
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
    for (const id of ids.slice(0, 5)) await generated(here, id)
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
      own.push(await generated(here, id))
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
    await ended(here, answers[0]?.json().renderId)
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
    const live = await generated(here, reel.id)
    expect((await generate(here, reel.id, 'pro', key)).statusCode).toBe(409)
    await here.ask('pro', 'POST', `/api/renders/${live}/cancel`)
    expect((await generate(here, reel.id, 'pro', key)).statusCode).toBe(200)
  })

  test('is forgotten after a day', async () => {
    const here = await world()
    const reel = await aReel(here)
    here.work()
    const first = (await generate(here, reel.id, 'pro', key)).json().renderId
    await ended(here, first)
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

describe('reel-status', () => {
  test.each(['none', 'undefined', '123', `${MISSING}0`])('of %s, which is no id, is a failed one', async (id) => {
    const here = await world()
    const res = await here.ask('pro', 'GET', `/api/airtable/reel-status/${id}`)
    expect(res.statusCode).toBe(200)
    expect(res.json()).toMatchObject({
      success: false,
      status: 'failed',
      result: { id, status: 'failed', progress: 0, url: null, outputs: [] },
    })
  })

  test('of an id in capitals is that of the render, which can be cancelled by it too', async () => {
    const here = await world()
    const renderId = await generated(here, (await aReel(here)).id)
    const capitals = renderId.toUpperCase()
    const res = await here.ask('pro', 'GET', `/api/airtable/reel-status/${capitals}`)
    expect([res.statusCode, res.json().result]).toMatchObject([200, { id: renderId, status: 'processing' }])
    expect((await here.ask('pro', 'POST', `/api/renders/${capitals}/cancel`)).json().result.isCancelled).toBe(true)
  })

  test('of another company is not found, and neither is its cancelling', async () => {
    const here = await world()
    const renderId = await generated(here, (await aReel(here)).id)
    for (const id of [renderId, MISSING])
      for (const [method, url] of [
        ['GET', `/api/airtable/reel-status/${id}`],
        ['POST', `/api/renders/${id}/cancel`],
      ] as const)
        expect((await here.ask('foreigner', method, url)).statusCode).toBe(404)
    expect(await statusOf(here, renderId)).toMatchObject({ status: 'processing' })
  })
})

test('open screens receive every step, and only those of the company', async () => {
  const here = await world()
  const reel = await aReel(here)
  const { queries } = here.database
  const told = async () => {
    const rows = await queries.selectFrom('events').select(['kind', 'company_id']).orderBy('id').execute()
    await queries.deleteFrom('events').execute()
    return [...new Set(rows.map(({ kind, company_id }) => `${kind} ${company_id}`))].toSorted()
  }
  await told()
  const renderId = await generated(here, reel.id)
  const asked = ['activity-changed 1', 'credits-changed 1', 'reels-changed 1']
  expect(await told()).toEqual(asked)
  await here.ask('pro', 'POST', `/api/renders/${renderId}/cancel`)
  expect(await told()).toEqual(asked)
  const again = await generated(here, reel.id)
  await told()
  here.work()
  await ended(here, again)
  expect(await told()).toEqual(['activity-changed 1', 'content-changed 1', 'reels-changed 1', 'render-progress 1'])
})

test('work folders without a render are removed', async () => {
  const { here, steps, renderId } = await going()
  mkdirSync(`${here.folder}/renders/render-stray`)
  writeFileSync(`${here.folder}/renders/render-stray/reel.mp4.part`, 'half')
  await here.purge()
  expect(readdirSync(`${here.folder}/renders`)).toHaveLength(1)
  steps.end()
  expect(await ended(here, renderId)).toMatchObject({ status: 'completed' })
})
