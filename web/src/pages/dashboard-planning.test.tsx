/** Drafts on the dashboard: for whom, in all their faces, filtered, and thousands of them. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aDraft, aSync, postPage, recordId } from '../testing/content.ts'
import { draftCards, draftList, draftNames, openDashboard, someDrafts, withDrafts } from '../testing/drafts.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'

test.each(['pro', 'basic'] as const)('%s plans: the panel says what it is for', async (role) => {
  openDashboard('/', withDrafts(aDraft()), aUser({ role }))
  expect(await screen.findByRole('heading', { name: 'Content Planning' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Draft Posts' })).toBeTruthy()
  const description = 'Review and manage draft posts. Change status to Approved or Delete to remove from this list.'
  expect(screen.getByText(description)).toBeTruthy()
  expect(screen.getByRole('radiogroup', { name: 'Grid Layout' })).toBeTruthy()
})

test('four grey cards while the drafts are on their way, and nothing to refresh', async () => {
  openDashboard('/', { 'GET /api/airtable/draft-posts': () => new Promise(() => undefined) })
  expect(await screen.findByText('Loading draft posts...')).toBeTruthy()
  expect(document.querySelectorAll('[data-skeleton] > .post-card')).toHaveLength(4)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Refresh' })).disabled).toBe(true)
})

test('drafts that could not be loaded: the sentence, the cause, the way on', async () => {
  let isBroken = true
  openDashboard('/', {
    'GET /api/airtable/draft-posts': () => (isBroken ? failure(500, 'It broke.') : postPage([aDraft()])),
  })
  expect(await screen.findByText('Error loading draft posts. Please check your Airtable connection.')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  isBroken = false
  await userEvent.click(
    within(await screen.findByRole('region', { name: 'Draft Posts' })).getByRole('button', { name: 'Try Again' }),
  )
  expect(await draftCards()).toHaveLength(1)
})

test('no drafts: the sentence and the next step', async () => {
  openDashboard('/')
  expect(await screen.findByText('No draft posts found in your Airtable.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'New draft' })).toHaveLength(2))
})

test('Refresh asks the table first, then the list, and says so', async () => {
  let answer = (_: Response): void => undefined
  const asked = openDashboard('/', {
    ...withDrafts(aDraft()),
    'POST /api/content/sync': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await draftList()
  const before = callsOf(asked, 'GET /api/airtable/draft-posts').length
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('button', { name: 'Refreshing...' })).toBeTruthy()
  answer(json(aSync(), 202))
  expect(await screen.findByText('Content refreshed')).toBeTruthy()
  expect(screen.getByText('Draft posts have been refreshed from Airtable.')).toBeTruthy()
  expect(callsOf(asked, 'GET /api/airtable/draft-posts').length).toBe(before + 1)
})

test('Refresh that failed says so', async () => {
  openDashboard('/', { ...withDrafts(aDraft()), 'POST /api/content/sync': () => failure(500, 'It broke.') })
  await draftList()
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Refresh failed')).toBeTruthy()
  expect(screen.getByText('Failed to refresh posts. Please try again.')).toBeTruthy()
})

test('columns, filter and media stand in the address; the server filters', async () => {
  const asked = openDashboard('/', {
    'GET /api/airtable/draft-posts': ({ url }) => postPage(url.includes('q=') ? [] : someDrafts(2)),
  })
  await draftList()
  const user = userEvent.setup()
  await user.click(screen.getByRole('radio', { name: '6 columns' }))
  await waitFor(() => expect(window.location.search).toBe('?columns=6'))
  await user.click(screen.getByRole('radio', { name: '4 columns' }))
  await waitFor(() => expect(window.location.search).toBe(''))
  await user.click(screen.getByRole('combobox', { name: 'Media' }))
  await user.click(screen.getByRole('option', { name: 'Carousel' }))
  await waitFor(() => expect(window.location.search).toBe('?media=carousel'))
  await user.type(screen.getByRole('searchbox', { name: 'Filter drafts' }), 'zebra')
  expect(await screen.findByText('No draft matches these filters.')).toBeTruthy()
  expect(window.location.search).toBe('?media=carousel&find=zebra')
  expect(callsOf(asked, 'GET /api/airtable/draft-posts').at(-1)?.url).toBe(
    '/api/airtable/draft-posts?limit=100&mediaType=carousel&q=zebra',
  )
  await user.click(screen.getByRole('button', { name: 'Show all drafts' }))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(await draftNames()).toEqual(['Place 1', 'Place 2'])
})

test('a search that finds nothing among the newest goes on through the older ones by itself', async () => {
  const [found] = someDrafts(1)
  openDashboard('/?find=place', {
    'GET /api/airtable/draft-posts': ({ url }) => {
      const at = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? '0')
      if (at === 3) return new Promise(() => undefined)
      return json(at === 2 ? [found] : [], 200, { Link: `</api/posts?cursor=${at + 1}>; rel="next"` })
    },
  })
  expect(await draftNames()).toEqual(['Place 1'])
  expect(screen.queryByText('No draft matches these filters.')).toBeNull()
  expect(screen.getByText('1 draft so far')).toBeTruthy()
  expect((await draftCards())[0]?.getAttribute('aria-setsize')).toBe('-1')
})

test('thousands of drafts are a few cards, and further ones come as they are scrolled to', async () => {
  const asked = openDashboard('/', {
    'GET /api/airtable/draft-posts': ({ url }) => {
      const from = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? '0')
      const rows = someDrafts(100).map((post, index) => ({ ...post, id: recordId(from + index + 1) }))
      return postPage(rows, { total: 5_000, next: String(from + 100) })
    },
  })
  await draftList()
  const first = (await draftCards())[0]
  expect(first?.getAttribute('aria-setsize')).toBe('5000')
  Object.assign(window, { scrollY: 4_000 })
  window.dispatchEvent(new Event('scroll'))
  await waitFor(() =>
    expect(callsOf(asked, 'GET /api/airtable/draft-posts').some(({ url }) => url.includes('cursor=100'))),
  )
  Object.assign(window, { scrollY: 0 })
  window.dispatchEvent(new Event('scroll'))
  expect(await screen.findByText(/^[2-9]00 of 5,000 drafts$/)).toBeTruthy()
  expect((await draftCards()).length).toBeLessThanOrEqual(60)
})

test('a draft that is opened here can be published here', async () => {
  const post = aDraft({ id: recordId(1), caption: 'One last swim', companyId: 1 })
  openDashboard(`/?post=${recordId(1)}`, {
    ...withDrafts(post),
    [`GET /api/content/posts/${recordId(1)}`]: () => json(post),
  })
  expect(await screen.findByRole('heading', { name: 'Publishing' })).toBeTruthy()
  const dialog = within(screen.getByRole('dialog', { name: 'Instagram Post' }))
  expect(dialog.getByRole('button', { name: 'Publish' })).toBeTruthy()
})
