/** Carousels with a video among their pictures, and the location of a post. */
import { describe, expect, test } from 'vitest'
import { approve, send, setRule } from '#testing/approval-requests.ts'
import { anImage, OWN, type PublishingTest, publishing } from '#testing/publishing.ts'

/** Two pictures and a video of one item. */
async function withVideo(here: PublishingTest, fields: object = {}) {
  const reelId = await here.aReel('A walk', 1_000_000)
  const { video_url } = await here.database.queries
    .selectFrom('content_items')
    .select('video_url')
    .where('id', '=', reelId)
    .executeTakeFirstOrThrow()
  const images = [await anImage(here), await anImage(here)]
  return here.aPost({ mediaType: 'carousel', caption: 'Both', images, videoUrl: video_url, ...fields })
}

/** What the carousel on the account consists of, in its order. */
function partsOf({ stand }: PublishingTest) {
  const { media } = stand.account(OWN)
  const carousel = media.find(({ kind, containerId }) => kind === 'CAROUSEL_ALBUM' && containerId)
  return carousel?.childIds.map((id) => media.find((one) => one.id === id)?.kind)
}

describe.each(['facebook', 'instagram'] as const)('through %s', (login) => {
  test('the video of an item goes out as a part of its carousel, where that was chosen', async () => {
    const here = await publishing({ login })
    const options = { carouselVideo: 'last', altTexts: ['A quay', 'A boat'] }
    const { id } = await here.queueOrThrow(await withVideo(here, { taggedUsers: ['ana.lisboa'] }), { options })
    expect(await here.becomes(id, 'published')).toMatchObject({ kind: 'carousel' })
    expect(partsOf(here)).toEqual(['IMAGE', 'IMAGE', 'VIDEO'])
    const [first, second, video] = here.stand.requests()
    expect([first?.alt_text, second?.alt_text]).toEqual(['A quay', 'A boat'])
    // People are named on the first picture alone, and a video takes neither names nor texts.
    expect([first?.user_tags !== undefined, second?.user_tags]).toEqual([true, undefined])
    expect(Object.keys(video ?? {}).toSorted()).toEqual(
      ['is_carousel_item', 'media_type', login === 'facebook' ? 'upload_type' : 'video_url'].toSorted(),
    )
    expect(here.live()).toEqual(['Both'])
    expect(here.stand.violations).toEqual([])
  })
})

test('it may be the first part, and its upload goes on where it broke off', async () => {
  const here = await publishing()
  here.stand.cutUploads(1, 37)
  const { id } = await here.queueOrThrow(await withVideo(here), { options: { carouselVideo: 'first' } })
  await here.becomes(id, 'published')
  expect(partsOf(here)).toEqual(['VIDEO', 'IMAGE', 'IMAGE'])
  expect(here.stand.duplicates()).toEqual([])
  expect(here.stand.violations).toEqual([])
})

test('without that choice a carousel has its pictures alone', async () => {
  const here = await publishing()
  const { id } = await here.queueOrThrow(await withVideo(here))
  await here.becomes(id, 'published')
  expect(partsOf(here)).toEqual(['IMAGE', 'IMAGE'])
})

test('without a way for its pictures it is refused, also where a video could be sent', async () => {
  const here = await publishing({ publicUrl: null })
  const refused = await here.queue(await withVideo(here), { options: { carouselVideo: 'first' } })
  expect(refused.json()).toMatchObject({ error: 'rehearsal_failed', checks: [{ key: 'way' }] })
})

test('pictures of a reel that its client has not seen do not go out on the approval of its video', async () => {
  const here = await publishing()
  await setRule(here, true)
  const itemId = await withVideo(here, { mediaType: 'reel' })
  await approve(here, (await send(here, [itemId])).token)
  const refused = await here.queue(itemId, { options: { carouselVideo: 'first' } })
  expect(refused.json()).toMatchObject({
    error: 'rehearsal_failed',
    checks: [{ key: 'approval', title: 'The client has not seen all of it' }],
  })
  await here.becomes((await here.queueOrThrow(itemId)).id, 'published')
})

describe('a location', () => {
  const findLocationCheck = async (here: PublishingTest, itemId: string) => {
    const answer = await here.ask('pro', 'POST', '/api/publications/rehearsal', { itemId, accountId: here.accountId })
    return answer.json().checks.find(({ key }: { key: string }) => key === 'location')
  }

  test('that is a name is not sent, and the rehearsal says so and what to do', async () => {
    const here = await publishing()
    const itemId = await here.aPost({ location: 'Cais do Sodré' })
    expect(await findLocationCheck(here, itemId)).toMatchObject({
      state: 'warning',
      title: 'The location is not sent',
      detail: expect.stringContaining('Cais do Sodré'),
    })
    await here.becomes((await here.queueOrThrow(itemId)).id, 'published')
    expect(here.stand.requests()[0]?.location_id).toBeUndefined()
    expect(await findLocationCheck(here, await here.aPost())).toBeUndefined()
  })

  test('that is the number of a Page is sent with Facebook, and said not to be with Instagram', async () => {
    const here = await publishing()
    const itemId = await here.aPost({ location: '110706245616907' })
    expect(await findLocationCheck(here, itemId)).toMatchObject({
      state: 'passed',
      detail: 'Sent as the place 110706245616907',
    })
    await here.becomes((await here.queueOrThrow(itemId)).id, 'published')
    expect(here.stand.requests()[0]?.location_id).toBe('110706245616907')
    const other = await publishing({ login: 'instagram' })
    const there = await other.aPost({ location: '110706245616907' })
    expect(await findLocationCheck(other, there)).toMatchObject({ state: 'warning' })
    await other.becomes((await other.queueOrThrow(there)).id, 'published')
    expect(other.stand.requests()[0]?.location_id).toBeUndefined()
    for (const { stand } of [here, other]) expect(stand.violations).toEqual([])
  })
})
