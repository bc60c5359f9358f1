import { graphErrors } from '@tangelo/stand-ins'
import { describe, expect, test } from 'vitest'
import { beginning, expectPlain, outcomeOf, readingOf, sourceFailureOf } from '../../testing/instagram-suite.ts'
import { graphSampleErrors, startGraph } from './testing/start-graph.ts'

describe('errors of the Graph API', () => {
  const limit = 'limited: Instagram Graph API accepts no more calls for now: its rate limit is reached.'
  const newToken = 'An administrator must put a new one into GRAPH_ACCESS_TOKEN.'
  const sentences: Record<number, string> = {
    2: 'unavailable: Instagram Graph API has a problem. Try again later.',
    4: limit,
    9: limit,
    10:
      'refused: The Instagram access token lacks a permission. An administrator must grant instagram_basic, ' +
      'instagram_manage_insights and pages_read_engagement.',
    17: limit,
    32: limit,
    110:
      'not_found: Instagram Graph API found no professional account named @nobody.here. It cannot tell a missing ' +
      'account from a personal or age-restricted one: check the name, or read this account with Apify.',
    190: `refused: Instagram rejected the access token. ${newToken}`,
    36000:
      'not_understood: Instagram Graph API answered with error 36000 about @nobody.here: The image size is too large.',
    80002: limit,
  }
  const expired = `refused: The Instagram access token expired on Friday, 01-Jan-27 00:00:00 PST. ${newToken}`

  test.each(graphSampleErrors)('explains the error of the contract: $name', async ({ status, body, headers = {} }) => {
    const { source, standIn } = await startGraph()
    standIn.faults.next(1, { status, body, headers })
    const failure = await outcomeOf(source, 'nobody.here').then(
      ({ failure }) => failure,
      (error: Error & { kind: string }) => error,
    )
    expectPlain(failure?.message ?? '', standIn.token)
    const { code = 0, error_subcode: subcode } = body.error ?? {}
    expect(`${failure?.kind}: ${failure?.message}`).toBe(subcode === 463 ? expired : sentences[code])
  })

  const hour = 3_600_000
  const limits: [string, ReturnType<typeof graphErrors.appLimit> | ReturnType<typeof graphErrors.userLimit>, number][] =
    [
      ['application', graphErrors.appLimit(), hour],
      ['user', graphErrors.userLimit(), hour],
      ['page', graphErrors.pageLimit(), hour],
      ['custom', graphErrors.customLimit(), hour],
      ['account', graphErrors.instagramLimit({ ownId: '1', minutes: 19 }), 19 * 60_000],
      ['account that waits for ever', graphErrors.instagramLimit({ ownId: '1', minutes: 1e9 }), 24 * hour],
      ['account that does not say', graphErrors.instagramLimit({ ownId: '1', minutes: 0 }), hour],
    ]
  test.each(limits)('limit of the %s', async (_, answer, waitMs) => {
    const { source, standIn } = await startGraph()
    standIn.faults.next(1, answer)
    expect(await sourceFailureOf(source)).toMatchObject({ kind: 'limited', retryAt: beginning + waitMs })
  })

  test('a mock server that is called too often says when to retry', async () => {
    const { source } = await startGraph({}, { callsPerHour: 2 })
    await readingOf(source, 'some.account')
    await readingOf(source, 'some.account')
    expect(await sourceFailureOf(source)).toMatchObject({ kind: 'limited', retryAt: beginning + hour })
  })

  test('an expired token says since when', async () => {
    const { source } = await startGraph({}, { tokenExpiresAt: beginning })
    expect(await sourceFailureOf(source)).toMatchObject({
      kind: 'refused',
      message:
        'The Instagram access token expired on Friday, 01-Jan-27 00:00:00 PST. An administrator must put a new one ' +
        'into GRAPH_ACCESS_TOKEN.',
    })
  })

  test('a wrong token, and a wrong own account, are for the administrator', async () => {
    const wrong = await startGraph({ token: 'EAAwrongwrong' })
    expect((await sourceFailureOf(wrong.source)).message).toBe(
      'Instagram rejected the access token. An administrator must put a new one into GRAPH_ACCESS_TOKEN.',
    )
    const other = await startGraph({ ownId: '999' })
    expect(await sourceFailureOf(other.source)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('must correct GRAPH_IG_USER_ID'),
    })
  })

  test('errors that repeat the token are reported without it', async () => {
    const { source, standIn } = await startGraph({ token: 'EAAmine/+ and' })
    for (const code of [1, 2, 4, 10, 100, 190, 200, 299, 368, '190', null]) {
      const message = `Malformed EAAmine/+ and, EAAmine%2F%2B%20and EAAAnotherTokenOfMine ?access_token=EAAx\nend`
      standIn.faults.next(1, { status: 400, body: { error: { message, code } } })
      const failure = await outcomeOf(source, 'nasa').then(
        ({ failure }) => failure?.message ?? '',
        (error: Error) => error.message,
      )
      expect(failure).not.toMatch(/mine|Another|EAAx|\n/)
    }
  })

  test('a token within an answer is not kept', async () => {
    const { source, standIn } = await startGraph()
    const paging = { next: `https://graph.facebook.com/?access_token=${standIn.token}` }
    const profile = { id: '1', username: 'nasa', followers_count: 1, media: { data: [], paging } }
    standIn.faults.next(1, { status: 200, body: { business_discovery: profile, id: '2' } })
    expect((await readingOf(source, 'nasa')).profile.raw).not.toContain(standIn.token)
  })
})
