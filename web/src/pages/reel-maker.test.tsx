/** The Reel Maker: who may, what is left to spend, the reels in all their faces, and the reel of the address. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { recordId } from '../testing/content.ts'
import { findButton } from '../testing/controls.ts'
import { FakeRequest } from '../testing/fake-request.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'
import { findCards, listOf, openReelMaker } from '../testing/reel-maker.ts'
import { picture, stubUploads } from '../testing/reel-upload.ts'
import { aReel, aRender, newRenderId, someCredits } from '../testing/reels.ts'
import { eventLine } from '../testing/work.ts'

test.each(['admin', 'pro'] as const)('%s finds it in the sidebar', async (role) => {
  openReelMaker({}, '/', aUser({ role }))
  const link = await screen.findByRole('link', { name: 'Reel Maker' })
  await userEvent.click(link)
  expect(await screen.findByRole('heading', { level: 1, name: 'Reel Maker' })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Reel Maker - tangelo'))
  expect(link.getAttribute('aria-current')).toBe('page')
})

test('basic has no way to it, and reads that access is denied', async () => {
  const asked = openReelMaker({}, '/reel-maker', aUser({ role: 'basic' }))
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(screen.getByText("You don't have permission to access this feature")).toBeTruthy()
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(screen.queryByRole('link', { name: 'Reel Maker' })).toBeNull()
  expect(callsOf(asked, 'GET /api/airtable/reels')).toEqual([])
})

test('what is left to spend, and when it renews', async () => {
  const renewalDate = new Date(Date.now() + 11 * 86_400_000).toISOString()
  openReelMaker({ 'GET /api/companies/1/credits': () => someCredits({ renewalDate }) })
  expect(await screen.findByText('24 of 30 credits remaining')).toBeTruthy()
  expect(screen.getByText('Renews in 11 days')).toBeTruthy()
})

test('the key R opens the upload, once', async () => {
  openReelMaker({ 'GET /api/companies/1/credits': () => someCredits({}) })
  await screen.findByText('24 of 30 credits remaining')
  const user = userEvent.setup()
  // The keys come with a file of their own, after the first paint.
  await waitFor(
    async () => {
      await user.keyboard('r')
      expect(screen.getByRole('dialog', { name: 'Upload Reel Images' })).toBeTruthy()
    },
    { timeout: 10_000, interval: 200 },
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(window.history.state.pageAction).toBeUndefined())
})

test('credits that could not be loaded count as the first five, and say so', async () => {
  openReelMaker({ 'GET /api/companies/1/credits': () => failure(500, 'It broke.') })
  expect(await screen.findByText('5 of 5 credits remaining')).toBeTruthy()
  expect(screen.getByText('Not known right now')).toBeTruthy()
  expect((await findButton('Refresh')).disabled).toBe(false)
})

test('without a credit the buttons are off and say why; one that comes back brings them back', async () => {
  const events = eventLine()
  let remaining = 0
  openReelMaker({
    ...listOf(aReel()),
    'GET /api/companies/1/credits': () => someCredits({ remaining }),
    'GET /api/events': events.answer,
  })
  const notice = (await screen.findByText("You don't have enough credits to create a reel.")).parentElement
  expect(notice?.textContent).toContain('Please upgrade your subscription plan to get more credits.')
  const [upload, generate] = [await findButton('Upload Images'), await findButton(/^Generate Reel/)]
  expect([upload.disabled, generate.disabled]).toEqual([true, true])
  expect([upload, generate].map((one) => one.getAttribute('aria-describedby'))).toEqual([notice?.id, notice?.id])
  await waitFor(() => expect(events.isHeard()).toBe(true))
  remaining = 1
  events.say('credits-changed')
  await waitFor(() => expect(generate.disabled).toBe(false))
  expect(screen.queryByText("You don't have enough credits to create a reel.")).toBeNull()
})

test('a card says all that is known of a reel', async () => {
  openReelMaker(
    listOf(
      aReel({ id: recordId(1) }),
      aReel({ id: recordId(2), status: 'Approved', videoUrl: '/media/v/x', coverUrl: '/media/v/x/cover' }),
      aReel({ id: recordId(3), status: 'Published', caption: null, images: [] }),
    ),
  )
  const [draft, approved, other] = await findCards()
  expect(draft?.textContent).toBe(
    'Nov 9, 2026DraftOpen in the editor: Ferry to the other sideGenerate ReelDeleteNo video generated yet',
  )
  expect(approved?.textContent).toBe(
    'Nov 9, 2026ApprovedOpen in the editor: Ferry to the other sideRegenerate ReelDelete' +
      'View the video of Ferry to the other side Generated Reel Ready',
  )
  expect(other?.textContent).toBe(
    'Nov 9, 2026PublishedOpen in the editor: No captionNo images yetGenerate ReelDeleteNo video generated yet',
  )
  const badges = [draft, approved, other].map((card) => card?.querySelector<HTMLElement>('.badge')?.dataset.variant)
  expect(badges).toEqual(['outline', 'solid', 'wash'])
  const pictures = [...(draft?.querySelectorAll('.reel-thumbs img') ?? [])].map((image) => image.getAttribute('src'))
  expect(pictures).toEqual(['/media/u/one', '/media/u/two'])
  expect(within(other as HTMLElement).getByRole<HTMLButtonElement>('button', { name: /^Generate Reel/ }).disabled).toBe(
    true,
  )
})

test('how far a render is, and why the last one failed, stand in the place of the video', async () => {
  const render = aRender({ id: newRenderId(), reelId: recordId(1) })
  const failed = aRender({ id: newRenderId(), status: 'failed', message: 'No encoder was found.' })
  openReelMaker({
    ...listOf(aReel({ id: recordId(1), render }), aReel({ id: recordId(2), render: failed })),
    [`GET /api/airtable/reel-status/${render.id}`]: () => json({ success: true, status: 'processing', result: render }),
  })
  const [going, over] = await findCards()
  const video = within(going as HTMLElement).getByRole('button', { name: /^Show the progress of/ })
  expect(video.textContent).toBe('Show the progress of Ferry to the other side 62% about 1 minute left')
  expect(within(over as HTMLElement).getByText('The last render failed')).toBeTruthy()
  expect(within(over as HTMLElement).getByText('No encoder was found.')).toBeTruthy()
})

test('a reel of the address that could not be loaded says why, and is asked for again', async () => {
  let isBroken = true
  openReelMaker(
    {
      [`GET /api/airtable/reels/${recordId('Z')}`]: () =>
        isBroken ? failure(503, 'Stopping.') : failure(404, 'Gone.'),
    },
    `/reel-maker?record=${recordId('Z')}`,
  )
  expect(await screen.findByText('The reel could not be loaded')).toBeTruthy()
  expect(screen.getByText('Stopping.')).toBeTruthy()
  isBroken = false
  await userEvent.click(await findButton('Try Again'))
  expect(await screen.findByText('This reel is no longer there')).toBeTruthy()
})

test('a reel that is deleted by someone else while it is open is said to be gone', async () => {
  const events = eventLine()
  let isThere = true
  openReelMaker(
    {
      ...listOf(),
      'GET /api/events': events.answer,
      [`GET /api/airtable/reels/${recordId('R')}`]: () => (isThere ? json(aReel()) : failure(404, 'Reel not found')),
    },
    `/reel-maker?record=${recordId('R')}`,
  )
  expect(await screen.findByText('Saved')).toBeTruthy()
  await waitFor(() => expect(events.isHeard()).toBe(true))
  isThere = false
  events.say('reels-changed')
  expect(await screen.findByText('This reel is no longer there')).toBeTruthy()
  expect(screen.queryByText('Saved')).toBeNull()
})

test('no reels: the sentence and the next step', async () => {
  openReelMaker()
  expect(await screen.findByText('No Reels Found')).toBeTruthy()
  const empty = within(screen.getByText('No Reels Found').parentElement as HTMLElement)
  await userEvent.click(empty.getByRole('button', { name: 'Upload Images' }))
  expect(await screen.findByRole('dialog', { name: 'Upload Reel Images' })).toBeTruthy()
})

test('the reel of the address is marked in the list; one that is not there says so and is closed', async () => {
  const asked = openReelMaker(
    {
      ...listOf(aReel()),
      [`GET /api/airtable/reels/${recordId('Z')}`]: () => failure(404, 'Reel not found'),
      [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()),
    },
    `/reel-maker?record=${recordId('Z')}&other=1`,
  )
  expect(await screen.findByText('This reel is no longer there')).toBeTruthy()
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('Z')}`))
  expect(callsOf(asked, `GET /api/airtable/reels/${recordId('Z')}`)).toHaveLength(1)
  await userEvent.click(await findButton('Close the editor'))
  await waitFor(() => expect(window.location.search).toBe(''))
  await userEvent.click(screen.getByRole('link', { name: 'Open in the editor: Ferry to the other side' }))
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('R')}`))
  await waitFor(async () => expect((await findCards())[0]?.dataset.picked).toBe(''))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Editor' }))
})

test('a copy that is made after its reel was left does not take the user back', async () => {
  const made = Promise.withResolvers<Response>()
  const copy = aReel({ id: recordId('C') })
  openReelMaker(
    {
      ...listOf(aReel()),
      [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()),
      [`GET /api/airtable/reels/${recordId('C')}`]: () => json(copy),
      [`POST /api/reels/${recordId('R')}/duplicate`]: () => made.promise,
    },
    `/reel-maker?record=${recordId('R')}`,
  )
  await userEvent.click(await findButton('Duplicate'))
  await userEvent.click(screen.getByRole('link', { name: 'Planning' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Planning' })).toBeTruthy()
  made.resolve(json(copy, 201))
  expect(await screen.findByText('Reel duplicated')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Planning - tangelo'))
  expect(window.location.pathname).toBe('/planning')
})

test.each([
  ['Add images', 'ferry.jpg', 'image/jpeg'],
  ['Add music', 'harbour.mp3', 'audio/mpeg'],
])('who leaves while the editor sends a file (%s) is asked first', async (label, name, type) => {
  stubUploads()
  openReelMaker(
    { ...listOf(aReel()), [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()) },
    `/reel-maker?record=${recordId('R')}`,
  )
  await screen.findByText('Saved')
  await userEvent.upload(screen.getByLabelText(label, { selector: 'input' }), picture(name, { type }))
  await waitFor(() => expect(FakeRequest.all).toHaveLength(1))
  await userEvent.click(screen.getByRole('link', { name: 'Planning' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave while a file is being sent?' }))
  expect(FakeRequest.last?.isAborted).toBe(false)
  await userEvent.click(question.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Planning' })).toBeTruthy()
  expect(FakeRequest.last?.isAborted).toBe(true)
})
