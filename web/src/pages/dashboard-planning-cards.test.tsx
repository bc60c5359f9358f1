/** The card of a draft: all that is known of it, every fallback, and where it leads. */
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDraft, recordId } from '../testing/content.ts'
import { draftCards, draftList, openDashboard, withDrafts } from '../testing/drafts.ts'

test('a card says all that is known of a draft', async () => {
  openDashboard('/', withDrafts(aDraft({ hashtags: ['a', 'b', 'c', 'd', 'e'], mediaType: 'reel', status: 'Draft' })))
  const [card] = await draftCards()
  expect(card?.textContent).toBe(
    'CCasa Luma, ValenciaDRAFTREEL128 likes14 commentsNov 24, 2026Bergamot, blood orange, tangelo.#a#b#c+2 more',
  )
  expect(card?.querySelector('img')?.getAttribute('src')).toBe('/media/one')
})

test('a card of which nothing is known has every fallback', async () => {
  const nothing = { caption: null, location: null, imageUrl: null, likes: null, comments: null, publishDate: null }
  openDashboard('/', withDrafts(aDraft({ ...nothing, hashtags: null, mediaType: null, taggedUsers: null })))
  const [card] = await draftCards()
  expect(card?.textContent).toBe('FtangeloDRAFTNo image available0 likes0 commentsNo dateNo caption')
})

test.each([
  ['Draft', 'yellow'],
  ['Approved', 'good'],
  ['delete', 'bad'],
])('the status %s is %s', async (status, tone) => {
  openDashboard('/', withDrafts(aDraft({ status })))
  const [card] = await draftCards()
  const badge = within(card as HTMLElement).getByText(status.toUpperCase())
  expect(badge.style.getPropertyValue('--tone')).toBe(`var(--${tone})`)
})

test.each([
  ['reel', 'purple'],
  ['Video', 'blue'],
  ['carousel', 'indigo'],
  ['poem', 'slate'],
])('the media type %s is %s', async (mediaType, tone) => {
  openDashboard('/', withDrafts(aDraft({ mediaType })))
  const [card] = await draftCards()
  const badge = within(card as HTMLElement).getByText(mediaType.toUpperCase())
  expect(badge.style.getPropertyValue('--tone')).toBe(`var(--${tone})`)
})

test('a picture that cannot be shown is no picture', async () => {
  openDashboard('/', withDrafts(aDraft()))
  const [card] = await draftCards()
  card?.querySelector('img')?.dispatchEvent(new Event('error'))
  expect(await within(card as HTMLElement).findByText('No image available')).toBeTruthy()
})

test('words of others are words, whatever they are written in', async () => {
  const caption = '<script>alert(1)</script> مرحبا 🍊'
  openDashboard(
    '/',
    withDrafts(aDraft({ caption, hashtags: Array.from({ length: 200 }, (_, index) => `tag${index}`) })),
  )
  const [card] = await draftCards()
  expect(
    within(card as HTMLElement)
      .getByText(caption)
      .getAttribute('dir'),
  ).toBe('auto')
  expect(within(card as HTMLElement).getByText('+197 more')).toBeTruthy()
  expect(document.querySelector('main script')).toBeNull()
})

test('a reel opens in the Reel Maker, anything else in its dialog: both are links', async () => {
  openDashboard('/?columns=5', withDrafts(aDraft({ id: recordId(1), mediaType: 'reel' }), aDraft({ id: recordId(2) })))
  const links = within(await draftList()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/reel-maker?record=${recordId(1)}`,
    `/?columns=5&post=${recordId(2)}`,
  ])
})
