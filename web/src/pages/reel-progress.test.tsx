/** How far a render is: in the strip, on the card, in the tray, and where the server cannot say so. */
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { recordId } from '../testing/content.ts'
import { findDialog, press } from '../testing/controls.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { CREATE_REEL, DONE, openRendering, UPDATE_VIDEO } from '../testing/reel-maker.ts'
import { aReel, aRender, newRenderId, reelPage, renderAnswer } from '../testing/reels.ts'
import { eventLine, someWork } from '../testing/work.ts'

test('a closed dialog stops nothing: the strip goes on, and the end is announced', async () => {
  const { asked, says } = openRendering()
  await press(/^Generate Reel/)
  const going = await findDialog('Processing Your Reel')
  await userEvent.click(going.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  const strip = within(await screen.findByRole('region', { name: 'Render in progress' }))
  expect(strip.getByText('62%')).toBeTruthy()
  expect(strip.getByText('Frame 291 of 465. You can leave this page. The render continues.')).toBeTruthy()
  await userEvent.click(strip.getByRole('button', { name: 'Show the progress of Ferry to the other side' }))
  const again = await findDialog('Processing Your Reel')
  await userEvent.click(again.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await says(DONE, 'reels-changed')
  expect(await screen.findByText('Reel Updated')).toBeTruthy()
  expect(screen.getByText('Ferry to the other side has its video.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Render in progress' })).toBeNull()
  expect(callsOf(asked, UPDATE_VIDEO)).toHaveLength(1)
})

test('the strip of a reel that the list has not come to yet opens its progress too', async () => {
  const reel = aReel({ id: recordId('F'), caption: 'From long ago' })
  const path = `/reel-maker?record=${reel.id}`
  openRendering(
    { [`GET /api/airtable/reels/${reel.id}`]: () => json(reel), 'GET /api/airtable/reels': () => reelPage([]) },
    {},
    path,
  )
  await press(/^Generate Reel/)
  const going = await findDialog('Processing Your Reel')
  await userEvent.click(going.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await press('Show the progress of From long ago')
  expect(await findDialog('Processing Your Reel')).toBeTruthy()
})

test('a card follows its render as the strip does, while the list is as old as it was', async () => {
  const id = newRenderId()
  const events = eventLine()
  let result = aRender({ id })
  openRendering(
    {
      'GET /api/events': events.answer,
      [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(result),
    },
    { render: aRender({ id, progress: 0, framesDone: null, secondsLeft: null }) },
  )
  const [card] = within(await screen.findByRole('list', { name: 'Reels' })).getAllByRole('listitem')
  const video = within(card as HTMLElement)
  await waitFor(() => expect(events.isHeard()).toBe(true))
  result = aRender({ id, progress: 0.7 })
  events.say('render-progress')
  expect(await video.findByText('70%')).toBeTruthy()
  expect(screen.getAllByText('70%')).toHaveLength(2)
})

test('while it is not known how a render goes, the dialog says so', async () => {
  const id = newRenderId()
  openRendering({
    [CREATE_REEL]: () => json({ success: true, renderId: id, reel: aReel() }),
    [`GET /api/airtable/reel-status/${id}`]: () => failure(503, 'Stopping.'),
  })
  await press(/^Generate Reel/)
  const going = await findDialog('Processing Your Reel')
  expect(await going.findByText(/^The progress is unknown right now\. Checking again\./)).toBeTruthy()
})

test('without events a render is asked about every 15 seconds, and no more once it has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const id = newRenderId()
  let result = aRender({ id })
  const { asked } = openRendering(
    { [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(result) },
    { render: aRender({ id }) },
  )
  await screen.findByRole('region', { name: 'Render in progress' })
  const count = () => callsOf(asked, `GET /api/airtable/reel-status/${id}`).length
  // From here on time passes as the test says, and it begins with a question.
  vi.setTimerTickMode('manual')
  const opened = count()
  while (count() === opened) await act(() => vi.advanceTimersByTimeAsync(100))
  const before = count()
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(count()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(count()).toBe(before + 1)
  result = aRender({ id, ...DONE })
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(count()).toBe(before + 2)
  await act(() => vi.advanceTimersByTimeAsync(40_000))
  expect(count()).toBe(before + 2)
})

test('the tray shows how long a render still takes, leads to its reel, and calls it off', async () => {
  const id = newRenderId()
  const work = someWork({
    kind: 'render-reel',
    subject: 'Ferry',
    accountId: null,
    renderId: id,
    reelId: recordId('R'),
    progress: 0.6,
  })
  const { asked } = openRendering({
    'GET /api/activity': () => json([work]),
    [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(aRender({ id })),
    [`POST /api/renders/${id}/cancel`]: () => renderAnswer(aRender({ id, status: 'failed', isCancelled: true })),
  })
  await press('Activity: Rendering Ferry, 1 min left')
  const tray = await findDialog('Activity')
  expect(await tray.findByText('62%, about 1 minute left')).toBeTruthy()
  expect(tray.getByRole('link', { name: 'Rendering Ferry: open it in the Reel Maker' }).getAttribute('href')).toBe(
    `/reel-maker?record=${recordId('R')}`,
  )
  await userEvent.click(tray.getByRole('button', { name: 'Cancel: Rendering Ferry' }))
  await waitFor(() => expect(callsOf(asked, `POST /api/renders/${id}/cancel`)).toHaveLength(1))
})
