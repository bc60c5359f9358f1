/** Errors that are of the account and not of its post: limits are waited for, and a pause or a sign-in keeps the posts. */
import { publishingErrors as errors } from '@tangelo/stand-ins'
import { expect, test } from 'vitest'
import { expectNoDuplicate } from '#testing/published-once.ts'
import { OWN } from '#testing/publishing.ts'
import { connectAccount } from '../../../testing/own-account.ts'
import { CREATE, type Line, watchPublishing } from '../../../testing/publication-errors.ts'
import { MINUTE } from '../../../testing/world-with-sources.ts'

test('limits are waited for as long as they say, and everything goes out then', async () => {
  const { here, meets, expectNoToken } = await watchPublishing()
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
  expectNoDuplicate(here)
  await expectNoToken()
})

test('waiting for limits, however often, leaves all tries of an order for when the service is not ready', async () => {
  const { here, meets } = await watchPublishing()
  here.stand.faults.next(9, errors.customLimit(), { of: 'publish' })
  const id = await meets(['ready in the end', errors.notReady(), 'publish'], 2)
  const published = await here.becomes(id, 'published')
  expect(published.steps.filter(({ title }) => title === 'Refused')).toHaveLength(11)
  expectNoDuplicate(here)
})

test('a shorter limit that is met meanwhile does not end the longer one', async () => {
  const { here, meets } = await watchPublishing()
  const began = here.clock.now()
  here.stand.faults.next(1, 'held', { of: 'publishingLimit' })
  const { id: first } = await here.queueOrThrow(await here.aPost())
  await here.comesTo(first, () => here.stand.calls.latest().some(({ operation }) => operation === 'publishingLimit'))
  const { id: ownId } = here.stand.account(OWN)
  const second = await meets(['an hour', errors.accountLimit(ownId, 60), CREATE], 1)
  await here.comesTo(second, ({ waitsUntil }) => waitsUntil !== null)
  here.stand.faults.next(1, errors.accountLimit(ownId, 10), { of: 'listMedia' })
  here.stand.faults.release()
  await here.comesTo(first, ({ waitsUntil }) => waitsUntil !== null)
  const { id: third } = await here.queueOrThrow(await here.aPost())
  const waits = await here.comesTo(third, ({ waitsUntil }) => waitsUntil !== null)
  expect(Date.parse(waits.waitsUntil ?? '') - began).toBeGreaterThanOrEqual(60 * MINUTE)
})

test('a limit of the application holds every account, and a shorter one that is met meanwhile does not end it', async () => {
  const { here, meets } = await watchPublishing()
  const buildAppLimit = (seconds: number) => ({ ...errors.appLimit429(), headers: { 'retry-after': String(seconds) } })
  const username = 'sample.corner'
  await here.ask('admin', 'POST', '/api/accounts', { username, companyId: 1 })
  const { database, encryption, stand } = here
  const accountId = await connectAccount({ queries: database.queries, encryption, stand, login: 'facebook', username })
  const began = here.clock.now()
  stand.faults.next(1, 'held', { of: 'publishingLimit' })
  const { id: first } = await here.queueOrThrow(await here.aPost())
  await here.comesTo(first, () => stand.calls.latest().some(({ operation }) => operation === 'publishingLimit'))
  const second = await meets(['an hour', buildAppLimit(3_600), CREATE], 1)
  await here.comesTo(second, ({ waitsUntil }) => waitsUntil !== null)
  stand.faults.next(1, buildAppLimit(600), { of: 'listMedia' })
  stand.faults.release()
  await here.comesTo(first, ({ waitsUntil }) => waitsUntil !== null)
  const { id: third } = await here.queueOrThrow(await here.aPost(), { accountId })
  const waits = await here.comesTo(third, ({ waitsUntil }) => waitsUntil !== null)
  expect(Date.parse(waits.waitsUntil ?? '') - began).toBeGreaterThanOrEqual(60 * MINUTE)
  for (const id of [first, second, third]) await here.becomes(id, 'published')
  expectNoDuplicate(here)
})

test('what the person of the account has to settle pauses the account, and goes on when it is resumed', async () => {
  const { here, meets, expectNoToken } = await watchPublishing()
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
  expectNoDuplicate(here)
  await expectNoToken()
})

test('an account that became personal is paused, and goes on when it is professional again', async () => {
  const { here, expectNoToken } = await watchPublishing()
  here.stand.account(OWN).isProfessional = false
  const { id } = await here.queueOrThrow(await here.aPost())
  const waits = await here.comesTo(id, ({ waitsFor }) => waitsFor === 'paused')
  expect(waits.sentence).toMatch(/Connect the account again and allow everything\. Resume it, then it goes on/)
  here.stand.account(OWN).isProfessional = true
  await here.ask('pro', 'PUT', `/api/accounts/${here.accountId}/publishing`, { isPaused: false })
  await here.becomes(id, 'published')
  expectNoDuplicate(here)
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
  const { here, meets, expectNoToken } = await watchPublishing()
  const waits = await here.comesTo(await meets(line, 1), ({ waitsFor }) => waitsFor !== null)
  expect(waits).toMatchObject({ waitsFor: 'sign_in', sentence: expect.stringContaining('connect it again') })
  const { accounts } = (await here.ask('pro', 'GET', '/api/own-accounts')).json()
  expect(accounts).toMatchObject([{ state: 'ended', problem: expect.stringMatching(/Connect the account again/) }])
  expect(here.live()).toEqual([])
  expectNoDuplicate(here)
  await expectNoToken()
})
