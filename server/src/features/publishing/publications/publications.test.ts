import { expect, test } from 'vitest'
import { anImage, OWN, publishing } from '#testing/publishing.ts'

test('a post goes out once, and its item says so', async () => {
  const here = await publishing()
  const itemId = await here.aPost({ caption: 'Fresh bread', hashtags: ['bakery'] })
  const { id } = await here.queueOrThrow(itemId)
  const done = await here.comesTo(id, ({ endedAt }) => endedAt !== null)
  expect(done).toMatchObject({
    state: 'published',
    mediaId: expect.stringMatching(/^\d+$/),
    permalink: expect.stringContaining('https://www.instagram.com/p/'),
    sentence: `It is live on @${OWN}, published once.`,
    waitsFor: null,
  })
  expect(done.steps.map(({ title }) => title)).toEqual([
    'Planned',
    'Checked',
    'Prepared at Instagram',
    'Ready',
    'Order to publish',
    'Published',
  ])
  expect(here.live()).toEqual(['Fresh bread\n\n#bakery'])
  const item = await here.ask('pro', 'GET', `/api/content/posts/${itemId}`)
  expect(item.json()).toMatchObject({ status: 'Published', publishDate: done.publishedAt })
  expect(here.stand.violations).toEqual([])
})

test('a planned post waits for its time, is prepared before it, and can be withdrawn until then', async () => {
  const here = await publishing()
  const at = new Date(here.clock.now() + 3_600_000).toISOString()
  const [kept, withdrawn] = [
    await here.queueOrThrow(await here.aPost(), { at }),
    await here.queueOrThrow(await here.aPost(), { at }),
  ]
  expect(kept).toMatchObject({ state: 'planned', plannedAt: at })
  here.clock.moveBy(3_590_000)
  await here.becomes(kept.id, 'ready')
  expect(here.live()).toEqual([])
  const res = await here.ask('pro', 'DELETE', `/api/publications/${withdrawn.id}`)
  expect(res.json()).toMatchObject({
    state: 'withdrawn',
    sentence: 'pro withdrew it before its time. Nothing was sent.',
  })
  const { publishedAt } = await here.becomes(kept.id, 'published')
  expect(Date.parse(publishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(at))
  expect(here.live()).toHaveLength(1)
  expect((await here.ask('pro', 'DELETE', `/api/publications/${kept.id}`)).json()).toMatchObject({ error: 'too_late' })
})

test('an item is queued once for an account, also by two requests at the same moment', async () => {
  const here = await publishing()
  const itemId = await here.aPost()
  const answers = await Promise.all([here.queue(itemId), here.queue(itemId), here.queue(itemId)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  const id = answers.find(({ statusCode }) => statusCode === 201)?.json().id
  await here.comesTo(id, ({ endedAt }) => endedAt !== null)
  expect((await here.queue(itemId)).json()).toMatchObject({ error: 'already_published', publicationId: id })
  expect(here.live()).toHaveLength(1)
})

test('a carousel goes out with its pictures in order, and a reel is sent from here', async () => {
  const here = await publishing({ publicUrl: 'http://127.0.0.1:5000' })
  const images = [await anImage(here), await anImage(here, { width: 1080, height: 1350 }), await anImage(here)]
  const carousel = await here.queueOrThrow(await here.aPost({ mediaType: 'carousel', caption: 'Three', images }))
  const reel = await here.queueOrThrow(await here.aReel('A walk'), {
    options: { firstComment: 'Where is it?', coverMs: 2_000 },
  })
  await here.comesTo(carousel.id, ({ endedAt }) => endedAt !== null)
  const done = await here.comesTo(reel.id, ({ endedAt }) => endedAt !== null)
  expect(done.steps.map(({ title }) => title)).toContain('First comment')
  const [posted] = here.stand
    .account(OWN)
    .media.filter(({ kind, containerId }) => kind === 'CAROUSEL_ALBUM' && containerId)
  expect(posted?.childIds).toHaveLength(3)
  expect(here.live().toSorted()).toEqual(['A walk', 'Three'])
  expect(here.stand.violations).toEqual([])
})

test('a story is looked for among the stories', async () => {
  const here = await publishing()
  const itemId = await here.aPost({ caption: null, imageUrl: await anImage(here, { width: 1080, height: 1920 }) })
  here.stand.faults.next(1, 'drop', { of: 'publish' })
  const { id } = await here.queueOrThrow(itemId, { options: { as: 'story' } })
  expect(await here.becomes(id, 'published')).toMatchObject({ kind: 'story' })
  expect(here.stand.duplicates()).toEqual([])
  expect(here.stand.violations).toEqual([])
})

test('an interrupted upload goes on at the offset that the service names', async () => {
  const here = await publishing()
  here.stand.cutUploads(1, 37)
  const { id } = await here.queueOrThrow(await here.aReel('Cut', 1_000_000))
  const done = await here.becomes(id, 'published')
  expect(done.steps.map(({ detail }) => detail)).toContain('goes on at 37%')
  expect(here.live()).toEqual(['Cut'])
  expect(here.stand.violations).toEqual([])
})

test('a picture that Instagram would refuse is converted, and cut only where the person agrees', async () => {
  const here = await publishing()
  const png = await here.aPost({ imageUrl: await anImage(here, { format: 'png' }) })
  const tall = await here.aPost({ imageUrl: await anImage(here, { width: 1000, height: 1500 }) })
  expect((await here.queue(tall)).json()).toMatchObject({
    error: 'rehearsal_failed',
    checks: [{ key: 'media', title: 'The picture is too tall', fix: 'crop' }],
  })
  const ids = [(await here.queueOrThrow(png)).id, (await here.queueOrThrow(tall, { options: { crops: true } })).id]
  for (const id of ids) await here.becomes(id, 'published')
  expect(here.live()).toHaveLength(2)
  expect(here.stand.violations).toEqual([])
})

test('an address for Instagram survives a second fetch, and ends with the publication', async () => {
  const here = await publishing({ works: false })
  expect((await here.ask('stranger', 'GET', '/media/p/x.jpg')).statusCode).toBe(404)
  expect((await here.ask('stranger', 'GET', `/media/p/${'x'.repeat(43)}.jpg`)).statusCode).toBe(404)
})

test('users see the publications of their own company alone', async () => {
  const here = await publishing({ works: false })
  const itemId = await here.aPost()
  const { id } = await here.queueOrThrow(itemId)
  expect((await here.ask('foreigner', 'GET', `/api/publications/${id}`)).statusCode).toBe(404)
  expect((await here.ask('foreigner', 'GET', '/api/publications')).json()).toEqual([])
  expect((await here.queue(itemId, {}, 'foreigner')).statusCode).toBe(404)
  expect((await here.queue(itemId, {}, 'basic')).statusCode).toBe(403)
  expect((await here.ask('pro', 'GET', '/api/publications?limit=1')).json()).toMatchObject([{ id, state: 'planned' }])
})

test('a queue is read by what waits for a person, goes out next, is live and did not go out, each with its post', async () => {
  const here = await publishing()
  const at = (hours: number) => new Date(here.clock.now() + hours * 3_600_000).toISOString()
  const later = await here.queueOrThrow(await here.aPost({ caption: 'Later' }), { at: at(3) })
  const soon = await here.queueOrThrow(await here.aPost({ caption: 'Soon' }), { at: at(2) })
  const withdrawn = await here.queueOrThrow(await here.aPost(), { at: at(1) })
  await here.ask('pro', 'DELETE', `/api/publications/${withdrawn.id}`)
  const live = await here.queueOrThrow(await here.aPost({ caption: 'Live' }))
  await here.becomes(live.id, 'published')
  const listIds = async (query: string) => {
    const res = await here.ask('pro', 'GET', `/api/publications?${query}`)
    return [res.json().map(({ id }: { id: string }) => id), String(res.headers.link ?? '')] as const
  }
  expect((await listIds('group=upcoming'))[0]).toEqual([soon.id, later.id])
  const [first, link] = await listIds('group=upcoming&limit=1')
  expect(first).toEqual([soon.id])
  const next = new URL(/<([^>]+)>/.exec(link)?.[1] ?? '', 'http://here').search.slice(1)
  expect((await listIds(next))[0]).toEqual([later.id])
  expect((await listIds('group=published'))[0]).toEqual([live.id])
  expect((await listIds('group=over'))[0]).toEqual([withdrawn.id])
  expect((await listIds('group=person'))[0]).toEqual([])
  expect(soon.post).toMatchObject({ caption: 'Soon', imageUrl: expect.stringContaining('/media/') })
})

test('an item has the date of its publication, also after that is planned for another time', async () => {
  const here = await publishing()
  const at = (hours: number) => new Date(here.clock.now() + hours * 3_600_000).toISOString()
  const itemId = await here.aPost({ publishDate: null })
  const dateOf = async () => (await here.ask('pro', 'GET', `/api/content/posts/${itemId}`)).json().publishDate
  const [first, second] = [at(24), at(48)]
  const { id } = await here.queueOrThrow(itemId, { at: first })
  expect(await dateOf()).toBe(first)
  await here.ask('pro', 'PUT', `/api/publications/${id}`, { at: second })
  expect(await dateOf()).toBe(second)
})
