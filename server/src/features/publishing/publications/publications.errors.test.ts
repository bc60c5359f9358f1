/**
 * Every line of the contract's error table that publishing can meet, through the whole way: it passes by itself, or it ends in a
 * sentence with a next step. Nothing is sent twice, and no token stands in an answer, a log line or the store.
 */
import { publishingErrors as errors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { expectNoDuplicate } from '#testing/published-once.ts'
import { CREATE, expectFewWrites, type Line, MANY, watchPublishing } from '../../../testing/publication-errors.ts'

const STOPS: readonly (readonly [...Line, RegExp])[] = [
  ['a video of another format', errors.videoFormat(), CREATE, /Use MP4 with H\.264 and AAC\. Change the item/],
  ['an image too large', errors.imageTooLarge(), CREATE, /larger than the 8 MB .* Change the item/],
  ['an image of another format', errors.imageFormat(), CREATE, /only JPEG images\. Change the item/],
  ['a ratio', errors.imageRatio(), CREATE, /4:5 to 1\.91:1\. Crop it\. Change the item/],
  ['a caption', errors.captionTooLong(), CREATE, /2,200 characters .* Shorten it\. Change the item/],
  ['a cover outside', errors.coverOutside(), CREATE, /Choose an earlier one\. Change the item/],
  ['an unknown kind', errors.kindUnknown(), CREATE, /does not know this kind of post\. Change the item/],
  [
    'children',
    errors.wrongNumberOfChildren(),
    CREATE,
    /2 to 10 images or videos\. Add or remove some\. Change the item/,
  ],
  ['tags', errors.tooManyTags(), CREATE, /At most 20 people .* Remove some\. Change the item/],
  ['a place', errors.placeUnknown(), CREATE, /Choose another one, or none\. Change the item/],
  ['a line that is in no table', errors.badParameter('x'), CREATE, /not known here\. Show the numbers to your admin/],
]

test('what only a person can mend stops at once, with what to change', async () => {
  const { here, meets, expectNoToken } = await watchPublishing()
  for (const [name, answer, of, sentence] of STOPS) {
    const failed = await here.becomes(await meets([name, answer, of], 1), 'failed')
    expect(failed.sentence, name).toMatch(sentence)
    expect(
      failed.steps.filter(({ title }) => title === 'Prepared anew'),
      name,
    ).toEqual([])
  }
  expect(here.live()).toEqual([])
  expectNoDuplicate(here)
  await expectNoToken()
})

const PASSES: readonly (readonly [...Line, RegExp])[] = [
  ['fetched too slowly', errors.fetchTooSlow(), CREATE, /Check that PUBLIC_URL can be reached/],
  ['not fetched', errors.notFetched(), CREATE, /Check that PUBLIC_URL can be reached/],
  ['media gone', errors.mediaGone(), CREATE, /Nothing was published\. Plan it again/],
  ['not made', errors.notMade(), CREATE, /Nothing was published\. Plan it again/],
  ['an unknown fault of the upload', errors.uploadUnknown(), CREATE, /Nothing was published\. Plan it again/],
  ['media not found', errors.mediaNotFound(), CREATE, /Check that the account is still connected/],
  ['a fault at the service', errors.serverFault(), CREATE, /Nothing was published\. Plan it again/],
  ['an unknown error', errors.unknown(), CREATE, /Nothing was published\. Plan it again/],
  ['a passing error', errors.temporary(), CREATE, /Nothing was published\. Plan it again/],
  ['a front end', errors.gateway(503), CREATE, /Nothing was published\. Plan it again/],
  ['an object that is not readable', errors.noSuchObject(), 'readNode', /Nothing was published\. Plan it again/],
  ['an upload refused', errors.processingFailed(), 'upload', /./],
  ['a wrong offset', errors.wrongOffset(), 'upload', /./],
  ['too few bytes', errors.tooFewBytes(), 'upload', /./],
  ['a container not ready', errors.notReady(), 'publish', /Nothing was published\. Plan it again/],
]

test.each(PASSES)('%s, once, is tried again and published', async (name, answer, of) => {
  const { here, meets, expectNoToken } = await watchPublishing()
  await here.becomes(await meets([name, answer, of], 1), 'published')
  expect(here.live()).toEqual([name])
  expectNoDuplicate(here)
  await expectNoToken()
})

// The service keeps the bytes of an upload that it seems to refuse, as it may in truth: then the post goes out.
test.each(PASSES.filter(([, , of]) => of !== 'upload'))(
  '%s, again and again, ends after a few calls with what to do about it',
  async (...line) => {
    const { here, meets, expectNoToken } = await watchPublishing()
    const [name, answer, of, sentence] = line
    const failed = await here.becomes(await meets([name, answer, of], MANY), 'failed')
    expect(failed.sentence).toMatch(sentence)
    expectFewWrites(here)
    expect(here.live()).toEqual([])
    expectNoDuplicate(here)
    await expectNoToken()
  },
)

test('an upload that is cut again and again ends after a few calls with what to do about it', async () => {
  const { here, expectNoToken } = await watchPublishing()
  here.stand.cutUploads(MANY, 0)
  const failed = await here.becomes((await here.queueOrThrow(await here.aReel('Cut'))).id, 'failed')
  expect(failed.sentence).toMatch(/Nothing was published\. Plan it again/)
  expectFewWrites(here)
  expectNoDuplicate(here)
  await expectNoToken()
})

test.each([2207026, 2207076, 2207077, 2207082, 2207085])(
  'a container that ends with %i is made anew or stops, with what to do about it',
  async (subcode) => {
    const { here, expectNoToken } = await watchPublishing()
    here.stand.failContainers(MANY, subcode)
    const failed = await here.becomes((await here.queueOrThrow(await here.aReel('Never'))).id, 'failed')
    expect(failed.sentence).toMatch(/Change the item|plan the post again|Plan it again/)
    const made = failed.steps.filter(({ title }) => title === 'Prepared at Instagram').length
    expect(made).toBe(subcode === 2207026 ? 1 : 4)
    expectNoDuplicate(here)
    await expectNoToken()
  },
)

test.each([
  ['not readable', errors.noSuchObject()],
  ['unknown', errors.unknown()],
  ['passing', errors.temporary()],
  ['about a file, and passing', errors.notFetched()],
])(
  'an answer to the order that is %s is no clear no: the post is looked up, and never ordered again',
  async (name, answer) => {
    const { here, meets, expectNoToken } = await watchPublishing()
    const unclear = await here.becomes(await meets([name, answer, 'publish'], 1), 'unclear')
    expect(unclear.sentence).toMatch(/Look on Instagram and decide\. Nothing is sent again by itself/)
    expect(here.stand.calls.latest().filter(({ operation }) => operation === 'publish')).toHaveLength(1)
    expectNoDuplicate(here)
    await expectNoToken()
  },
)

test('a container that Instagram does not know when it is ordered is looked up, and left to a person', async () => {
  const { here, meets, expectNoToken } = await watchPublishing()
  const unclear = await here.becomes(await meets(['gone', errors.containerGone(), 'publish'], 1), 'unclear')
  expect(unclear.sentence).toMatch(/Look on Instagram and decide\. Nothing is sent again by itself/)
  expectNoDuplicate(here)
  await expectNoToken()
})
