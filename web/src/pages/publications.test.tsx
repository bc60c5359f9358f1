/** One publication: its steps, another time, withdrawing it, and what it reached. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aDraft, recordId } from '../testing/content.ts'
import { aReelInsights } from '../testing/insights.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import {
  aPublication,
  hoursAhead,
  openPublication,
  openPublishing,
  PUBLICATION,
  PUBLICATION_ID,
  someSlots,
} from '../testing/publishing.ts'

test('a planned publication says when it goes out, and is planned for another slot', async () => {
  const at = hoursAhead(96)
  const asked = openPublication(aPublication({ options: { firstComment: 'Recipe below', isMadeByAi: true } }), {
    'GET /api/accounts/4/publishing': () => json(someSlots({ next: [at], timeZone: 'UTC' })),
    [`PUT /api/publications/${PUBLICATION_ID}`]: () => json(aPublication({ plannedAt: at })),
  })
  expect(await screen.findByRole('heading', { level: 1, name: /One last swim Planned/ })).toBeTruthy()
  expect(screen.getByText('First comment: Recipe below')).toBeTruthy()
  expect(screen.getByText('Marked as made with AI')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Choose another time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose another time' }))
  await userEvent.click(await dialog.findByRole('button', { name: /^Plan for/ }))
  await waitFor(() => expect(bodiesOf(asked, `PUT /api/publications/${PUBLICATION_ID}`)).toEqual([{ at }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('nothing is published at once while the free slots are still being asked for', async () => {
  const slots = Promise.withResolvers<Response>()
  openPublication(aPublication(), { 'GET /api/accounts/4/publishing': () => slots.promise })
  await userEvent.click(await screen.findByRole('button', { name: 'Choose another time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose another time' }))
  expect(dialog.getByRole('button', { name: /^Plan for/ })).toHaveProperty('disabled', true)
  expect(dialog.queryByRole('button', { name: 'Publish now' })).toBeNull()
  slots.resolve(json(someSlots({ timeZone: 'UTC' })))
  await waitFor(() => expect(dialog.getByRole('button', { name: /^Plan for/ })).toHaveProperty('disabled', false))
})

test.each([
  ['there are none', () => json(someSlots({ next: [], timeZone: 'UTC' }))],
  ['they could not be asked for', () => failure(503, 'The store is busy.')],
])(
  'without free slots, because %s, another time is tomorrow at noon, and now only where it is chosen',
  async (_, slots) => {
    openPublication(aPublication(), { 'GET /api/accounts/4/publishing': slots })
    await userEvent.click(await screen.findByRole('button', { name: 'Choose another time' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose another time' }))
    const plan = await dialog.findByRole('button', { name: /^Plan for .*12:00/ })
    await waitFor(() => expect(plan).toHaveProperty('disabled', false))
    await userEvent.click(dialog.getByRole('radio', { name: /^Now/ }))
    expect(dialog.getByRole('button', { name: 'Publish now' })).toHaveProperty('disabled', false)
  },
)

test('withdrawing asks first, and leaves the post', async () => {
  let shown = aPublication()
  const asked = openPublishing(`/planning?publication=${PUBLICATION_ID}`, {
    [PUBLICATION]: () => json(shown),
    [`GET /api/content/posts/${recordId(1)}`]: () => json(aDraft({ id: recordId(1) })),
    [`DELETE /api/publications/${PUBLICATION_ID}`]: () => {
      shown = aPublication({ state: 'withdrawn', endedAt: hoursAhead(0), sentence: 'pro withdrew it.' })
      return json(shown)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('pro withdrew it.')).toBeTruthy()
  expect(bodiesOf(asked, `DELETE /api/publications/${PUBLICATION_ID}`)).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Publish again' })).toBeTruthy()
})

test('one that waits for a sign-in leads to the account, one that is paused is resumed', async () => {
  openPublication(aPublication({ waitsFor: 'sign_in', sentence: 'The permission has ended.' }))
  expect((await screen.findByRole('link', { name: 'Connect again' })).getAttribute('href')).toBe(
    '/account/4#own-account',
  )
})

test('a publication that is not there says so', async () => {
  openPublishing(`/planning?publication=${PUBLICATION_ID}`, {
    [PUBLICATION]: () => failure(404, 'Publication not found'),
  })
  expect(await screen.findByText('This publication is not there')).toBeTruthy()
})

const INSIGHTS = `${PUBLICATION}/insights`

const live = aPublication({
  state: 'published',
  mediaId: '17920230000000001',
  endedAt: hoursAhead(-24),
  publishedAt: hoursAhead(-24),
  sentence: 'It is live on @marasea, published once.',
})

test('what is live shows what it reached against what was to be expected, and planned against actual', async () => {
  openPublication(live, { [INSIGHTS]: () => json(aReelInsights) })
  const reached = within(await screen.findByRole('region', { name: 'What it reached' }))
  expect((await reached.findByText(/above the 3.9K to 7.4K expected of reels/)).textContent).toContain('8.2K views')
  expect(reached.getByText(/^Published 15 min after the planned/)).toBeTruthy()
  expect(reached.getByRole('region', { name: 'Mean watch time 8.4 s of 15.0 s' })).toBeTruthy()
  expect(
    within(reached.getByRole('region', { name: 'Readings' })).getByRole('row', { name: /^Views 8,214/ }),
  ).toBeTruthy()
})

test('before its first reading the page says when there will be figures, and a failure why there are none', async () => {
  let answers = 0
  openPublication(live, {
    [INSIGHTS]: () => (answers++ === 0 ? failure(503, 'Stopping.') : json(null)),
  })
  expect(await screen.findByText('The insights of this post could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No figures yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Insights of the account' }).getAttribute('href')).toBe('/account/4/insights')
})

test('a post that was made by hand and is known by no id is not asked about', async () => {
  const asked = openPublication(Object.assign({}, live, { how: 'remind' as const, mediaId: null }))
  expect(await screen.findByText('It is not known which post this is')).toBeTruthy()
  expect(asked.some(({ name }) => name === INSIGHTS)).toBe(false)
})
