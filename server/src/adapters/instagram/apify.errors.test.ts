/** Errors of Apify, each in a sentence without its token. */
import { apifyErrors, apifyProfiles } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { beginning, expectPlain, readingOf, sourceFailureOf } from '../../testing/instagram-suite.ts'
import { startApify } from './testing/start-apify.ts'

const samples = apifyProfiles.samples()

describe('errors of Apify', () => {
  const later = 'Try again later.'
  const sentences: Record<string, string> = {
    'run-failed': `unavailable: Apify could not collect the profiles: its scraper failed. ${later}`,
    'token-not-provided':
      'refused: Apify does not accept the token. An administrator must put a valid one into APIFY_TOKEN.',
    'user-or-token-not-found':
      'refused: Apify does not accept the token. An administrator must put a valid one into APIFY_TOKEN.',
    'not-enough-usage-to-run-paid-actor':
      'refused: Apify has no credit left for this token. An administrator must top it up there.',
    'insufficient-permissions':
      'refused: Apify does not allow this token to run the profile scraper. An administrator must allow it there.',
    'record-not-found': 'refused: Apify does not know the profile scraper. An administrator must check APIFY_API_URL.',
    'run-timeout-exceeded': `unavailable: Apify took too long to collect the profiles. ${later}`,
    'rate-limit-exceeded': 'limited: Apify accepts no more calls for now: its rate limit is reached.',
  }
  test.each(samples.filter(({ part }) => part === 'error'))('of the contract: $name', async ({ status = 0, body }) => {
    const { source, standIn } = await startApify()
    standIn.faults.next(1, { status, body })
    const { kind, message } = await sourceFailureOf(source)
    expectPlain(message, standIn.token)
    expect(`${kind}: ${message}`).toBe(sentences[(body as { error: { type: string } }).error.type])
  })

  test('a limit without a time is over after a minute', async () => {
    const { source, standIn } = await startApify()
    standIn.faults.next(1, apifyErrors.rateLimit())
    expect((await sourceFailureOf(source)).retryAt).toBe(beginning + 60_000)
  })

  test('credit that is used up is for the administrator', async () => {
    const { source } = await startApify({}, { creditItems: 1 })
    await readingOf(source, 'some.account')
    expect((await sourceFailureOf(source)).kind).toBe('refused')
  })

  test('a wrong token is refused, and a run that is too slow is unavailable', async () => {
    expect((await sourceFailureOf((await startApify({ token: 'apify_api_wrong' })).source)).kind).toBe('refused')
    expect((await sourceFailureOf((await startApify({}, { secondsPerName: 500 })).source)).kind).toBe('unavailable')
  })

  test('a refused call is explained, without the token', async () => {
    const { source, standIn } = await startApify()
    standIn.faults.next(1, apifyErrors.invalidInput(`the token ${standIn.token} asks too much.`))
    expect(await sourceFailureOf(source)).toMatchObject({
      kind: 'refused',
      message: 'Apify did not accept the call: Input is not valid: the token … asks too much.',
    })
  })
})
