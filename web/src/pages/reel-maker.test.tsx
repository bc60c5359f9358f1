/** The Reel Maker: who may, what is left to spend, the reels in all their faces, watching and deleting one. */
import type { Reel } from '@tangelo/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { aCalendar, aDraft, recordId } from '../testing/content.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { aCheck, aReel, aRender, newRenderId, reelPage, someCredits } from '../testing/reels.ts'
import { eventLine } from '../testing/work.ts'

const open = (path: string, handlers: Handlers = {}, user = aUser({ role: 'pro', username: 'teo' })): Asked[] =>
  openApp(path, { 'GET /api/accounts': () => page([]), ...handlers }, user)
const reels = (...rows: Reel[]): Handlers => ({ 'GET /api/airtable/reels': () => reelPage(rows) })
const cards = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: 'Reels' })).getAllByRole('listitem')
const asks = (asked: readonly Asked[], name: string) => asked.filter((one) => one.name === name)
const header = () => screen.findByRole('heading', { level: 1, name: 'Reel Maker' })
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

test.each(['admin', 'pro'] as const)('%s finds it in the sidebar', async (role) => {
  open('/', {}, aUser({ role }))
  const link = await screen.findByRole('link', { name: 'Reel Maker' })
  await userEvent.click(link)
  expect(await header()).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Reel Maker - tangelo'))
  expect(link.getAttribute('aria-current')).toBe('page')
})

test('basic has no way to it, and is told so', async () => {
  const asked = open('/reel-maker', {}, aUser({ role: 'basic' }))
  expect(await screen.findByText('Access Denied')).toBeTruthy()
  expect(screen.getByText("You don't have permission to access this feature")).toBeTruthy()
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  expect(screen.queryByRole('link', { name: 'Reel Maker' })).toBeNull()
  expect(asks(asked, 'GET /api/airtable/reels')).toEqual([])
})

test('what is left to spend, and when it renews', async () => {
  const renewalDate = new Date(Date.now() + 11 * 86_400_000).toISOString()
  open('/reel-maker', { 'GET /api/companies/1/credits': () => someCredits({ renewalDate }) })
  expect(await screen.findByText('24 of 30 credits remaining')).toBeTruthy()
  expect(screen.getByText('Renews in 11 days')).toBeTruthy()
})

test('the key R opens the upload, once', async () => {
  open('/reel-maker', { 'GET /api/companies/1/credits': () => someCredits({}) })
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
  open('/reel-maker', { 'GET /api/companies/1/credits': () => failure(500, 'It broke.') })
  expect(await screen.findByText('5 of 5 credits remaining')).toBeTruthy()
  expect(screen.getByText('Not known right now')).toBeTruthy()
  expect((await button('Refresh')).disabled).toBe(false)
})

test('without a credit the buttons are off and say why; one that comes back brings them back', async () => {
  const events = eventLine()
  let remaining = 0
  open('/reel-maker', {
    ...reels(aReel()),
    'GET /api/companies/1/credits': () => someCredits({ remaining }),
    'GET /api/events': events.answer,
  })
  const notice = (await screen.findByText("You don't have enough credits to create a reel.")).parentElement
  expect(notice?.textContent).toContain('Please upgrade your subscription plan to get more credits.')
  const [upload, generate] = [await button('Upload Images'), await button(/^Generate Reel/)]
  expect([upload.disabled, generate.disabled]).toEqual([true, true])
  expect([upload, generate].map((one) => one.getAttribute('aria-describedby'))).toEqual([notice?.id, notice?.id])
  await waitFor(() => expect(events.isHeard()).toBe(true))
  remaining = 1
  events.say('credits-changed')
  await waitFor(() => expect(generate.disabled).toBe(false))
  expect(screen.queryByText("You don't have enough credits to create a reel.")).toBeNull()
})

test('a card says all that is known of a reel', async () => {
  open(
    '/reel-maker',
    reels(
      aReel({ id: recordId(1) }),
      aReel({ id: recordId(2), status: 'Approved', videoUrl: '/media/v/x', coverUrl: '/media/v/x/cover' }),
      aReel({ id: recordId(3), status: 'Published', caption: null, images: [] }),
    ),
  )
  const [draft, approved, other] = await cards()
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
  open('/reel-maker', {
    ...reels(aReel({ id: recordId(1), render }), aReel({ id: recordId(2), render: failed })),
    [`GET /api/airtable/reel-status/${render.id}`]: () => json({ success: true, status: 'processing', result: render }),
  })
  const [going, over] = await cards()
  const video = within(going as HTMLElement).getByRole('button', { name: /^Show the progress of/ })
  expect(video.textContent).toBe('Show the progress of Ferry to the other side 62% about 1 minute left')
  expect(within(over as HTMLElement).getByText('The last render failed')).toBeTruthy()
  expect(within(over as HTMLElement).getByText('No encoder was found.')).toBeTruthy()
})

test('grey cards while the reels are on their way, and nothing to refresh', async () => {
  open('/reel-maker', { 'GET /api/airtable/reels': () => new Promise(() => undefined) })
  expect(await screen.findByText('Loading reels...')).toBeTruthy()
  expect(document.querySelectorAll('[data-skeleton] > .reel-card')).toHaveLength(4)
  expect((await button('Refresh')).disabled).toBe(true)
})

test('reels that could not be loaded: asked three times, then the sentence, the cause, the way on', async () => {
  let isBroken = true
  const asked = open('/reel-maker', {
    'GET /api/airtable/reels': () => (isBroken ? failure(503, 'The store is not answering.') : reelPage([aReel()])),
  })
  expect(await screen.findByText('Error loading reels')).toBeTruthy()
  expect(screen.getByText('The store is not answering.')).toBeTruthy()
  expect(asks(asked, 'GET /api/airtable/reels')).toHaveLength(3)
  isBroken = false
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try Again' }))
  expect(await cards()).toHaveLength(1)
})

test.each([
  [
    'a page of whatever stands before the server',
    () => new Response('<html>', { status: 502 }),
    'Something went wrong',
  ],
  ['no answer', () => new TypeError('cut off'), 'The server could not be reached'],
] as const)('reels that could not be loaded, without a word of the server: %s', async (_, answer, cause) => {
  open('/reel-maker', { 'GET /api/airtable/reels': answer })
  expect(await screen.findByText('Error loading reels')).toBeTruthy()
  expect(screen.getByText(cause)).toBeTruthy()
})

test('the next reels that could not be loaded are asked for again by a press', async () => {
  const many = Array.from({ length: 200 }, (_, index) => aReel({ id: recordId(index + 1) }))
  let isBroken = true
  open('/reel-maker', {
    'GET /api/airtable/reels': ({ url }) => {
      if (!url.includes('cursor=two')) return reelPage(many.slice(0, 100), { total: 200, next: 'two' })
      return isBroken ? failure(503, 'Stopping.') : reelPage(many.slice(100), { total: 200 })
    },
  })
  await cards()
  vi.stubGlobal('scrollY', 95 * 252)
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(await screen.findByText('The next reels could not be loaded.')).toBeTruthy()
  isBroken = false
  await userEvent.click(await button('Try Again'))
  expect(await screen.findByText('200')).toBeTruthy()
})

test('a reel of the address that could not be loaded says why, and is asked for again', async () => {
  let isBroken = true
  open(`/reel-maker?record=${recordId('Z')}`, {
    [`GET /api/airtable/reels/${recordId('Z')}`]: () => (isBroken ? failure(503, 'Stopping.') : failure(404, 'Gone.')),
  })
  expect(await screen.findByText('The reel could not be loaded')).toBeTruthy()
  expect(screen.getByText('Stopping.')).toBeTruthy()
  isBroken = false
  await userEvent.click(await button('Try Again'))
  expect(await screen.findByText('This reel is no longer there')).toBeTruthy()
})

test('no reels: the sentence and the next step', async () => {
  open('/reel-maker')
  expect(await screen.findByText('No Reels Found')).toBeTruthy()
  const empty = within(screen.getByText('No Reels Found').parentElement as HTMLElement)
  await userEvent.click(empty.getByRole('button', { name: 'Upload Images' }))
  expect(await screen.findByRole('dialog', { name: 'Upload Reel Images' })).toBeTruthy()
})

test('Refresh asks again and says so; when it fails, what is shown stays and the way on is offered', async () => {
  let isBroken = false
  const asked = open('/reel-maker', {
    'GET /api/airtable/reels': () => (isBroken ? failure(503, 'The store is not answering.') : reelPage([aReel()])),
  })
  await cards()
  await userEvent.click(await button('Refresh'))
  expect(await screen.findByText('The reels are up to date.')).toBeTruthy()
  expect(asks(asked, 'GET /api/airtable/reels')).toHaveLength(2)
  isBroken = true
  await userEvent.click(await button('Refresh'))
  expect(await screen.findByText('Error loading reels')).toBeTruthy()
  expect(await cards()).toHaveLength(1)
  isBroken = false
  await userEvent.click(await button('Try Again'))
  expect(await screen.findByText('The reels are up to date.')).toBeTruthy()
})

test('more than a page: the rest comes on the way down, and only what is in sight is in the page', async () => {
  const many = Array.from({ length: 200 }, (_, index) => aReel({ id: recordId(index + 1) }))
  const asked = open('/reel-maker', {
    'GET /api/airtable/reels': ({ url }) =>
      url.includes('cursor=two')
        ? reelPage(many.slice(100), { total: 200 })
        : reelPage(many.slice(0, 100), { total: 200, next: 'two' }),
  })
  expect((await cards()).length).toBeLessThan(20)
  expect(screen.getByText('100 of 200')).toBeTruthy()
  vi.stubGlobal('scrollY', 95 * 252)
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(await screen.findByText('200')).toBeTruthy()
  expect(asks(asked, 'GET /api/airtable/reels').map(({ url }) => url)).toEqual([
    '/api/airtable/reels?limit=100',
    '/api/airtable/reels?limit=100&cursor=two',
  ])
})

test('a reel is asked for again after a minute, and on coming back to the page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked = open('/reel-maker', reels(aReel()))
  await cards()
  const count = () => asks(asked, 'GET /api/airtable/reels').length
  expect(count()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(count()).toBe(2))
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(count()).toBe(3)
})

test('the video is watched in place, with what Instagram says of it, and downloaded under a good name', async () => {
  const check = aCheck()
  open('/reel-maker', reels(aReel({ videoUrl: '/media/v/x', check })))
  await userEvent.click(await button('View the video of Ferry to the other side Generated Reel Ready'))
  const dialog = within(await screen.findByRole('dialog', { name: 'View Reel' }))
  const video = dialog.getByLabelText<HTMLVideoElement>('Video: Ferry to the other side')
  expect(video.getAttribute('src')).toBe('/media/v/x')
  expect(video.autoplay).toBe(true)
  const download = dialog.getByRole('link', { name: 'Download Video' })
  expect(download.getAttribute('href')).toBe('/media/v/x?download=Ferry%20to%20the%20other%20side')
  expect(dialog.getByText('Ready for Instagram').closest('details')?.open).toBe(false)
  act(() => void video.dispatchEvent(new Event('error')))
  expect(dialog.getByText('The video URL is invalid or the video file may be missing.')).toBeTruthy()
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a finished reel is scheduled, made a draft, and its caption copied', async () => {
  const post = aDraft({ id: recordId('R'), status: 'Approved', mediaType: 'reel', publishDate: null })
  const asked = open('/reel-maker', {
    ...reels(aReel({ videoUrl: '/media/v/x' })),
    'GET /api/content/calendar': () => aCalendar([]),
    [`GET /api/content/posts/${post.id}`]: () => json(post),
    [`PUT /api/airtable/posts/${post.id}`]: ({ body }) => json({ ...post, ...JSON.parse(body ?? ''), version: 4 }),
  })
  const user = userEvent.setup()
  await user.click(await button(/^View the video/))
  const next = within(await screen.findByRole('region', { name: 'What comes next' }))
  await user.click(next.getByRole('button', { name: 'Copy caption' }))
  expect(await screen.findByText('Caption copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(aReel().caption)
  await user.click(next.getByRole('button', { name: 'Schedule' }))
  fireEvent.change(next.getByLabelText('Set date'), { target: { value: '2026-12-24' } })
  await user.click(next.getByRole('button', { name: 'Save date' }))
  expect(await screen.findByText('Planned date changed')).toBeTruthy()
  await user.click(next.getByRole('button', { name: 'Make a draft' }))
  expect(await screen.findByText('The reel is a draft now')).toBeTruthy()
  const sent = asks(asked, `PUT /api/airtable/posts/${post.id}`).map(({ body }) => JSON.parse(body ?? ''))
  expect(sent).toMatchObject([{ publishDate: '2026-12-24' }, { status: 'Draft' }])
})

test('what Instagram would not take is opened at once, point by point', async () => {
  const point = { name: 'Size', found: '900 × 1600', wanted: 'a width of 1080', isMet: false }
  open(
    '/reel-maker',
    reels(aReel({ videoUrl: '/media/v/x', check: { isFit: false, points: [...aCheck().points, point] } })),
  )
  await userEvent.click(await button(/^View the video/))
  const summary = await screen.findByText('Not ready for Instagram: 1 issue')
  expect(summary.closest('details')?.open).toBe(true)
  const points = within(screen.getByRole('list', { name: 'What Instagram asks of a reel' })).getAllByRole('listitem')
  expect(points.map((item) => item.textContent)).toEqual([
    'Video codecH.264 High',
    'Duration15.5 s',
    'Size900 × 1600Instagram asks for a width of 1080',
  ])
  expect(within(points[2] as HTMLElement).getByLabelText('Not met')).toBeTruthy()
})

test('an address that is none is not watched, and the reel is not ready', async () => {
  open('/reel-maker', reels(aReel({ videoUrl: 'reel.mp4' })))
  const [card] = await cards()
  expect(card?.textContent).not.toContain('Ready')
  expect(card?.textContent).toContain('Generate Reel')
  await userEvent.click(await button(/^View the video/))
  expect(await screen.findByText('Cannot view video')).toBeTruthy()
  expect(screen.getByText('The video URL is invalid or the video file may be missing.')).toBeTruthy()
})

test('a reel is deleted after a question whose harmless answer has the focus', async () => {
  const asked = open('/reel-maker', {
    ...reels(aReel()),
    [`DELETE /api/airtable/reels/${recordId('R')}`]: () => json({ success: true }),
  })
  await userEvent.click(await button('Delete Ferry to the other side'))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('Are you sure you want to delete this reel? This action cannot be undone.')).toBeTruthy()
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Reel deleted')).toBeTruthy()
  expect(asks(asked, `DELETE /api/airtable/reels/${recordId('R')}`)).toHaveLength(1)
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
  open('/reel-maker', { ...reels(aReel()), [`DELETE /api/airtable/reels/${recordId('R')}`]: answer })
  await userEvent.click(await button(/^Delete Ferry/))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Error deleting reel')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(await cards()).toHaveLength(1)
})

test('a reel that somebody else has deleted is deleted', async () => {
  open('/reel-maker', {
    ...reels(aReel()),
    [`DELETE /api/airtable/reels/${recordId('R')}`]: () => failure(404, 'Reel not found'),
  })
  await userEvent.click(await button(/^Delete Ferry/))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Reel deleted')).toBeTruthy()
})

test('the reel of the address is marked in the list; one that is not there says so and is closed', async () => {
  const asked = open(`/reel-maker?record=${recordId('Z')}&other=1`, {
    ...reels(aReel()),
    [`GET /api/airtable/reels/${recordId('Z')}`]: () => failure(404, 'Reel not found'),
    [`GET /api/airtable/reels/${recordId('R')}`]: () => json(aReel()),
  })
  expect(await screen.findByText('This reel is no longer there')).toBeTruthy()
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('Z')}`))
  expect(asks(asked, `GET /api/airtable/reels/${recordId('Z')}`)).toHaveLength(1)
  await userEvent.click(await button('Close the editor'))
  await waitFor(() => expect(window.location.search).toBe(''))
  await userEvent.click(screen.getByRole('link', { name: 'Open in the editor: Ferry to the other side' }))
  await waitFor(() => expect(window.location.search).toBe(`?record=${recordId('R')}`))
  await waitFor(async () => expect((await cards())[0]?.dataset.picked).toBe(''))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Editor' }))
})
