/** The caption of a post in its dialog: its length, and one that is suggested from the image. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, failure, json } from '../testing/network.ts'
import {
  answerSaved,
  chooseStatus,
  findPostDialog,
  openPost,
  POST_ID,
  PUT_POST,
  thePost,
} from '../testing/post-dialog.ts'

test('the length of a caption is advice, not a limit', async () => {
  const asked = openPost({ [PUT_POST]: answerSaved() }, thePost({ caption: 'x'.repeat(50_000) }))
  const dialog = await findPostDialog()
  expect(dialog.getByText('50,000 of 2,200 characters')).toBeTruthy()
  expect(dialog.getByText('Instagram cuts a caption that is too long: 47,800 over its limit.')).toBeTruthy()
  await chooseStatus('Approved')
  await userEvent.click(dialog.getByRole('button', { name: 'Update Post' }))
  expect(await screen.findByText('Post updated')).toBeTruthy()
  expect(bodiesOf(asked, PUT_POST)).toEqual([{ status: 'Approved', version: 3 }])
})

test('a caption is suggested from the image, and only taken when the user says so', async () => {
  const user = userEvent.setup()
  let answer = (): Response => failure(429, 'Your company has asked for 200 texts today.')
  const asked = openPost(
    { [`POST /api/content/posts/${POST_ID}/caption`]: () => answer() },
    thePost({ imageUrl: '/media/u/AAAAAAAAAAAAAAAAAAAAAA' }),
  )
  const dialog = await findPostDialog()
  const caption = dialog.getByLabelText<HTMLTextAreaElement>('Caption')
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(await dialog.findByText(/Your company has asked for 200 texts today\./)).toBeTruthy()
  answer = () => json({ caption: 'Peel slowly.', note: null, promptTitle: 'Ours' })
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(await dialog.findByText('With the prompt “Ours”')).toBeTruthy()
  expect(caption.value).toBe('Bergamot, blood orange, tangelo.')
  await user.click(dialog.getByRole('button', { name: 'Use this caption' }))
  expect(caption.value).toBe('Peel slowly.')
  expect(dialog.queryByText('With the prompt “Ours”')).toBeNull()
  expect(bodiesOf(asked, PUT_POST)).toEqual([])
})

test('without an image of its own a post has no caption suggested', async () => {
  openPost({}, thePost({ imageUrl: null }))
  expect((await findPostDialog()).queryByRole('button', { name: 'Suggest a caption' })).toBeNull()
})
