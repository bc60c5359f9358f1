/** A person says that an unclear publication is live and names the post: it is looked up on the account before it is kept. */
import { expect, test } from 'vitest'
import { OWN, type PublishingTest, publishing } from '#testing/publishing.ts'

/** Its order was neither done nor answered, and another post was made by hand meanwhile. */
async function unclear(caption = 'Something else') {
  const here = await publishing()
  here.stand.faults.next(1, { status: 502, body: '<html></html>' }, { of: 'publish' })
  const { id } = await here.queueOrThrow(await here.aPost({ caption: 'Wanted' }))
  await here.becomes(id, 'unclear')
  const byHand = here.stand.postByHand(OWN, { caption }).id
  return Object.assign(here, { id, byHand })
}

const decide = (here: PublishingTest & { id: string }, mediaId: string) =>
  here.ask('pro', 'POST', `/api/publications/${here.id}/decision`, { published: true, mediaId })

test('a post that the account shows is kept with its address and its time', async () => {
  const here = await unclear()
  const decided = await decide(here, here.byHand)
  expect(decided.json()).toMatchObject({
    state: 'published',
    mediaId: here.byHand,
    permalink: expect.stringContaining('instagram.com'),
    publishedAt: expect.stringMatching(/^2026-11-20T09:0/),
  })
})

test('an id that the account does not show is refused, and what it may be is named', async () => {
  const here = await unclear('Wanted')
  const refused = await decide(here, '17999999999999999')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    error: 'unknown_media',
    message: expect.stringContaining(`It may be ${here.byHand}`),
    candidates: [{ mediaId: here.byHand, caption: 'Wanted' }],
  })
  expect(await here.read(here.id)).toMatchObject({ state: 'unclear', mediaId: null })
})

test('where nothing fits, the newest posts are named that belong to no other publication', async () => {
  const here = await unclear()
  const other = await here.queueOrThrow(await here.aPost({ caption: 'Another' }))
  const { mediaId } = await here.becomes(other.id, 'published')
  const { candidates, message } = (await decide(here, '17999999999999999')).json()
  expect(message).toMatch(/^@sample.bakery shows no post with the id 17999999999999999\. It may be /)
  const ids = candidates.map((one: { mediaId: string }) => one.mediaId)
  expect(ids).toContain(here.byHand)
  expect(ids).not.toContain(mediaId)
  expect((await decide(here, String(mediaId))).json()).toMatchObject({ error: 'already_taken' })
})

test.each([
  ['taken where no post is named', {}, true],
  ['left out where the person says that it is none of these', { mediaId: null }, false],
])('the one post that fits is %s', async (_, named, isTaken) => {
  const here = await unclear()
  const candidates = JSON.stringify([{ id: here.byHand, permalink: null, caption: 'Something else', postedAt: null }])
  await here.database.queries.updateTable('publications').set({ candidates }).where('id', '=', here.id).execute()
  const body = Object.assign({ published: true }, named)
  const decided = await here.ask('pro', 'POST', `/api/publications/${here.id}/decision`, body)
  expect(decided.json()).toMatchObject({ state: 'published', mediaId: isTaken ? here.byHand : null })
})

test('while Instagram cannot be asked nothing is decided, and it can be decided without the id', async () => {
  const here = await unclear()
  here.stand.faults.next(1, 'html', { of: 'listMedia' })
  const unchecked = await decide(here, here.byHand)
  expect([unchecked.statusCode, unchecked.json().error]).toEqual([502, 'media_unchecked'])
  expect(await here.read(here.id)).toMatchObject({ state: 'unclear' })
  await here.database.queries.deleteFrom('own_accounts').execute()
  expect((await decide(here, here.byHand)).json()).toMatchObject({ error: 'media_unchecked' })
  const plain = await here.ask('pro', 'POST', `/api/publications/${here.id}/decision`, { published: true })
  expect(plain.json()).toMatchObject({ state: 'published', mediaId: null })
})
