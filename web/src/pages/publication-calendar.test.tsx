/** Publications in the calendar: they stand at their hour, and moving one plans it anew. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aCalendar, aDraft, recordId } from '../testing/content.ts'
import { stubMedia } from '../testing/media.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import { aPublication, openPublishing, PUBLICATION_ID } from '../testing/publishing.ts'

test('a publication that could not be moved stands at its hour again, also where nothing answers any more', async () => {
  stubMedia((query) => query.includes('min-width'))
  const at = '2026-11-24T10:00:00.000Z'
  let isThere = true
  const ask = (answer: () => Response) => () => (isThere ? answer() : new TypeError('refused'))
  openPublishing('/planning?tab=calendar&date=2026-11-24', {
    'GET /api/content/calendar': ask(() => aCalendar([aDraft({ id: recordId(1), publishDate: at })])),
    'GET /api/publications': ({ url }) =>
      isThere
        ? json(url.includes('group=upcoming') ? [aPublication({ plannedAt: at })] : [])
        : new TypeError('refused'),
    [`PUT /api/publications/${PUBLICATION_ID}`]: ask(() => json({})),
  })
  await screen.findByRole('link', { name: /goes out to @marasea/ })
  const grip = await screen.findByRole('button', { name: /^Move/ })
  isThere = false
  grip.focus()
  await userEvent.keyboard('{Enter}{ArrowRight}{Enter}')
  expect(await screen.findByText('It could not be planned')).toBeTruthy()
  const day = (date: string) => document.querySelector(`[data-day="${date}"] [data-item]`)
  await waitFor(() => expect(day('2026-11-24')).toBeTruthy())
  expect(day('2026-11-25')).toBeNull()
})

test('the calendar shows a queued item at its hour, and moving it plans its publication anew', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const at = `${today}T10:00:00.000Z`
  const publication = aPublication({ plannedAt: at })
  const asked = openPublishing('/planning?tab=calendar', {
    'GET /api/content/calendar': () => aCalendar([aDraft({ id: recordId(1), publishDate: `${today}T08:00:00.000Z` })]),
    'GET /api/publications': ({ url }) => json(url.includes('group=upcoming') ? [publication] : []),
    [`PUT /api/publications/${PUBLICATION_ID}`]: () => json(publication),
  })
  const link = await screen.findByRole('link', { name: /goes out to @marasea/ })
  expect(link.textContent).toContain('10:00')
  const item = link.closest('li')
  const grip = within(item ?? document.body).queryByRole('button', { name: /^Move/ })
  // A phone has no grip: items are moved in their dialog there.
  if (!grip) return
  grip.focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  const next = new Date(Date.parse(at) + 86_400_000).toISOString()
  await waitFor(() => expect(bodiesOf(asked, `PUT /api/publications/${PUBLICATION_ID}`)).toEqual([{ at: next }]))
})

test('an item that is queued behind many others is shown as queued, too', async () => {
  const at = '2026-11-24T10:00:00.000Z'
  openPublishing('/planning?tab=calendar&date=2026-11-24', {
    'GET /api/content/calendar': () => aCalendar([aDraft({ id: recordId(1), publishDate: at })]),
    'GET /api/publications': ({ url }) => {
      if (!url.includes('group=upcoming')) return json([])
      if (url.includes('cursor=201')) return json([aPublication({ plannedAt: at })])
      const first = aPublication({ id: '8d0f6a52-7a0e-4f4c-9a53-0a1b2c3d4e60', itemId: recordId(2) })
      return json([first], 200, { Link: '</api/publications?cursor=201>; rel="next"' })
    },
  })
  expect(await screen.findByRole('link', { name: /goes out to @marasea/ })).toBeTruthy()
})

test('while it is not known what is queued nothing is moved; once it is, the publication moves', async () => {
  stubMedia((query) => query.includes('min-width'))
  const at = '2026-11-24T10:00:00.000Z'
  const publication = aPublication({ plannedAt: at })
  let fails = true
  const asked = openPublishing('/planning?tab=calendar&date=2026-11-24', {
    'GET /api/content/calendar': () => aCalendar([aDraft({ id: recordId(1), publishDate: at })]),
    'GET /api/publications': ({ url }) =>
      fails ? failure(503, 'Try again.') : json(url.includes('group=upcoming') ? [publication] : []),
    [`PUT /api/publications/${PUBLICATION_ID}`]: () => json(publication),
  })
  const move = async () => {
    const grip = await screen.findByRole('button', { name: /^Move/ })
    grip.focus()
    await userEvent.keyboard('{Enter}{ArrowRight}{Enter}')
  }
  await move()
  expect(await screen.findByText('What is queued could not be loaded')).toBeTruthy()
  fails = false
  await move()
  const moved = { at: '2026-11-25T10:00:00.000Z' }
  await waitFor(() => expect(bodiesOf(asked, `PUT /api/publications/${PUBLICATION_ID}`)).toEqual([moved]))
  expect(asked.some(({ name }) => name.startsWith('PUT /api/airtable'))).toBe(false)
})
