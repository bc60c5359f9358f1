/** Which images are sent for a reel, and in which order: chosen, pasted, dropped, refused, moved and removed. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeRequest } from '../testing/fake-request.ts'
import { openUpload, picture, pictures, stubUploads } from '../testing/reel-upload.ts'

const TOO_MANY = 'You can only upload a maximum of 6 images for a reel.'

beforeEach(stubUploads)

test('the order is changed with the keys, the focus stays, and readers hear it', async () => {
  const { choose, user, names, dialog } = await openUpload()
  await choose(pictures(3))
  dialog.getByRole('button', { name: 'Drag 1.jpg' }).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(names()).toEqual(['2.jpg', '1.jpg', '3.jpg'])
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Drag 1.jpg' })))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Drag 3.jpg' }))
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(names()).toEqual(['2.jpg', '1.jpg', '3.jpg'])
})

test.each(['mouse', 'touch'])('the order is changed by carrying an image with a %s', async (pointerType) => {
  const { choose, names, dialog } = await openUpload()
  await choose(pictures(3))
  const rows = dialog.getAllByRole('listitem')
  for (const [index, row] of rows.entries())
    vi.spyOn(row, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, index * 64, 500, 64))
  const at = (clientY: number) => ({ pointerId: 1, pointerType, button: 0, clientX: 10, clientY })
  const fire = (type: string, clientY: number): void => {
    const event = new MouseEvent(type, { ...at(clientY), bubbles: true, cancelable: true })
    act(
      () =>
        void dialog
          .getByRole('button', { name: 'Drag 1.jpg' })
          .dispatchEvent(Object.assign(event, { pointerId: 1, pointerType })),
    )
  }
  fire('pointerdown', 10)
  fire('pointermove', 100)
  fire('pointermove', 150)
  fire('pointerup', 150)
  expect(names()).toEqual(['2.jpg', '3.jpg', '1.jpg'])
})

test('pasted and dropped images are taken as well', async () => {
  const { dialog, names } = await openUpload()
  act(() => {
    const paste = new Event('paste', { cancelable: true })
    window.dispatchEvent(
      Object.assign(paste, { clipboardData: { files: [picture('shot.png', { type: 'image/png' })] } }),
    )
  })
  expect(names()).toEqual(['shot.png'])
  fireEvent.drop(dialog.getByText('Add more images'), { dataTransfer: { files: pictures(2) } })
  expect(names()).toEqual(['shot.png', '1.jpg', '2.jpg'])
})

test('text with a picture of it stays text where it is pasted into a field', async () => {
  const { dialog, names } = await openUpload()
  const field = dialog.getByRole('textbox', { name: 'Caption' })
  const files = [picture('cells.png', { type: 'image/png' })]
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  act(() => {
    field.dispatchEvent(Object.assign(paste, { clipboardData: { files, types: ['text/plain', 'Files'] } }))
  })
  expect(paste.defaultPrevented).toBe(false)
  expect(names()).toEqual([])
})

test('of too many only those that fit are kept, and it is said', async () => {
  const { choose, names, dialog } = await openUpload()
  await choose(pictures(5))
  await choose([picture('six.jpg'), picture('seven.jpg')])
  expect(await screen.findByText('Too many images')).toBeTruthy()
  expect(screen.getAllByText(TOO_MANY).length).toBeGreaterThan(0)
  expect(names()).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', 'six.jpg'])
  expect(dialog.getByText('6 of 6')).toBeTruthy()
})

test.each([
  [picture('notes.txt', { type: 'text/plain' }), 'notes.txt: This is not a JPG, PNG, GIF or WebP image.'],
  [
    picture('big.jpg', { size: 10_485_761 }),
    'big.jpg: This image is larger than 10 MB. Make it smaller and try again.',
  ],
  [picture('none.jpg', { size: 0 }), 'none.jpg: This file is empty. Choose another one.'],
])('what is no use is refused, and the rest is taken', async (file, problem) => {
  const { choose, names, dialog } = await openUpload()
  await choose([file, picture('good.jpg')])
  expect(names()).toEqual(['good.jpg'])
  expect(dialog.getByText(problem)).toBeTruthy()
})

test('an image that is removed is not sent any further, and the focus goes to the next', async () => {
  const { choose, names, dialog, user } = await openUpload()
  await choose(pictures(3))
  await user.click(dialog.getByRole('button', { name: 'Remove 1.jpg' }))
  expect(FakeRequest.all[0]?.isAborted).toBe(true)
  expect(names()).toEqual(['2.jpg', '3.jpg'])
  expect(FakeRequest.all).toHaveLength(3)
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Drag 2.jpg' })))
})
