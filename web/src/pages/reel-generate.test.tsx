/** 'Generate Reel': from the press to the video, once; and a start that fails. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { recordId } from '../testing/content.ts'
import { findDialog, press } from '../testing/controls.ts'
import { type Asked, bodiesOf, callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { CREATE_REEL, DONE, listOf, openReelMaker, openRendering, UPDATE_VIDEO } from '../testing/reel-maker.ts'
import { aCheck, aReel, aRender, newRenderId, renderAnswer, someCredits } from '../testing/reels.ts'

const keysOf = (asked: readonly Asked[]) =>
  callsOf(asked, CREATE_REEL).map(({ headers }) => headers.get('Idempotency-Key'))

test('pressed once, asked once; the dialog follows the render live to its video, which is confirmed once', async () => {
  const { asked, render, says, state } = openRendering()
  await press(/^Generate Reel/)
  expect(await screen.findByText('Reel submitted!')).toBeTruthy()
  const going = await findDialog('Processing Your Reel')
  expect(await going.findByText('62%')).toBeTruthy()
  expect(going.getByText('about 1 minute left')).toBeTruthy()
  expect(going.getByText('Frame 291 of 465. You can leave this page. The render continues.')).toBeTruthy()
  // The page is not behind it.
  expect(screen.getByRole('button', { name: 'Upload Images' })).toBeTruthy()
  const [start] = callsOf(asked, CREATE_REEL)
  expect(JSON.parse(start?.body ?? '')).toEqual({ selectedReels: [recordId('R')] })
  expect(keysOf(asked)[0]).toMatch(/^[0-9a-f]{32}$/)

  await says({ progress: 0.9, framesDone: 420, secondsLeft: 4 })
  expect(await going.findByText('90%')).toBeTruthy()
  expect(going.getByText('a few seconds left')).toBeTruthy()
  expect(going.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('90')

  state.reel = aReel({ videoUrl: '/media/v/x', check: aCheck() })
  await says(DONE, 'reels-changed')
  const done = await findDialog('Reel Created Successfully')
  expect((await done.findByLabelText('Video: Ferry to the other side')).getAttribute('src')).toBe('/media/v/x')
  expect(done.getByText('Ready for Instagram')).toBeTruthy()
  expect(done.getByRole('link', { name: 'Download Video' })).toBeTruthy()
  expect(await screen.findByText('Reel Updated')).toBeTruthy()
  await says({}, 'reels-changed')
  const updates = bodiesOf(asked, UPDATE_VIDEO)
  expect(updates).toEqual([{ reelId: recordId('R'), renderId: render.id, videoUrl: '/media/v/x' }])
})

test('a reel that could not be submitted says so on the page where the user is by then', async () => {
  let answer = (_: Response): void => undefined
  openRendering({
    [CREATE_REEL]: () =>
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

test('a start that is answered late leaves the dialog open that is being filled in by then', async () => {
  const start = Promise.withResolvers<Response>()
  const { render } = openRendering({ [CREATE_REEL]: () => start.promise })
  await press(/^Generate Reel/)
  await press('Upload Images')
  const caption = await screen.findByRole('textbox', { name: 'Caption' })
  await userEvent.type(caption, 'Morning at the pier')
  start.resolve(json({ success: true, renderId: render.id, reel: aReel() }))
  expect(await screen.findByText('Reel submitted!')).toBeTruthy()
  expect(caption.isConnected).toBe(true)
})

test('a render whose cancellation is answered late leaves the dialog open that was opened since', async () => {
  const id = newRenderId()
  const cancelled = Promise.withResolvers<Response>()
  openRendering({
    [CREATE_REEL]: () => json({ success: true, renderId: id, reel: aReel() }),
    [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(aRender({ id })),
    [`POST /api/renders/${id}/cancel`]: () => cancelled.promise,
  })
  await press(/^Generate Reel/)
  await press('Cancel render')
  await press('Upload Images')
  const caption = await screen.findByRole('textbox', { name: 'Caption' })
  cancelled.resolve(renderAnswer(aRender({ id, status: 'failed', isCancelled: true })))
  expect(await screen.findByText('Render canceled')).toBeTruthy()
  expect(caption.isConnected).toBe(true)
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
  openRendering({ [CREATE_REEL]: answer })
  await press(/^Generate Reel/)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a reel without an id is not asked for', async () => {
  const { asked } = openRendering({}, { id: '' })
  await press(/^Generate Reel/)
  expect(await screen.findByText('Error generating reel')).toBeTruthy()
  expect(screen.getByText('Missing reel ID')).toBeTruthy()
  expect(callsOf(asked, CREATE_REEL)).toEqual([])
})

test('a try after the connection broke carries the key of the first', async () => {
  let tries = 0
  const { asked, render } = openRendering({
    [CREATE_REEL]: () => {
      tries += 1
      return tries === 1 ? new TypeError('cut off') : json({ success: true, renderId: render.id, reel: aReel() })
    },
  })
  await press(/^Generate Reel/)
  await screen.findByText('Error generating reel')
  await press(/^Generate Reel/)
  await findDialog('Processing Your Reel')
  const keys = keysOf(asked)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a reel that was changed after the connection broke is asked for with a key of its own', async () => {
  let tries = 0
  const { asked, render, says, state } = openRendering({
    [CREATE_REEL]: () => {
      tries += 1
      return tries === 1 ? new TypeError('cut off') : json({ success: true, renderId: render.id, reel: aReel() })
    },
  })
  await press(/^Generate Reel/)
  await screen.findByText('Error generating reel')
  state.reel = aReel({ version: 2, caption: 'Ferry back home' })
  await says({}, 'reels-changed')
  await screen.findByText('Ferry back home')
  await press(/^Generate Reel/)
  await findDialog('Processing Your Reel')
  expect(new Set(keysOf(asked)).size).toBe(2)
})

test('what was typed in the editor right before the press on the card is in the video', async () => {
  const settings = `PUT /api/reels/${recordId('R')}/settings`
  let isAway = true
  const { asked, state } = openRendering(
    {
      [`GET /api/airtable/reels/${recordId('R')}`]: () => json(state.reel),
      [settings]: ({ body }) =>
        isAway ? failure(503, 'Stopping.') : json(aReel({ ...JSON.parse(body ?? ''), version: 2 })),
    },
    {},
    `/reel-maker?record=${recordId('R')}`,
  )
  const seconds = await screen.findByRole('textbox', { name: 'Seconds of picture-1.jpg' })
  const card = await screen.findByRole('button', { name: /^Generate Reel: / })
  await userEvent.clear(seconds)
  await userEvent.type(seconds, '5')
  await userEvent.click(card)
  expect(await screen.findByText('Error generating reel')).toBeTruthy()
  expect(screen.getByText('Its last changes could not be saved, so the video would lack them.')).toBeTruthy()
  expect(callsOf(asked, CREATE_REEL)).toEqual([])
  isAway = false
  await userEvent.click(card)
  await findDialog('Processing Your Reel')
  const [first] = bodiesOf(asked, settings)
  expect(first).toMatchObject({ settings: { pictures: [{ seconds: 5 }, { seconds: 3 }] } })
  const order = asked.map(({ name }) => name).filter((name) => [settings, CREATE_REEL].includes(name))
  expect(order).toEqual([settings, settings, CREATE_REEL])
})

test.each(['the editor', 'its card'])('a double click in %s right after a change asks for one video', async (place) => {
  const settings = `PUT /api/reels/${recordId('R')}/settings`
  const saved = Promise.withResolvers<Response>()
  const { asked, state } = openRendering(
    { [`GET /api/airtable/reels/${recordId('R')}`]: () => json(state.reel), [settings]: () => saved.promise },
    {},
    `/reel-maker?record=${recordId('R')}`,
  )
  const seconds = await screen.findByRole('textbox', { name: 'Seconds of picture-1.jpg' })
  await userEvent.clear(seconds)
  await userEvent.type(seconds, '5')
  const editor = within(screen.getByRole('region', { name: 'Editor' }))
  const buttons = place === 'the editor' ? editor : screen
  await userEvent.dblClick(
    buttons.getByRole('button', { name: place === 'the editor' ? /^Generate Reel/ : /^Generate Reel: / }),
  )
  await waitFor(() => expect(callsOf(asked, settings)).toHaveLength(1))
  const [body] = bodiesOf(asked, settings)
  saved.resolve(json(aReel({ ...body, version: 2 })))
  await findDialog('Processing Your Reel')
  expect(callsOf(asked, CREATE_REEL)).toHaveLength(1)
})

test('where another tab has started it, its render is followed and nothing is charged', async () => {
  const id = newRenderId()
  openRendering({
    [CREATE_REEL]: () => failure(409, 'This reel is already being made', { error: 'render_under_way', renderId: id }),
    [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer(aRender({ id, waitingBefore: 2, framesDone: null })),
  })
  await press(/^Generate Reel/)
  const going = await findDialog('Processing Your Reel')
  expect(await going.findByText('In the queue, 2 renders are ahead')).toBeTruthy()
  expect(screen.queryByText('Error generating reel')).toBeNull()
  expect(screen.queryByText('Reel submitted!')).toBeNull()
})

test('what is left to spend is asked again after a start', async () => {
  let remaining = 2
  openRendering({ 'GET /api/companies/1/credits': () => someCredits({ total: 5, remaining }) })
  expect(await screen.findByText('2 of 5 credits remaining')).toBeTruthy()
  remaining = 1
  await press(/^Generate Reel/)
  expect(await screen.findByText('1 of 5 credits remaining')).toBeTruthy()
})

test.each([
  ['can pay', 24, false],
  ['cannot pay', 0, true],
] as const)(
  'the company of the reel pays for it, not that of the administrator: it %s',
  async (_, remaining, disabled) => {
    const theirs = aReel({ companyId: 2 })
    openReelMaker(
      {
        ...listOf(theirs),
        [`GET /api/airtable/reels/${recordId('R')}`]: () => json(theirs),
        'GET /api/companies/1/credits': () => someCredits({ remaining: 24 - remaining }),
        'GET /api/companies/2/credits': () => someCredits({ remaining }),
      },
      `/reel-maker?record=${recordId('R')}`,
      aUser({ role: 'admin' }),
    )
    const editor = within(await screen.findByRole('region', { name: 'Editor' }))
    const generate = await editor.findByRole('button', { name: /^Generate Reel/ })
    await waitFor(() => expect(generate).toHaveProperty('disabled', disabled))
  },
)

test('what is no id of a render has failed, without a question to the server', async () => {
  const { asked } = openRendering({ [CREATE_REEL]: () => json({ success: true, renderId: '42', reel: aReel() }) })
  await press(/^Generate Reel/)
  expect(await findDialog('The reel could not be made')).toBeTruthy()
  expect(callsOf(asked, 'GET /api/airtable/reel-status/42')).toEqual([])
})
