/** 'Upload Reel Images': chosen, sent, put in order, made into a reel; and everything that can go wrong on the way. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { recordId } from '../testing/content.ts'
import { FakeRequest } from '../testing/fake-request.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { aReel, reelPage, someCredits } from '../testing/reels.ts'
import { eventLine } from '../testing/work.ts'

const CREATE = 'POST /api/airtable/create-reel'
const SAVE = 'POST /api/airtable/save-images'
const TOO_MANY = 'You can only upload a maximum of 6 images for a reel.'

beforeEach(() => {
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
})

const picture = (name: string, part: { type?: string; size?: number } = {}): File => {
  const file = new File(['picture'], name, { type: part.type ?? 'image/jpeg' })
  if (part.size !== undefined) Object.defineProperty(file, 'size', { value: part.size })
  return file
}
const some = (count: number): File[] => Array.from({ length: count }, (_, index) => picture(`${index + 1}.jpg`))
const asks = (asked: readonly Asked[], name: string) => asked.filter((one) => one.name === name)
const bodies = (asked: readonly Asked[], name: string) => asks(asked, name).map(({ body }) => JSON.parse(body ?? ''))

async function openUpload(handlers: Handlers = {}) {
  const asked = openApp(
    '/reel-maker',
    { 'GET /api/accounts': () => page([]), ...handlers },
    aUser({ role: 'pro', username: 'teo' }),
  )
  const user = userEvent.setup({ applyAccept: false })
  await user.click((await screen.findAllByRole('button', { name: 'Upload Images' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Reel Images' }))
  return { asked, user, dialog, ...parts(dialog, user) }
}

function parts(dialog: ReturnType<typeof within>, user: ReturnType<typeof userEvent.setup>) {
  const names = () => dialog.queryAllByRole('listitem').map((row: HTMLElement) => row.querySelector('b')?.textContent)
  return {
    names,
    choose: async (files: File[]) => user.upload(await dialog.findByLabelText(/images/i, { selector: 'input' }), files),
    create: () => user.click(dialog.getByRole('button', { name: /^Create Reel/ })),
  }
}

/** Sends what waits, in the order in which it was asked for. */
async function sendAll(): Promise<void> {
  for (let index = 0; index < FakeRequest.all.length; index += 1)
    if (FakeRequest.all[index]?.status === 0)
      await FakeRequest.all[index]?.answers(200, { imageUrls: [`/media/u/${index + 1}`] })
}

test('images are sent at once, two at a time, each with its progress, and become a reel in their order', async () => {
  const made = aReel({ id: recordId('N'), caption: 'Fresh' })
  const { asked, dialog, choose, create, user, names } = await openUpload({
    [CREATE]: () => json({ success: true, renderId: null, reel: made }),
    [`GET /api/airtable/reels/${recordId('N')}`]: () => json(made),
  })
  await choose(some(3))
  expect(FakeRequest.all).toHaveLength(2)
  expect(FakeRequest.all[0]?.form?.get('images')).toMatchObject({ name: '1.jpg' })
  FakeRequest.all[0]?.sent(40, 100)
  expect(dialog.getByText('40% sent')).toBeTruthy()
  expect(dialog.getByText('Waiting')).toBeTruthy()
  FakeRequest.all[0]?.sent(100, 100)
  expect(dialog.getByText('Checking')).toBeTruthy()
  await sendAll()
  expect(dialog.getAllByText('Uploaded')).toHaveLength(3)
  expect(dialog.getByText('3 of 6')).toBeTruthy()

  await user.click(dialog.getByRole('button', { name: 'Move 3.jpg earlier' }))
  expect(names()).toEqual(['1.jpg', '3.jpg', '2.jpg'])
  expect(dialog.getByText('3.jpg is number 2 of 3 now.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Caption'), 'Fresh')
  await create()
  expect(await screen.findByText('Upload Successful')).toBeTruthy()
  expect(bodies(asked, CREATE)).toEqual([
    { images: ['/media/u/1', '/media/u/3', '/media/u/2'], text: 'Fresh', accountId: null, companyId: 1 },
  ])
  expect(asks(asked, CREATE)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('N')}`))
})

test('the order is changed with the keys, the focus stays, and readers hear it', async () => {
  const { choose, user, names, dialog } = await openUpload()
  await choose(some(3))
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
  await choose(some(3))
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
  fireEvent.drop(dialog.getByText('Add more images'), { dataTransfer: { files: some(2) } })
  expect(names()).toEqual(['shot.png', '1.jpg', '2.jpg'])
})

test('of too many only those that fit are kept, and it is said', async () => {
  const { choose, names, dialog } = await openUpload()
  await choose(some(5))
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

test('without an image nothing is made', async () => {
  const { asked, create, dialog } = await openUpload()
  await create()
  expect(await screen.findByText('Upload Failed')).toBeTruthy()
  expect(dialog.getByText('Please select at least one image to upload')).toBeTruthy()
  expect(asks(asked, CREATE)).toEqual([])
})

test('an image that the server refused says why, is sent again or removed; the others wait for it', async () => {
  const made = aReel({ id: recordId('N') })
  const { asked, choose, create, dialog, user } = await openUpload({
    [CREATE]: () => json({ success: true, renderId: null, reel: made }),
    [`GET /api/airtable/reels/${recordId('N')}`]: () => json(made),
  })
  await choose(some(2))
  await FakeRequest.all[0]?.answers(422, { message: 'Image 1 (1.jpg) is damaged' })
  await FakeRequest.all[1]?.answers(200, { imageUrls: ['/media/u/2'] })
  expect(dialog.getByText('Image 1 (1.jpg) is damaged')).toBeTruthy()
  await create()
  expect(await screen.findByText('Upload Failed')).toBeTruthy()
  expect(screen.getAllByText('1 image could not be uploaded. Send it again or remove it.').length).toBeGreaterThan(0)
  await user.click(dialog.getByRole('button', { name: 'Send 1.jpg again' }))
  await create()
  expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeTruthy()
  await FakeRequest.last?.answers(200, { imageUrls: ['/media/u/1'] })
  expect(await screen.findByText('Upload Successful')).toBeTruthy()
  expect(bodies(asked, CREATE)[0].images).toEqual(['/media/u/1', '/media/u/2'])
})

test('when no image has reached the server nothing is made', async () => {
  const { asked, choose, create } = await openUpload()
  await choose(some(1))
  await act(async () => FakeRequest.last?.onerror?.())
  await create()
  expect(await screen.findByText('Create Reel Failed')).toBeTruthy()
  expect(screen.getAllByText('No images provided. Please upload at least one image.').length).toBeGreaterThan(0)
  expect(asks(asked, CREATE)).toEqual([])
})

test('an image that is removed is not sent any further, and the focus goes to the next', async () => {
  const { choose, names, dialog, user } = await openUpload()
  await choose(some(3))
  await user.click(dialog.getByRole('button', { name: 'Remove 1.jpg' }))
  expect(FakeRequest.all[0]?.isAborted).toBe(true)
  expect(names()).toEqual(['2.jpg', '3.jpg'])
  expect(FakeRequest.all).toHaveLength(3)
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Drag 2.jpg' })))
})

test.each([
  ['the server says no', () => failure(400, 'Image 1 is not yours.'), 'Error creating reel', 'Image 1 is not yours.'],
  ['no answer', () => new TypeError('cut off'), 'Error creating reel', 'No response received from server'],
  [
    'no credits',
    () => failure(402, 'None left.'),
    'Not enough credits',
    "You don't have enough credits to create a reel. Please upgrade your subscription.",
  ],
] as const)(
  'a reel that could not be made says why, and nothing is lost: %s',
  async (_, answer, title, description) => {
    const { choose, create, names } = await openUpload({ [CREATE]: answer })
    await choose(some(1))
    await sendAll()
    await create()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getAllByText(description).length).toBeGreaterThan(0)
    expect(names()).toEqual(['1.jpg'])
  },
)

test('a try after the connection broke carries the same key; other images, another one', async () => {
  const { asked, choose, create } = await openUpload({ [CREATE]: () => new TypeError('cut off') })
  await choose([picture('key.jpg')])
  await FakeRequest.all[0]?.answers(200, { imageUrls: ['/media/u/key'] })
  await create()
  await create()
  await waitFor(() => expect(asks(asked, CREATE)).toHaveLength(2))
  await choose([picture('more.jpg')])
  await FakeRequest.all[1]?.answers(200, { imageUrls: ['/media/u/more'] })
  await create()
  await waitFor(() => expect(asks(asked, CREATE)).toHaveLength(3))
  const [first, second, third] = asks(asked, CREATE).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('when the credits run out while the dialog is open, it says so', async () => {
  const events = eventLine()
  let remaining = 1
  const { dialog } = await openUpload({
    'GET /api/events': events.answer,
    'GET /api/companies/1/credits': () => someCredits({ remaining }),
  })
  await waitFor(() => expect(events.isHeard()).toBe(true))
  remaining = 0
  events.say('credits-changed')
  expect(await dialog.findByText("You don't have enough credits to create a reel.")).toBeTruthy()
  expect(dialog.getByText('Please upgrade your subscription plan to get more credits.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Create Reel/ }).disabled).toBe(true)
})

test('closing asks before images are lost', async () => {
  const { choose, dialog, user } = await openUpload()
  await choose(some(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(FakeRequest.all[0]?.isAborted).toBe(true)
})

async function openImages(handlers: Handlers = {}) {
  const asked = openApp(
    '/reel-maker',
    {
      'GET /api/accounts': () => page([]),
      'GET /api/airtable/reels': () => reelPage([aReel()]),
      [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()),
      ...handlers,
    },
    aUser({ role: 'pro', username: 'teo' }),
  )
  const user = userEvent.setup({ applyAccept: false })
  await user.click(await screen.findByRole('button', { name: 'Change the images of Ferry to the other side' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Reel Images' }))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save images' }))
  return { asked, user, dialog, save, ...parts(dialog, user) }
}

test('the images of a reel are there, get company and another order, and are saved to it', async () => {
  const { asked, choose, save, names, user, dialog } = await openImages({ [SAVE]: () => json(aReel()) })
  expect(names()).toEqual(['picture-1.jpg', 'picture-2.jpg'])
  expect(dialog.getAllByText('In the reel')).toHaveLength(2)
  await user.click(dialog.getByRole('button', { name: 'Move picture-1.jpg later' }))
  await choose(some(1))
  await sendAll()
  await save()
  expect(await screen.findByText('Images saved to Airtable')).toBeTruthy()
  expect(bodies(asked, SAVE)).toEqual([
    { recordId: recordId('R'), imageUrls: ['/media/u/two', '/media/u/one', '/media/u/1'], companyId: 1, version: 1 },
  ])
})

test('images that someone else has changed meanwhile are replaced only by who has read so', async () => {
  const theirs = aReel({ version: 4 })
  const answers = [failure(409, 'Changed.', { error: 'changed_meanwhile', current: theirs }), json(theirs)]
  const { asked, save } = await openImages({ [SAVE]: () => answers.shift() ?? failure(500, 'Asked too often.') })
  await save()
  expect((await screen.findAllByText(/^Someone else has changed the images meanwhile/)).length).toBeGreaterThan(0)
  await save()
  expect(await screen.findByText('Images saved to Airtable')).toBeTruthy()
  expect(bodies(asked, SAVE).map(({ version }) => version)).toEqual([1, 4])
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
