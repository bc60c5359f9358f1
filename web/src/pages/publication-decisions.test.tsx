/** A publication whose end is unclear: which post it is, that it is another one, or that it is not live. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, json } from '../testing/network.ts'
import { aPublication, openPublication, openPublishing, PUBLICATION, PUBLICATION_ID } from '../testing/publishing.ts'

const DECISION = `POST /api/publications/${PUBLICATION_ID}/decision`

const candidate = (id: string, at: string) => ({
  mediaId: id,
  permalink: `https://www.instagram.com/p/${id}/`,
  caption: 'One last swim',
  postedAt: at,
})

const unclear = (
  candidates = [candidate('17', '2026-11-20T19:00:11.000Z'), candidate('18', '2026-11-20T19:04:50.000Z')],
) =>
  aPublication({
    state: 'unclear',
    waitsFor: 'person',
    plannedAt: '2026-11-20T19:00:00.000Z',
    sentence: 'It is probably live, but 2 new posts on @marasea fit.',
    steps: [{ at: '2026-11-20T19:00:09.000Z', state: 'publishing', title: 'Order to publish', detail: null }],
    candidates,
  })

test('of two posts that fit a person says which one it is', async () => {
  let shown = unclear()
  const asked = openPublishing(`/planning?publication=${PUBLICATION_ID}`, {
    [PUBLICATION]: () => json(shown),
    [DECISION]: () => {
      shown = aPublication({ state: 'published', sentence: 'pro looked and it is live.' })
      return json(shown)
    },
  })
  expect(await screen.findByText('2 seconds after the order. The same caption.')).toBeTruthy()
  expect(screen.getByText('5 minutes after the order. The same caption.')).toBeTruthy()
  // Neither is chosen for them.
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(screen.getByRole('button', { name: 'This is it' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('radio', { name: /5 minutes after the order/ }))
  await userEvent.click(screen.getByRole('button', { name: 'This is it' }))
  await waitFor(() => expect(bodiesOf(asked, DECISION)).toEqual([{ published: true, mediaId: '18' }]))
  expect(await screen.findByText('pro looked and it is live.')).toBeTruthy()
})

test('the only post that fits is chosen already, and its time is counted from the last order', async () => {
  const publication = unclear([candidate('17', '2026-11-20T19:05:11.000Z')])
  const [first] = publication.steps
  const refused = { at: '2026-11-20T19:00:10.000Z', state: 'publishing', title: 'The order was refused', detail: null }
  const steps = first
    ? [first, refused as typeof first, Object.assign({}, first, { at: '2026-11-20T19:05:09.000Z' })]
    : []
  const asked = openPublication(Object.assign({}, publication, { steps }), {
    [DECISION]: () => json(aPublication({ state: 'published' })),
  })
  expect(await screen.findByText(/^The order left at 19:05:09/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: /2 seconds after the order/, checked: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'This is it' }))
  await waitFor(() => expect(bodiesOf(asked, DECISION)).toEqual([{ published: true, mediaId: '17' }]))
})

test('a post that is live and none of those that fit is noted without one of them', async () => {
  const asked = openPublication(unclear([candidate('17', '2026-11-20T19:00:11.000Z')]), {
    [DECISION]: () => json(aPublication({ state: 'published' })),
  })
  await userEvent.click(await screen.findByRole('radio', { name: /^It is live, but it is not this one/ }))
  expect(screen.getByText(/counts as published, without an address/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'It is live' }))
  await waitFor(() => expect(bodiesOf(asked, DECISION)).toEqual([{ published: true, mediaId: null }]))
})

test('that it is not live is asked once more, because a second order would make two posts', async () => {
  const asked = openPublication(unclear([]), {
    [DECISION]: () => json(aPublication({ state: 'failed', post: null, sentence: 'pro looked and it is not live.' })),
  })
  expect(await screen.findByText(/^No post on the account fits/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'It is not live' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Is it not live?' }))
  expect(question.getByText(/it is there twice/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'It is not live' }))
  await waitFor(() => expect(bodiesOf(asked, DECISION)).toEqual([{ published: false }]))
})
