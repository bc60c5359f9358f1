/**
 * Every line of the contract's error table that publishing can meet, through the whole way: it passes by itself, or it ends in a
 * sentence with a next step. Nothing is sent twice, and no token stands in an answer, a log line or the store.
 */
import { publishingErrors as errors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { OWN, type PublishingTest, publishing } from '#testing/publishing.ts'
import { MINUTE } from '../../../testing/measured.ts'
import { stored } from '../../../testing/stored.ts'

type Answer = ReturnType<typeof errors.unknown>
type Line = readonly [name: string, answer: Answer, of: string]

const MANY = 200
const CREATE = 'createContainer'

async function watched() {
  const lines: string[] = []
  const here = await publishing({ also: { logTo: (line) => lines.push(line) } })
  const tokens = [...here.stand.signIns.living(), here.stand.clientSecret]
  /** One post that meets this answer so many times. */
  const meets = async ([name, answer, of]: Line, count: number) => {
    const { status, body, headers } = answer
    here.stand.faults.next(count, { status, body, ...(headers && { headers }) }, { of })
    return (await here.queued(of === 'upload' ? await here.aReel(name) : await here.aPost({ caption: name }))).id
  }
  async function expectNoToken() {
    const ids = await here.database.queries.selectFrom('publications').select('id').execute()
    const asked = ['/api/publications', '/api/attention', '/api/audit-log', '/api/errors', '/api/own-accounts']
    const paths = [...asked, ...ids.map(({ id }) => `/api/publications/${id}`)]
    const answers = await Promise.all(paths.map(async (path) => (await here.ask('admin', 'GET', path)).body))
    const everything = [...answers, ...lines, JSON.stringify(await stored(here.database))].join('\n')
    for (const token of [...tokens, ...here.stand.signIns.living()]) expect(everything).not.toContain(token)
    expect(everything).not.toMatch(/access_token|OAuth EA/)
  }
  return { here, meets, expectNoToken }
}

function expectFewWrites({ stand }: PublishingTest) {
  const writes = stand.calls.latest().filter(({ operation }) => [CREATE, 'upload', 'publish'].includes(operation))
  expect(writes.length).toBeLessThan(16)
}

function expectOnce({ stand }: PublishingTest) {
  expect(stand.duplicates()).toEqual([])
  expect(stand.violations).toEqual([])
}

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
  const { here, meets, expectNoToken } = await watched()
  for (const [name, answer, of, sentence] of STOPS) {
    const failed = await here.becomes(await meets([name, answer, of], 1), 'failed')
    expect(failed.sentence, name).toMatch(sentence)
    expect(
      failed.steps.filter(({ title }) => title === 'Prepared anew'),
      name,
    ).toEqual([])
  }
  expect(here.live()).toEqual([])
  expectOnce(here)
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
  const { here, meets, expectNoToken } = await watched()
  await here.becomes(await meets([name, answer, of], 1), 'published')
  expect(here.live()).toEqual([name])
  expectOnce(here)
  await expectNoToken()
})

// The service keeps the bytes of an upload that it seems to refuse, as it may in truth: then the post goes out.
test.each(PASSES.filter(([, , of]) => of !== 'upload'))(
  '%s, again and again, ends after a few calls with what to do about it',
  async (...line) => {
    const { here, meets, expectNoToken } = await watched()
    const [name, answer, of, sentence] = line
    const failed = await here.becomes(await meets([name, answer, of], MANY), 'failed')
    expect(failed.sentence).toMatch(sentence)
    expectFewWrites(here)
    expect(here.live()).toEqual([])
    expectOnce(here)
    await expectNoToken()
  },
)

test('an upload that is cut again and again ends after a few calls with what to do about it', async () => {
  const { here, expectNoToken } = await watched()
  here.stand.cutUploads(MANY, 0)
  const failed = await here.becomes((await here.queued(await here.aReel('Cut'))).id, 'failed')
  expect(failed.sentence).toMatch(/Nothing was published\. Plan it again/)
  expectFewWrites(here)
  expectOnce(here)
  await expectNoToken()
})

test.each([2207026, 2207076, 2207077, 2207082, 2207085])(
  'a container that ends with %i is made anew or stops, with what to do about it',
  async (subcode) => {
    const { here, expectNoToken } = await watched()
    here.stand.failContainers(MANY, subcode)
    const failed = await here.becomes((await here.queued(await here.aReel('Never'))).id, 'failed')
    expect(failed.sentence).toMatch(/Change the item|plan the post again|Plan it again/)
    const made = failed.steps.filter(({ title }) => title === 'Prepared at Instagram').length
    expect(made).toBe(subcode === 2207026 ? 1 : 4)
    expectOnce(here)
    await expectNoToken()
  },
)

test('limits are waited for as long as they say, and everything goes out then', async () => {
  const { here, meets, expectNoToken } = await watched()
  const { id: ownId } = here.stand.account(OWN)
  const limits: readonly Line[] = [
    ['the account', errors.accountLimit(ownId, 7), CREATE],
    ['the application', errors.appLimit(), CREATE],
    ['the application, as 429', errors.appLimit429(), CREATE],
    ['the person', errors.userLimit(), CREATE],
    ['the Page', errors.pageLimit(), CREATE],
    ['a limit of its own', errors.customLimit(), CREATE],
    ['the day', errors.dailyLimit(), 'publish'],
  ]
  for (const line of limits) {
    const [name] = line
    const began = here.clock.now()
    const id = await meets(line, 1)
    const waits = await here.comesTo(id, ({ waitsUntil }) => waitsUntil !== null)
    expect(waits.sentence, name).toMatch(/wait/)
    expect(waits.waitsFor, name).toBeNull()
    expect(Date.parse(waits.waitsUntil ?? '') - began, name).toBeGreaterThanOrEqual(5 * MINUTE)
    await here.becomes(id, 'published')
  }
  expect(here.live()).toHaveLength(limits.length)
  expectOnce(here)
  await expectNoToken()
})

test('what the person of the account has to settle pauses the account, and goes on when it is resumed', async () => {
  const { here, meets, expectNoToken } = await watched()
  const lines: readonly (readonly [...Line, RegExp])[] = [
    ['a restricted account', errors.accountRestricted(), CREATE, /Sign in to the Instagram app/],
    ['a missing permission', errors.permissionMissing(), CREATE, /Connect the account again and allow everything/],
    [
      'a withdrawn permission',
      errors.permissionNotGiven(),
      'publish',
      /Connect the account again and allow everything/,
    ],
    ['two-factor of the Page', errors.pageWantsTwoFactor(), 'publish', /Complete it in the settings of the Page/],
  ]
  for (const [name, answer, of, sentence] of lines) {
    const id = await meets([name, answer, of], 1)
    const waits = await here.comesTo(id, ({ waitsFor }) => waitsFor === 'paused')
    expect(waits.sentence, name).toMatch(sentence)
    const attention = await here.ask('pro', 'GET', '/api/attention')
    expect(attention.json().items, name).toContainEqual(expect.objectContaining({ kind: 'publications' }))
    await here.ask('pro', 'PUT', `/api/accounts/${here.accountId}/publishing`, { isPaused: false })
    await here.becomes(id, 'published')
  }
  expectOnce(here)
  await expectNoToken()
})

test('an account that became personal is paused, and goes on when it is professional again', async () => {
  const { here, expectNoToken } = await watched()
  here.stand.account(OWN).isProfessional = false
  const { id } = await here.queued(await here.aPost())
  const waits = await here.comesTo(id, ({ waitsFor }) => waitsFor === 'paused')
  expect(waits.sentence).toMatch(/Connect the account again and allow everything\. Resume it, then it goes on/)
  here.stand.account(OWN).isProfessional = true
  await here.ask('pro', 'PUT', `/api/accounts/${here.accountId}/publishing`, { isPaused: false })
  await here.becomes(id, 'published')
  expectOnce(here)
  await expectNoToken()
})

test.each([
  ['an expired token', errors.tokenExpired(), CREATE],
  ['a token that is no longer valid', errors.tokenInvalid(), 'publishingLimit'],
  ['a token that was withdrawn', errors.tokenWithdrawn(), 'publish'],
  ['a changed password', errors.passwordChanged(), CREATE],
  ['an application that was removed', errors.applicationRemoved(), 'readNode'],
  ['an upload that is not allowed', errors.uploadNotAllowed(), 'upload'],
] as const satisfies Line[])('%s keeps the post and asks for a sign-in', async (...line) => {
  const { here, meets, expectNoToken } = await watched()
  const waits = await here.comesTo(await meets(line, 1), ({ waitsFor }) => waitsFor !== null)
  expect(waits).toMatchObject({ waitsFor: 'sign_in', sentence: expect.stringContaining('connect it again') })
  const { accounts } = (await here.ask('pro', 'GET', '/api/own-accounts')).json()
  expect(accounts).toMatchObject([{ state: 'ended', problem: expect.stringMatching(/Connect the account again/) }])
  expect(here.live()).toEqual([])
  expectOnce(here)
  await expectNoToken()
})

test.each([
  ['not readable', errors.noSuchObject()],
  ['unknown', errors.unknown()],
  ['passing', errors.temporary()],
  ['about a file, and passing', errors.notFetched()],
])(
  'an answer to the order that is %s is no clear no: the post is looked up, and never ordered again',
  async (name, answer) => {
    const { here, meets, expectNoToken } = await watched()
    const unclear = await here.becomes(await meets([name, answer, 'publish'], 1), 'unclear')
    expect(unclear.sentence).toMatch(/Look on Instagram and decide\. Nothing is sent again by itself/)
    expect(here.stand.calls.latest().filter(({ operation }) => operation === 'publish')).toHaveLength(1)
    expectOnce(here)
    await expectNoToken()
  },
)

test('a container that Instagram does not know when it is ordered is looked up, and left to a person', async () => {
  const { here, meets, expectNoToken } = await watched()
  const unclear = await here.becomes(await meets(['gone', errors.containerGone(), 'publish'], 1), 'unclear')
  expect(unclear.sentence).toMatch(/Look on Instagram and decide\. Nothing is sent again by itself/)
  expectOnce(here)
  await expectNoToken()
})
