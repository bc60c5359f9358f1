/** Deleting a reel: the question, and what comes of it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { recordId } from '../testing/content.ts'
import { findButton } from '../testing/controls.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { findCards, listOf, openReelMaker } from '../testing/reel-maker.ts'
import { aReel, reelPage } from '../testing/reels.ts'

test('a reel is deleted after a question whose harmless answer has the focus', async () => {
  const asked = openReelMaker({
    ...listOf(aReel()),
    [`DELETE /api/airtable/reels/${recordId('R')}`]: () => json({ success: true }),
  })
  await userEvent.click(await findButton('Delete Ferry to the other side'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Are you sure you want to delete this reel? This action cannot be undone.')).toBeTruthy()
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Reel deleted')).toBeTruthy()
  expect(callsOf(asked, `DELETE /api/airtable/reels/${recordId('R')}`)).toHaveLength(1)
})

test('who deletes reels by keyboard goes on at the one that takes the place of the last', async () => {
  let reels = ['A', 'B', 'C'].map((name) => aReel({ id: recordId(name), caption: name }))
  const remove = (name: string) => () => {
    reels = reels.filter(({ caption }) => caption !== name)
    return json({ success: true })
  }
  openReelMaker({
    'GET /api/airtable/reels': () => reelPage(reels),
    [`DELETE /api/airtable/reels/${recordId('A')}`]: remove('A'),
    [`DELETE /api/airtable/reels/${recordId('B')}`]: remove('B'),
    [`DELETE /api/airtable/reels/${recordId('C')}`]: remove('C'),
  })
  const user = userEvent.setup()
  ;(await findButton('Delete A')).focus()
  for (const next of ['Delete B', 'Delete C']) {
    await user.keyboard('{Enter}')
    await screen.findByRole('alertdialog')
    await user.keyboard('{Tab}{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(next))
  }
  await user.keyboard('{Enter}')
  await screen.findByRole('alertdialog')
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reels' })))
})

test.each([
  ['the words of the server', () => failure(403, 'It is not yours.'), 'It is not yours.'],
  [
    'the word of the protocol',
    () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
    'Failed to delete reel: Bad Gateway',
  ],
  ['no answer', () => new TypeError('cut off'), 'Failed to delete the reel. Please try again.'],
] as const)('a reel that could not be deleted stays: %s', async (_, answer, description) => {
  openReelMaker({ ...listOf(aReel()), [`DELETE /api/airtable/reels/${recordId('R')}`]: answer })
  await userEvent.click(await findButton(/^Delete Ferry/))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Error deleting reel')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(await findCards()).toHaveLength(1)
})

test('a reel that another user has deleted is deleted', async () => {
  openReelMaker({
    ...listOf(aReel()),
    [`DELETE /api/airtable/reels/${recordId('R')}`]: () => failure(404, 'Reel not found'),
  })
  await userEvent.click(await findButton(/^Delete Ferry/))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Reel deleted')).toBeTruthy()
})
