/** 'Upload Reel Images': sent, made into a reel; and everything that can go wrong on the way. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { recordId } from '../testing/content.ts'
import { FakeRequest } from '../testing/fake-request.ts'
import { bodiesOf, callsOf, failure, json } from '../testing/network.ts'
import { CREATE_REEL } from '../testing/reel-maker.ts'
import { openUpload, partsOf, picture, pictures, sendAll, stubUploads } from '../testing/reel-upload.ts'
import { aReel, someCredits } from '../testing/reels.ts'
import { eventLine } from '../testing/work.ts'

beforeEach(stubUploads)

test('images are sent at once, two at a time, each with its progress, and become a reel in their order', async () => {
  const made = aReel({ id: recordId('N'), caption: 'Fresh' })
  const { asked, dialog, choose, create, user, names } = await openUpload({
    [CREATE_REEL]: () => json({ success: true, renderId: null, reel: made }),
    [`GET /api/airtable/reels/${recordId('N')}`]: () => json(made),
  })
  await choose(pictures(3))
  expect(FakeRequest.all).toHaveLength(2)
  expect(FakeRequest.all[0]?.form?.get('images')).toMatchObject({ name: '1.jpg' })
  FakeRequest.all[0]?.reportProgress(40, 100)
  expect(dialog.getByText('40% sent')).toBeTruthy()
  expect(dialog.getByText('Waiting')).toBeTruthy()
  FakeRequest.all[0]?.reportProgress(100, 100)
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
  expect(bodiesOf(asked, CREATE_REEL)).toEqual([
    { images: ['/media/u/1', '/media/u/3', '/media/u/2'], text: 'Fresh', accountId: null, companyId: 1 },
  ])
  expect(callsOf(asked, CREATE_REEL)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('N')}`))
})

/** A reel that is ordered on a page which was reached from another one; `reply` says that it is made. */
async function orderAfterVisit() {
  let answer: (reply: Response) => void = () => undefined
  const { user } = await openUpload({
    [CREATE_REEL]: () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  })
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('link', { name: 'API Tokens' }))
  await waitFor(() => expect(window.location.pathname).toBe('/api-tokens'))
  await user.click(screen.getByRole('link', { name: 'Reel Maker' }))
  await user.click((await screen.findAllByRole('button', { name: 'Upload Images' }))[0] as HTMLElement)
  const { choose, create } = partsOf(within(await screen.findByRole('dialog')), user)
  await choose(pictures(1))
  await sendAll()
  await create()
  const reply = () => answer(json({ success: true, renderId: null, reel: aReel({ id: recordId('N') }) }))
  return { user, reply }
}

test('a reel that is made after the page was left leads nowhere', async () => {
  const { reply } = await orderAfterVisit()
  // The earliest moment: the next page is not drawn yet.
  window.addEventListener('popstate', reply, { once: true })
  act(() => window.history.back())
  expect(await screen.findByText('Upload Successful')).toBeTruthy()
  expect(window.location.pathname).toBe('/api-tokens')
})

test('a reel that is made after its user has left and come back opens nothing', async () => {
  const { user, reply } = await orderAfterVisit()
  act(() => window.history.back())
  await screen.findByRole('heading', { name: 'API Tokens' })
  await user.click(screen.getByRole('link', { name: 'Reel Maker' }))
  await screen.findByRole('heading', { name: 'Reel Maker' })
  await act(async () => reply())
  expect(await screen.findByText('Upload Successful')).toBeTruthy()
  expect(window.location.search).toBe('')
})

test('a caption that is typed while images are on their way is the caption of the reel', async () => {
  const made = aReel({ id: recordId('N') })
  const { asked, choose, create, dialog, user } = await openUpload({
    [CREATE_REEL]: () => json({ success: true, renderId: null, reel: made }),
    [`GET /api/airtable/reels/${recordId('N')}`]: () => json(made),
  })
  await choose(pictures(1))
  await create()
  expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeTruthy()
  await user.type(dialog.getByLabelText('Caption'), 'Typed meanwhile')
  await sendAll()
  expect(await screen.findByText('Upload Successful')).toBeTruthy()
  expect(bodiesOf(asked, CREATE_REEL)).toMatchObject([{ text: 'Typed meanwhile' }])
})

test('who cancels while images are on their way makes no reel, and may go on instead', async () => {
  const { asked, choose, create, dialog, user } = await openUpload({
    [CREATE_REEL]: () => json({ success: true, renderId: null, reel: aReel({ id: recordId('N') }) }),
    [`GET /api/airtable/reels/${recordId('N')}`]: () => json(aReel({ id: recordId('N') })),
  })
  await choose(pictures(1))
  await create()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await sendAll()
  expect(await dialog.findByText('Uploaded')).toBeTruthy()
  expect(callsOf(asked, CREATE_REEL)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await create()
  expect(await screen.findByText('Upload Successful')).toBeTruthy()
  expect(callsOf(asked, CREATE_REEL)).toHaveLength(1)
})

test('without an image nothing is made', async () => {
  const { asked, create, dialog } = await openUpload()
  await create()
  expect(await screen.findByText('Upload Failed')).toBeTruthy()
  expect(dialog.getByText('Please select at least one image to upload')).toBeTruthy()
  expect(callsOf(asked, CREATE_REEL)).toEqual([])
})

test('an image that the server could not take says why, is sent again or removed; the others wait for it', async () => {
  const made = aReel({ id: recordId('N') })
  const { asked, choose, create, dialog, user } = await openUpload({
    [CREATE_REEL]: () => json({ success: true, renderId: null, reel: made }),
    [`GET /api/airtable/reels/${recordId('N')}`]: () => json(made),
  })
  await choose(pictures(2))
  await FakeRequest.all[0]?.answers(503, { message: 'The server is busy' })
  await FakeRequest.all[1]?.answers(200, { imageUrls: ['/media/u/2'] })
  expect(dialog.getByText('The server is busy')).toBeTruthy()
  await create()
  expect(await screen.findByText('Upload Failed')).toBeTruthy()
  expect(screen.getAllByText('1 image could not be uploaded. Send it again or remove it.').length).toBeGreaterThan(0)
  await user.click(dialog.getByRole('button', { name: 'Send 1.jpg again' }))
  await create()
  expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeTruthy()
  await FakeRequest.last?.answers(200, { imageUrls: ['/media/u/1'] })
  expect(await screen.findByText('Upload Successful')).toBeTruthy()
  expect(bodiesOf(asked, CREATE_REEL)[0].images).toEqual(['/media/u/1', '/media/u/2'])
})

test.each([413, 415, 422])('an image that is refused for what it is can only be removed: %i', async (status) => {
  const { choose, create, dialog } = await openUpload()
  await choose(pictures(2))
  await FakeRequest.all[0]?.answers(status, { message: 'Image 1 (1.jpg) is no image' })
  await FakeRequest.all[1]?.answers(200, { imageUrls: ['/media/u/2'] })
  expect(dialog.getByText('Image 1 (1.jpg) is no image')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Send 1.jpg again' })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Remove 1.jpg' })).toBeTruthy()
  await create()
  expect((await screen.findAllByText('1 image cannot be used. Remove it.')).length).toBeGreaterThan(0)
})

test('when no image has reached the server nothing is made', async () => {
  const { asked, choose, create } = await openUpload()
  await choose(pictures(1))
  await act(async () => FakeRequest.last?.onerror?.())
  await create()
  expect(await screen.findByText('Create Reel Failed')).toBeTruthy()
  expect(screen.getAllByText('No images provided. Please upload at least one image.').length).toBeGreaterThan(0)
  expect(callsOf(asked, CREATE_REEL)).toEqual([])
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
    const { choose, create, names } = await openUpload({ [CREATE_REEL]: answer })
    await choose(pictures(1))
    await sendAll()
    await create()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getAllByText(description).length).toBeGreaterThan(0)
    expect(names()).toEqual(['1.jpg'])
  },
)

test('a try after the connection broke carries the same key; other images, another one', async () => {
  const { asked, choose, create } = await openUpload({ [CREATE_REEL]: () => new TypeError('cut off') })
  await choose([picture('key.jpg')])
  await FakeRequest.all[0]?.answers(200, { imageUrls: ['/media/u/key'] })
  await create()
  await create()
  await waitFor(() => expect(callsOf(asked, CREATE_REEL)).toHaveLength(2))
  await choose([picture('more.jpg')])
  await FakeRequest.all[1]?.answers(200, { imageUrls: ['/media/u/more'] })
  await create()
  await waitFor(() => expect(callsOf(asked, CREATE_REEL)).toHaveLength(3))
  const [first, second, third] = callsOf(asked, CREATE_REEL).map(({ headers }) => headers.get('Idempotency-Key'))
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
  await choose(pictures(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await user.click(question.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(FakeRequest.all[0]?.isAborted).toBe(true)
})
