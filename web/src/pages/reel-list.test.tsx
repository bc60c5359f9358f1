/** The list of reels: while it loads, when it could not be loaded, page by page, and asked for again. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { recordId } from '../testing/content.ts'
import { findButton } from '../testing/controls.ts'
import { callsOf, failure } from '../testing/network.ts'
import { findCards, listOf, openReelMaker } from '../testing/reel-maker.ts'
import { aReel, reelPage } from '../testing/reels.ts'

test('grey cards while the reels are on their way, and nothing to refresh', async () => {
  openReelMaker({ 'GET /api/airtable/reels': () => new Promise(() => undefined) })
  expect(await screen.findByText('Loading reels...')).toBeTruthy()
  expect(document.querySelectorAll('[data-skeleton] > .reel-card')).toHaveLength(4)
  expect((await findButton('Refresh')).disabled).toBe(true)
})

test('reels that could not be loaded: asked three times, then the sentence, the cause, the way on', async () => {
  let isBroken = true
  const asked = openReelMaker({
    'GET /api/airtable/reels': () => (isBroken ? failure(503, 'The store is not answering.') : reelPage([aReel()])),
  })
  expect(await screen.findByText('Error loading reels')).toBeTruthy()
  expect(screen.getByText('The store is not answering.')).toBeTruthy()
  expect(callsOf(asked, 'GET /api/airtable/reels')).toHaveLength(3)
  isBroken = false
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try Again' }))
  expect(await findCards()).toHaveLength(1)
})

test.each([
  [
    'a page of whatever stands before the server',
    () => new Response('<html>', { status: 502 }),
    'Something went wrong',
  ],
  ['no answer', () => new TypeError('cut off'), 'The server could not be reached'],
] as const)('reels that could not be loaded, without a word of the server: %s', async (_, answer, cause) => {
  openReelMaker({ 'GET /api/airtable/reels': answer })
  expect(await screen.findByText('Error loading reels')).toBeTruthy()
  expect(screen.getByText(cause)).toBeTruthy()
})

test('the next reels that could not be loaded are asked for again by a press', async () => {
  const many = Array.from({ length: 200 }, (_, index) => aReel({ id: recordId(index + 1) }))
  let isBroken = true
  openReelMaker({
    'GET /api/airtable/reels': ({ url }) => {
      if (!url.includes('cursor=two')) return reelPage(many.slice(0, 100), { total: 200, next: 'two' })
      return isBroken ? failure(503, 'Stopping.') : reelPage(many.slice(100), { total: 200 })
    },
  })
  await findCards()
  vi.stubGlobal('scrollY', 95 * 252)
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(await screen.findByText('The next reels could not be loaded.')).toBeTruthy()
  isBroken = false
  await userEvent.click(await findButton('Try Again'))
  expect(await screen.findByText('200')).toBeTruthy()
})

test('Refresh asks again and says so; when it fails, what is shown stays and the way on is offered', async () => {
  let isBroken = false
  const asked = openReelMaker({
    'GET /api/airtable/reels': () => (isBroken ? failure(503, 'The store is not answering.') : reelPage([aReel()])),
  })
  await findCards()
  await userEvent.click(await findButton('Refresh'))
  expect(await screen.findByText('The reels are up to date.')).toBeTruthy()
  expect(callsOf(asked, 'GET /api/airtable/reels')).toHaveLength(2)
  isBroken = true
  await userEvent.click(await findButton('Refresh'))
  expect(await screen.findByText('Error loading reels')).toBeTruthy()
  expect(await findCards()).toHaveLength(1)
  isBroken = false
  await userEvent.click(await findButton('Try Again'))
  expect(await screen.findByText('The reels are up to date.')).toBeTruthy()
})

test('more than a page: the rest comes on the way down, and only what is in sight is in the page', async () => {
  const many = Array.from({ length: 200 }, (_, index) => aReel({ id: recordId(index + 1) }))
  const asked = openReelMaker({
    'GET /api/airtable/reels': ({ url }) =>
      url.includes('cursor=two')
        ? reelPage(many.slice(100), { total: 200 })
        : reelPage(many.slice(0, 100), { total: 200, next: 'two' }),
  })
  expect((await findCards()).length).toBeLessThan(20)
  expect(screen.getByText('100 of 200')).toBeTruthy()
  vi.stubGlobal('scrollY', 95 * 252)
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(await screen.findByText('200')).toBeTruthy()
  expect(callsOf(asked, 'GET /api/airtable/reels').map(({ url }) => url)).toEqual([
    '/api/airtable/reels?limit=100',
    '/api/airtable/reels?limit=100&cursor=two',
  ])
})

test('a reel is asked for again after a minute, and on coming back to the page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked = openReelMaker(listOf(aReel()))
  await findCards()
  const count = () => callsOf(asked, 'GET /api/airtable/reels').length
  expect(count()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(count()).toBe(2))
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(count()).toBe(3)
})
