/** The video of a reel: watched in place, checked against what Instagram asks for, and used. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aCalendar, aDraft, recordId } from '../testing/content.ts'
import { findButton } from '../testing/controls.ts'
import { bodiesOf, json } from '../testing/network.ts'
import { findCards, listOf, openReelMaker } from '../testing/reel-maker.ts'
import { aCheck, aReel } from '../testing/reels.ts'

test('the video is watched in place, with what Instagram says of it, and downloaded under a good name', async () => {
  const check = aCheck()
  openReelMaker(listOf(aReel({ videoUrl: '/media/v/x', check })))
  await userEvent.click(await findButton('View the video of Ferry to the other side Generated Reel Ready'))
  const dialog = within(await screen.findByRole('dialog', { name: 'View Reel' }))
  const video = await dialog.findByLabelText<HTMLVideoElement>('Video: Ferry to the other side')
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

test('a video that is older than the images and settings of its reel says so, on the card and when it is watched', async () => {
  openReelMaker(listOf(aReel({ videoUrl: '/media/v/x', isVideoOutdated: true })))
  await userEvent.click(await findButton('View the video of Ferry to the other side Generated Reel Changed since'))
  const dialog = within(await screen.findByRole('dialog', { name: 'View Reel' }))
  expect(await dialog.findByText(/^The reel was changed after this video was made\./)).toBeTruthy()
})

test('a finished reel is scheduled, made a draft, and its caption copied', async () => {
  const post = aDraft({ id: recordId('R'), status: 'Approved', mediaType: 'reel', publishDate: null })
  const asked = openReelMaker({
    ...listOf(aReel({ videoUrl: '/media/v/x' })),
    'GET /api/content/calendar': () => aCalendar([]),
    [`GET /api/content/posts/${post.id}`]: () => json(post),
    [`PUT /api/airtable/posts/${post.id}`]: ({ body }) => json({ ...post, ...JSON.parse(body ?? ''), version: 4 }),
  })
  const user = userEvent.setup()
  await user.click(await findButton(/^View the video/))
  const next = within(await screen.findByRole('region', { name: 'What comes next' }))
  await user.click(next.getByRole('button', { name: 'Copy caption' }))
  expect(await screen.findByText('Caption copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(aReel().caption)
  await user.click(next.getByRole('button', { name: 'Schedule' }))
  expect(document.activeElement).toBe(next.getByLabelText('Set date'))
  expect(next.getByRole<HTMLButtonElement>('button', { name: 'Save date' }).disabled).toBe(true)
  fireEvent.change(next.getByLabelText('Set date'), { target: { value: '2026-12-24' } })
  await user.click(next.getByRole('button', { name: 'Save date' }))
  expect(await screen.findByText('Planned date changed')).toBeTruthy()
  await user.click(next.getByRole('button', { name: 'Make a draft' }))
  expect(await screen.findByText('The reel is a draft now')).toBeTruthy()
  const sent = bodiesOf(asked, `PUT /api/airtable/posts/${post.id}`)
  expect(sent).toMatchObject([{ publishDate: '2026-12-24' }, { status: 'Draft' }])
})

test('what Instagram would not take is opened at once, point by point', async () => {
  const point = { name: 'Size', found: '900 × 1600', wanted: 'a width of 1080', isMet: false }
  openReelMaker(listOf(aReel({ videoUrl: '/media/v/x', check: { isFit: false, points: [...aCheck().points, point] } })))
  await userEvent.click(await findButton(/^View the video/))
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
  openReelMaker(listOf(aReel({ videoUrl: 'reel.mp4' })))
  const [card] = await findCards()
  expect(card?.textContent).not.toContain('Ready')
  expect(card?.textContent).toContain('Generate Reel')
  await userEvent.click(await findButton(/^View the video/))
  expect(await screen.findByText('Cannot view video')).toBeTruthy()
  expect(screen.getByText('The video URL is invalid or the video file may be missing.')).toBeTruthy()
})
