/** 'Generate Reel': from the press to the video, once; what goes on elsewhere, what fails, and what is called off. */
import type { Reel, RenderResult } from '@tangelo/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { recordId } from '../testing/content.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { aCheck, aReel, aRender, newRenderId, reelPage, renderAnswer, someCredits } from '../testing/reels.ts'
import { eventLine, someWork } from '../testing/work.ts'

const CREATE = 'POST /api/airtable/create-reel'
const UPDATE = 'POST /api/airtable/update-reel-video'
const asks = (asked: readonly Asked[], name: string) => asked.filter((one) => one.name === name)
const keysOf = (asked: readonly Asked[]) => asks(asked, CREATE).map(({ headers }) => headers.get('Idempotency-Key'))
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

/** A page with one reel and a server that renders it as the test says. */
function aPage(handlers: Handlers = {}, part: Partial<Reel> = {}, path = '/reel-maker') {
  const render = aRender({ id: newRenderId() })
  const state = { render: render as RenderResult, reel: aReel(part) }
  const events = eventLine()
  const asked = openApp(
    path,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/airtable/reels': () => reelPage([state.reel]),
      'GET /api/events': events.answer,
      [CREATE]: () => json({ success: true, renderId: render.id, reel: state.reel }),
      [UPDATE]: () => json(state.reel),
      [`GET /api/airtable/reel-status/${render.id}`]: () => renderAnswer(state.render),
      ...handlers,
    },
    aUser({ role: 'pro', username: 'teo' }),
  )
  const says = async (part: Partial<RenderResult>, kind: 'render-progress' | 'reels-changed' = 'render-progress') => {
    await waitFor(() => expect(events.isHeard()).toBe(true))
    state.render = { ...state.render, ...part }
    events.say(kind)
  }
  return { asked, state, render, says }
}

const DONE: Partial<RenderResult> = {
  status: 'completed',
  progress: 1,
  url: '/media/v/x',
  outputs: [{ url: '/media/v/x' }],
  secondsLeft: null,
  check: aCheck(),
}

test('a render that ends while the user is typing leaves the focus where it is', async () => {
  const { says } = aPage()
  await press(/^Generate Reel/)
  await dialogNamed('Processing Your Reel')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await says(DONE)
  await dialogNamed('Reel Created Successfully')
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('a reel that could not be submitted says so on the page where the user is by then', async () => {
  let answer = (_: Response): void => undefined
  aPage({
    [CREATE]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await press(/^Generate Reel/)
  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
  answer(failure(500, 'It broke.'))
  expect(await screen.findByText('Error generating reel')).toBeTruthy()
})

test('pressed once, asked once; the dialog follows the render live to its video, which is confirmed once', async () => {
  const { asked, render, says, state } = aPage()
  await press(/^Generate Reel/)
  expect(await screen.findByText('Reel submitted!')).toBeTruthy()
  const going = await dialogNamed('Processing Your Reel')
  expect(await going.findByText('62%')).toBeTruthy()
  expect(going.getByText('about 1 minute left')).toBeTruthy()
  expect(going.getByText('Frame 291 of 465. You can leave this page. The render continues.')).toBeTruthy()
  // The page is not behind it.
  expect(screen.getByRole('button', { name: 'Upload Images' })).toBeTruthy()
  const [start] = asks(asked, CREATE)
  expect(JSON.parse(start?.body ?? '')).toEqual({ selectedReels: [recordId('R')] })
  expect(keysOf(asked)[0]).toMatch(/^[0-9a-f]{32}$/)

  await says({ progress: 0.9, framesDone: 420, secondsLeft: 4 })
  expect(await going.findByText('90%')).toBeTruthy()
  expect(going.getByText('a few seconds left')).toBeTruthy()
  expect(going.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('90')

  state.reel = aReel({ videoUrl: '/media/v/x', check: aCheck() })
  await says(DONE, 'reels-changed')
  const done = await dialogNamed('Reel Created Successfully')
  expect((await done.findByLabelText('Video: Ferry to the other side')).getAttribute('src')).toBe('/media/v/x')
  expect(done.getByText('Ready for Instagram')).toBeTruthy()
  expect(done.getByRole('link', { name: 'Download Video' })).toBeTruthy()
  expect(await screen.findByText('Reel Updated')).toBeTruthy()
  await says({}, 'reels-changed')
  const confirmations = asks(asked, UPDATE).map(({ body }) => JSON.parse(body ?? ''))
  expect(confirmations).toEqual([{ reelId: recordId('R'), renderId: render.id, videoUrl: '/media/v/x' }])
})

test('closing after the end clears the selection and asks for reels and drafts again', async () => {
  const { asked, says } = aPage({ [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()) })
  await userEvent.click(await screen.findByRole('link', { name: /^Open in the editor/ }))
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('R')}`))
  await press(/^Generate Reel: /)
  await dialogNamed('Processing Your Reel')
  await says(DONE)
  const done = await dialogNamed('Reel Created Successfully')
  await screen.findByText('Reel Updated')
  const before = asks(asked, 'GET /api/airtable/reels').length
  await userEvent.click(done.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(window.location.search).toBe(''))
  await waitFor(() => expect(asks(asked, 'GET /api/airtable/reels').length).toBeGreaterThan(before))
})

test('a closed dialog stops nothing: the strip goes on, and the end is told', async () => {
  const { asked, says } = aPage()
  await press(/^Generate Reel/)
  const going = await dialogNamed('Processing Your Reel')
  await userEvent.click(going.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  const strip = within(await screen.findByRole('region', { name: 'Render in progress' }))
  expect(strip.getByText('62%')).toBeTruthy()
  expect(strip.getByText('Frame 291 of 465. You can leave this page. The render continues.')).toBeTruthy()
  await userEvent.click(strip.getByRole('button', { name: 'Show the progress of Ferry to the other side' }))
  const again = await dialogNamed('Processing Your Reel')
  await userEvent.click(again.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await says(DONE, 'reels-changed')
  expect(await screen.findByText('Reel Updated')).toBeTruthy()
  expect(screen.getByText('Ferry to the other side has its video.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Render in progress' })).toBeNull()
  expect(asks(asked, UPDATE)).toHaveLength(1)
})

test('the strip of a reel that the list has not come to yet opens its progress too', async () => {
  const reel = aReel({ id: recordId('F'), caption: 'From long ago' })
  const path = `/reel-maker?record=${reel.id}`
  aPage(
    { [`GET /api/airtable/reels/${reel.id}`]: () => json(reel), 'GET /api/airtable/reels': () => reelPage([]) },
    {},
    path,
  )
  await press(/^Generate Reel/)
  const going = await dialogNamed('Processing Your Reel')
  await userEvent.click(going.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await press('Show the progress of From long ago')
  expect(await dialogNamed('Processing Your Reel')).toBeTruthy()
})

test('a video that could not be confirmed is told', async () => {
  const { says } = aPage({ [UPDATE]: () => failure(500, 'It broke.') })
  await press(/^Generate Reel/)
  await dialogNamed('Processing Your Reel')
  await says(DONE)
  expect(await screen.findByText('Error updating reel')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
})

test('a render that failed says why, gives the credit back, and is tried anew with a key of its own', async () => {
  const { asked, says } = aPage()
  await press(/^Generate Reel/)
  await dialogNamed('Processing Your Reel')
  await says({ status: 'failed', message: 'The encoder was killed.' })
  const failed = await dialogNamed('The reel could not be made')
  const why = 'The encoder was killed. The credit was returned.'
  expect(await failed.findByText(why)).toBeTruthy()
  expect(await screen.findByText('Failed to Create Reel')).toBeTruthy()
  await userEvent.click(failed.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(asks(asked, CREATE)).toHaveLength(2))
  expect(new Set(keysOf(asked)).size).toBe(2)
})

test('a render is called off in the dialog and in the strip', async () => {
  const id = newRenderId()
  const listed = aRender({ id })
  const { asked } = aPage(
    {
      [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(listed),
      [`POST /api/renders/${id}/cancel`]: () =>
        renderAnswer({ ...listed, status: 'failed', isCancelled: true, progress: 0.626 }),
    },
    { render: listed },
  )
  const strip = within(await screen.findByRole('region', { name: 'Render in progress' }))
  await userEvent.click(strip.getByRole('button', { name: 'Cancel: Ferry to the other side' }))
  expect(await screen.findByText('Render canceled')).toBeTruthy()
  expect(screen.getByText('The credit was returned.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Render in progress' })).toBeNull())
  expect(asks(asked, `POST /api/renders/${id}/cancel`)).toHaveLength(1)
})

test('a card follows its render as the strip does, while the list is as old as it was', async () => {
  const id = newRenderId()
  const events = eventLine()
  let result = aRender({ id })
  aPage(
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

test('while nobody can say how a render goes, the dialog says so', async () => {
  const id = newRenderId()
  aPage({
    [CREATE]: () => json({ success: true, renderId: id, reel: aReel() }),
    [`GET /api/airtable/reel-status/${id}`]: () => failure(503, 'Stopping.'),
  })
  await press(/^Generate Reel/)
  const going = await dialogNamed('Processing Your Reel')
  expect(await going.findByText(/^The progress is unknown right now\. Checking again\./)).toBeTruthy()
})

test('a cancellation that failed is told, and the render goes on', async () => {
  const id = newRenderId()
  aPage(
    {
      [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(aRender({ id })),
      [`POST /api/renders/${id}/cancel`]: () => failure(500, 'It broke.'),
    },
    { render: aRender({ id }) },
  )
  const strip = within(await screen.findByRole('region', { name: 'Render in progress' }))
  await userEvent.click(strip.getByRole('button', { name: /^Cancel/ }))
  expect(await screen.findByText('It could not be canceled')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Render in progress' })).toBeTruthy()
})

test.each([
  ['no answer', () => new TypeError('cut off'), 'Error generating reel', 'No response received from server'],
  [
    'an answer without a render',
    () => json({ success: true, renderId: null, reel: aReel() }),
    'Error generating reel',
    'No response received from server',
  ],
  ['a full queue', () => failure(429, 'Five reels wait already.'), 'Error generating reel', 'Five reels wait already.'],
  [
    'no credits',
    () => failure(402, 'None left.', { error: 'not_enough_credits' }),
    'Not enough credits',
    "You don't have enough credits to create a reel. Please upgrade your subscription.",
  ],
] as const)('a start that failed says why: %s', async (_, answer, title, description) => {
  aPage({ [CREATE]: answer })
  await press(/^Generate Reel/)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a reel without an id is not asked for', async () => {
  const { asked } = aPage({}, { id: '' })
  await press(/^Generate Reel/)
  expect(await screen.findByText('Error generating reel')).toBeTruthy()
  expect(screen.getByText('Missing reel ID')).toBeTruthy()
  expect(asks(asked, CREATE)).toEqual([])
})

test('a try after the connection broke carries the key of the first', async () => {
  let tries = 0
  const { asked, render } = aPage({
    [CREATE]: () => {
      tries += 1
      return tries === 1 ? new TypeError('cut off') : json({ success: true, renderId: render.id, reel: aReel() })
    },
  })
  await press(/^Generate Reel/)
  await screen.findByText('Error generating reel')
  await press(/^Generate Reel/)
  await dialogNamed('Processing Your Reel')
  const keys = keysOf(asked)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('where another tab has started it, its render is followed and nothing is charged', async () => {
  const id = newRenderId()
  aPage({
    [CREATE]: () => failure(409, 'This reel is already being made', { error: 'render_under_way', renderId: id }),
    [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(aRender({ id, waitingBefore: 2, framesDone: null })),
  })
  await press(/^Generate Reel/)
  const going = await dialogNamed('Processing Your Reel')
  expect(await going.findByText('In the queue, 2 renders are ahead')).toBeTruthy()
  expect(screen.queryByText('Error generating reel')).toBeNull()
  expect(screen.queryByText('Reel submitted!')).toBeNull()
})

test('what is left to spend is asked again after a start', async () => {
  let remaining = 2
  aPage({ 'GET /api/companies/1/credits': () => someCredits({ total: 5, remaining }) })
  expect(await screen.findByText('2 of 5 credits remaining')).toBeTruthy()
  remaining = 1
  await press(/^Generate Reel/)
  expect(await screen.findByText('1 of 5 credits remaining')).toBeTruthy()
})

test('without events a render is asked about every 15 seconds, and no more once it has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const id = newRenderId()
  let result = aRender({ id })
  const { asked } = aPage(
    { [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(result) },
    { render: aRender({ id }) },
  )
  await screen.findByRole('region', { name: 'Render in progress' })
  const count = () => asks(asked, `GET /api/airtable/reel-status/${id}`).length
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

test('what is no id of a render has failed, without a question to the server', async () => {
  const { asked } = aPage({ [CREATE]: () => json({ success: true, renderId: '42', reel: aReel() }) })
  await press(/^Generate Reel/)
  expect(await dialogNamed('The reel could not be made')).toBeTruthy()
  expect(asks(asked, 'GET /api/airtable/reel-status/42')).toEqual([])
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
  const { asked } = aPage({
    'GET /api/activity': () => json([work]),
    [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(aRender({ id })),
    [`POST /api/renders/${id}/cancel`]: () => renderAnswer(aRender({ id, status: 'failed', isCancelled: true })),
  })
  await press('Activity: Rendering Ferry, 1 min left')
  const tray = await dialogNamed('Activity')
  expect(await tray.findByText('62%, about 1 minute left')).toBeTruthy()
  expect(tray.getByRole('link', { name: 'Rendering Ferry: open it in the Reel Maker' }).getAttribute('href')).toBe(
    `/reel-maker?record=${recordId('R')}`,
  )
  await userEvent.click(tray.getByRole('button', { name: 'Cancel: Rendering Ferry' }))
  await waitFor(() => expect(asks(asked, `POST /api/renders/${id}/cancel`)).toHaveLength(1))
})
