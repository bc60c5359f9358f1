/** How a render ends: with a video, with a failure, or because it was called off. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { recordId } from '../testing/content.ts'
import { findDialog, press } from '../testing/controls.ts'
import { type Asked, callsOf, failure, json } from '../testing/network.ts'
import { CREATE_REEL, DONE, openRendering, UPDATE_VIDEO } from '../testing/reel-maker.ts'
import { aReel, aRender, newRenderId, renderAnswer } from '../testing/reels.ts'

const keysOf = (asked: readonly Asked[]) =>
  callsOf(asked, CREATE_REEL).map(({ headers }) => headers.get('Idempotency-Key'))

test('a render that ends while the user is typing leaves the focus where it is', async () => {
  const { says } = openRendering()
  await press(/^Generate Reel/)
  await findDialog('Processing Your Reel')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await says(DONE)
  await findDialog('Reel Created Successfully')
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('closing after the end clears the selection and asks for reels and drafts again', async () => {
  const { asked, says } = openRendering({ [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()) })
  await userEvent.click(await screen.findByRole('link', { name: /^Open in the editor/ }))
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('R')}`))
  await press(/^Generate Reel: /)
  await findDialog('Processing Your Reel')
  await says(DONE)
  const done = await findDialog('Reel Created Successfully')
  await screen.findByText('Reel Updated')
  const before = callsOf(asked, 'GET /api/airtable/reels').length
  await userEvent.click(done.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(window.location.search).toBe(''))
  await waitFor(() => expect(callsOf(asked, 'GET /api/airtable/reels').length).toBeGreaterThan(before))
})

test('a video that could not be confirmed is announced', async () => {
  const { says } = openRendering({ [UPDATE_VIDEO]: () => failure(500, 'It broke.') })
  await press(/^Generate Reel/)
  await findDialog('Processing Your Reel')
  await says(DONE)
  expect(await screen.findByText('Error updating reel')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
})

test('a render that failed says why, gives the credit back, and is tried anew with a key of its own', async () => {
  const { asked, says } = openRendering()
  await press(/^Generate Reel/)
  await findDialog('Processing Your Reel')
  await says({ status: 'failed', message: 'The encoder was killed.' })
  const failed = await findDialog('The reel could not be made')
  const why = 'The encoder was killed. The credit was returned.'
  expect(await failed.findByText(why)).toBeTruthy()
  expect(await screen.findByText('Failed to Create Reel')).toBeTruthy()
  await userEvent.click(failed.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(callsOf(asked, CREATE_REEL)).toHaveLength(2))
  expect(new Set(keysOf(asked)).size).toBe(2)
})

test('a render is called off in the dialog and in the strip', async () => {
  const id = newRenderId()
  const listed = aRender({ id })
  const { asked } = openRendering(
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
  expect(callsOf(asked, `POST /api/renders/${id}/cancel`)).toHaveLength(1)
})

test('canceling a render in its dialog closes the dialog: a toast is the only answer', async () => {
  const id = newRenderId()
  const answer = Promise.withResolvers<Response>()
  const cancelled = aRender({ id, status: 'failed', isCancelled: true })
  const { says, state } = openRendering({
    [CREATE_REEL]: () => json({ success: true, renderId: id, reel: aReel() }),
    [`GET /api/airtable/reel-status/${id}`]: () => renderAnswer({ ...state.render, id }),
    [`POST /api/renders/${id}/cancel`]: () => answer.promise,
  })
  await press(/^Generate Reel/)
  const going = await findDialog('Processing Your Reel')
  await userEvent.click(going.getByRole('button', { name: 'Cancel render' }))
  // The event of its end may come before the answer.
  await says({ status: 'failed', isCancelled: true })
  await screen.findByText('No video generated yet')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  answer.resolve(renderAnswer(cancelled))
  expect((await screen.findByText('Render canceled')).closest('.toast-title')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('a cancellation that failed is shown, and the render goes on', async () => {
  const id = newRenderId()
  openRendering(
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
