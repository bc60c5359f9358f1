/** What people change while a post is under way. */
import { expect, test, vi } from 'vitest'
import { readItems, TABLE_AUTHOR, writeItems } from '#features/content/index.ts'
import { anImage, OWN, publishing } from '#testing/publishing.ts'
import { START } from '#testing/world.ts'

const MINUTE_MS = 60_000

test('a picture that gets others before its time goes out as a carousel', async () => {
  const here = await publishing()
  const at = new Date(here.clock.now() + 60 * MINUTE_MS).toISOString()
  const itemId = await here.aPost({ caption: 'One, then three' })
  const { id } = await here.queueOrThrow(itemId, { at })
  const more = [await anImage(here), await anImage(here), await anImage(here)]
  const { queries, engine } = here.database
  const [before] = await readItems(queries, [itemId])
  if (!before) throw new Error('The post is gone')
  // As the company's table brings it.
  const edited = {
    before,
    isNew: false,
    change: { mediaType: 'carousel', images: more },
    at: START,
    tableChangedAt: START,
  }
  await here.database.transaction((tx) => writeItems({ queries: tx, engine }, [edited], TABLE_AUTHOR, START))
  expect(await here.becomes(id, 'published')).toMatchObject({ kind: 'carousel' })
  const [posted] = here.stand.account(OWN).media.filter(({ containerId, isChild }) => containerId !== null && !isChild)
  expect(posted).toMatchObject({
    kind: 'CAROUSEL_ALBUM',
    childIds: [expect.any(String), expect.any(String), expect.any(String)],
  })
  expect(here.stand.violations).toEqual([])
})

test('a post whose account is paused in the instant before its order waits for a person', async () => {
  const here = await publishing()
  here.stand.faults.next(1, 'held', { of: 'publishingLimit' })
  const { id } = await here.queueOrThrow(await here.aPost({ caption: 'Not now' }))
  await here.comesTo(id, () => here.stand.calls.latest().some(({ operation }) => operation === 'publishingLimit'))
  const path = `/api/accounts/${here.accountId}/publishing`
  expect((await here.ask('pro', 'PUT', path, { isPaused: true })).statusCode).toBe(200)
  here.stand.faults.release()
  await here.comesTo(id, ({ waitsFor }) => waitsFor === 'paused')
  expect(here.live()).toEqual([])
  expect((await here.ask('pro', 'PUT', path, { isPaused: false })).statusCode).toBe(200)
  expect(await here.becomes(id, 'published')).toMatchObject({ waitsFor: null })
  expect(here.live()).toEqual(['Not now'])
})

test('a video that Instagram prepares for minutes survives a call that fails', async () => {
  const here = await publishing({ processingMs: 6 * MINUTE_MS })
  const { id } = await here.queueOrThrow(await here.aReel('Long'))
  await here.comesTo(id, () => here.clock.now() - START > 5 * MINUTE_MS)
  here.stand.faults.next(1, { status: 502, body: {} }, { of: 'readNode' })
  expect(await here.becomes(id, 'published')).toMatchObject({ sentence: `It is live on @${OWN}, published once.` })
})

test('a post that was deleted is not planned for another time', async () => {
  const here = await publishing()
  const at = (minutes: number) => new Date(here.clock.now() + minutes * MINUTE_MS).toISOString()
  const itemId = await here.aPost()
  const { id } = await here.queueOrThrow(itemId, { at: at(60) })
  expect((await here.ask('pro', 'PUT', `/api/airtable/posts/${itemId}`, { status: 'Delete' })).statusCode).toBe(200)
  const res = await here.ask('pro', 'PUT', `/api/publications/${id}`, { at: at(120) })
  expect(res.json()).toMatchObject({ error: 'approval_required', message: 'The post was deleted before it went out.' })
})

test('Instagram that is silent while a post is rehearsed leaves its daily limit unknown', async () => {
  const here = await publishing()
  const itemId = await here.aPost()
  here.stand.faults.next(1, 'hang', { of: 'publishingLimit' })
  // The ten seconds of the request, shortened; it is the stand-in that does not answer.
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(200))
  const res = await here.ask('pro', 'POST', '/api/publications/rehearsal', { itemId, accountId: here.accountId })
  expect([res.statusCode, res.json().mayGoOut]).toEqual([200, true])
})
