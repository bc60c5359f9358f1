/** What is to be expected of a draft: how comparable items of its account did. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, json } from '../testing/network.ts'
import { DRAFT_ID, draft, openDraft } from '../testing/publish-dialog.ts'
import { aPublication } from '../testing/publishing.ts'

const EXPECTED = 'GET /api/accounts/4/insights/expected'

const answerExpected = (items: number) =>
  json({
    format: 'reel',
    ageDays: 7,
    figures: [
      { figure: 'views', items, median: 5_200, low: items < 6 ? null : 3_900, high: items < 6 ? null : 7_400 },
      { figure: 'saves', items: Math.min(items, 2), median: 90, low: null, high: null },
    ],
  })

test('a draft says how comparable items of its account did, and how many are behind it', async () => {
  const asked = openDraft({ [EXPECTED]: () => answerExpected(14) })
  const panel = within(await screen.findByRole('region', { name: 'How comparable posts did' }))
  expect(await panel.findByText('3.9K to 7.4K')).toBeTruthy()
  expect(panel.getByText(/^Median of 14 reels of this account in a year, after 7 days/)).toBeTruthy()
  // Of too few items nothing is said.
  expect(panel.queryByText('Saves')).toBeNull()
  expect(asked.find(({ name }) => name === EXPECTED)?.url).toContain(`itemId=${DRAFT_ID}`)
})

test('of too few comparable items the draft says how many are needed, and a failure says why', async () => {
  let answers = 0
  openDraft({ [EXPECTED]: () => (answers++ === 0 ? failure(503, 'Stopping.') : answerExpected(1)) })
  expect(await screen.findByText('How comparable posts did could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^1 reel of this account has been read: six are needed/)).toBeTruthy()
})

test('what is published already is expected nothing of', async () => {
  const asked = openDraft({
    [`GET /api/content/posts/${DRAFT_ID}`]: () => json({ ...draft, status: 'Published' }),
    'GET /api/publications': () => json([aPublication({ state: 'published' })]),
  })
  await screen.findByRole('link', { name: /^@marasea/ })
  expect(asked.some(({ name }) => name === EXPECTED)).toBe(false)
})
