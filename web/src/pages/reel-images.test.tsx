/** The images of a reel that there is: changed, put in another order, and saved to it. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { recordId } from '../testing/content.ts'
import { bodiesOf, failure, json } from '../testing/network.ts'
import type { Handlers } from '../testing/open-app.tsx'
import { listOf, openReelMaker } from '../testing/reel-maker.ts'
import { partsOf, pictures, sendAll, stubUploads } from '../testing/reel-upload.ts'
import { aReel } from '../testing/reels.ts'

const SAVE = 'POST /api/airtable/save-images'

beforeEach(stubUploads)

async function openImages(handlers: Handlers = {}) {
  const asked = openReelMaker({
    ...listOf(aReel()),
    [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()),
    ...handlers,
  })
  const user = userEvent.setup({ applyAccept: false })
  await user.click(await screen.findByRole('button', { name: 'Change images and caption of Ferry to the other side' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Reel Images' }))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  return { asked, user, dialog, save, ...partsOf(dialog, user) }
}

test('the images of a reel are there, get company and another order, and are saved to it', async () => {
  const { asked, choose, save, names, user, dialog } = await openImages({ [SAVE]: () => json(aReel()) })
  expect(names()).toEqual(['picture-1.jpg', 'picture-2.jpg'])
  expect(dialog.getAllByText('In the reel')).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Move picture-1.jpg later' }))
  await choose(pictures(1))
  await sendAll()
  await save()
  expect(await screen.findByText('Images saved to Airtable')).toBeTruthy()
  expect(bodiesOf(asked, SAVE)).toEqual([
    { recordId: recordId('R'), imageUrls: ['/media/u/two', '/media/u/one', '/media/u/1'], companyId: 1, version: 1 },
  ])
})

test('a caption is changed by itself, and the toast says so', async () => {
  const { asked, save, user, dialog } = await openImages({ [SAVE]: () => json(aReel({ caption: 'Homeward' })) })
  const caption = dialog.getByRole('textbox', { name: 'Caption' })
  await user.clear(caption)
  await user.type(caption, 'Homeward')
  await save()
  expect(await screen.findByText('Caption saved')).toBeTruthy()
  expect(screen.getByText('The images of the reel stay as they are.')).toBeTruthy()
  expect(bodiesOf(asked, SAVE)).toMatchObject([{ caption: 'Homeward' }])
})

test('a toast about images and caption names both', async () => {
  const { save, user, dialog } = await openImages({ [SAVE]: () => json(aReel()) })
  await user.type(dialog.getByRole('textbox', { name: 'Caption' }), ', again')
  await user.click(dialog.getByRole('button', { name: 'Remove picture-1.jpg' }))
  await save()
  expect(await screen.findByText('Images saved to Airtable')).toBeTruthy()
  expect(screen.getByText('The reel has 1 image and its new caption.')).toBeTruthy()
})

test('images that someone else has changed meanwhile are replaced only by a user who has read that', async () => {
  const theirs = aReel({ version: 4 })
  const answers = [failure(409, 'Changed.', { error: 'changed_meanwhile', current: theirs }), json(theirs)]
  const { asked, save } = await openImages({ [SAVE]: () => answers.shift() ?? failure(500, 'Asked too often.') })
  await save()
  expect((await screen.findAllByText(/^Someone else has changed the images meanwhile/)).length).toBeGreaterThan(0)
  await save()
  expect(await screen.findByText('Images saved to Airtable')).toBeTruthy()
  expect(bodiesOf(asked, SAVE).map(({ version }) => version)).toEqual([1, 4])
})

test.each([
  [
    'the server says nothing',
    () => new Response('', { status: 500 }),
    'Save Failed',
    'Failed to save images to Airtable',
  ],
  [
    'the server says why',
    () => failure(409, 'It is being rendered.'),
    'Save Failed',
    'Failed to save images to Airtable: It is being rendered.',
  ],
  ['no answer', () => new TypeError('cut off'), 'Failed to save to Airtable', 'No response received from server'],
] as const)('images that could not be saved: %s', async (_, answer, title, description) => {
  const { save } = await openImages({ [SAVE]: answer })
  await save()
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getAllByText(description).length).toBeGreaterThan(0)
})
