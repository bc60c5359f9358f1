/** Content on the dashboard: the four counts, the drafts in all their faces, many of them changed at once. */
import type { ContentItem } from '@tangelo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { aDraft, aSync, counts, postPage, recordId } from '../testing/content.ts'
import { FakeRequest } from '../testing/fake-request.ts'
import { type Asked, failure, json, silence } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { eventLine } from '../testing/work.ts'

const open = (path: string, handlers: Handlers = {}, user = aUser({ role: 'pro', username: 'teo' })): Asked[] =>
  openApp(path, { 'GET /api/accounts': () => page([]), ...handlers }, user)
const drafts = (...posts: ContentItem[]): Handlers => ({ 'GET /api/airtable/draft-posts': () => postPage(posts) })
const some = (count: number): ContentItem[] =>
  Array.from({ length: count }, (_, index) =>
    aDraft({
      id: recordId(index + 1),
      caption: `Draft ${index + 1}`,
      location: `Place ${index + 1}`,
      createdTime: new Date(Date.UTC(2026, 10, 9) - index * 60_000).toISOString(),
    }),
  )
const list = () => screen.findByRole('list', { name: 'Draft posts' })
const cards = async () =>
  within(await list())
    .getAllByRole('listitem')
    .filter((item) => item.dataset.card)
const names = async () => (await cards()).map((card) => card.querySelector('.post-open')?.textContent)
const overview = () => screen.findByRole('region', { name: 'Content Status Overview' })
const asks = (asked: readonly Asked[], name: string) => asked.filter((one) => one.name === name)

test('the four counts, each with its share of all', async () => {
  open('/')
  const region = within(await overview())
  await region.findByText('148')
  expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Number of Draft Posts14824.6%',
    'Images Waiting to Post6210.3%',
    'Total Published38664.2%',
    'Total Content Items601100.0%',
  ])
  const bar = region.getByRole('progressbar', { name: 'Number of Draft Posts, share of all items' })
  expect(bar.getAttribute('aria-valuenow')).toBe('25')
  expect((bar.firstElementChild as HTMLElement).style.background).toBe('var(--amber-mark)')
})

test('without any item every share is nothing, never a broken figure', async () => {
  open('/', { 'GET /api/content/counts': () => counts({ draft: 0, approved: 0, published: 0, total: 0 }) })
  const region = within(await overview())
  await region.findAllByText('0')
  expect(region.getAllByText('0.0%')).toHaveLength(4)
})

test('four grey cards while the counts are on their way', async () => {
  open('/', { 'GET /api/content/counts': () => new Promise(() => undefined) })
  const region = await overview()
  await within(region).findByText('Loading the counts...')
  expect(region.querySelectorAll('[data-skeleton] > li')).toHaveLength(4)
})

test('counts that failed say why; Refresh Counts asks again and says so', async () => {
  let asked = 0
  open('/', {
    'GET /api/content/counts': () => {
      asked += 1
      return asked === 1 ? failure(503, 'The store is not answering.') : counts({ draft: asked })
    },
  })
  const region = within(await overview())
  expect(await region.findByText('The counts could not be loaded')).toBeTruthy()
  expect(region.getByText('The store is not answering.')).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Try Again' }))
  expect(await region.findByText('2')).toBeTruthy()
  await userEvent.click(region.getByRole('button', { name: 'Refresh Counts' }))
  expect(await region.findByText('3')).toBeTruthy()
  expect(region.getByText('The counts are up to date.')).toBeTruthy()
})

test('a change somewhere else reaches the counts and the drafts', async () => {
  const events = eventLine()
  let draft = 148
  open('/', {
    ...drafts(aDraft()),
    'GET /api/content/counts': () => counts({ draft }),
    'GET /api/events': events.answer,
  })
  const region = within(await overview())
  await region.findByText('148')
  await waitFor(() => expect(events.isHeard()).toBe(true))
  draft = 149
  events.say('content-changed')
  expect(await region.findByText('149')).toBeTruthy()
})

test('how old the copy of a table is, and why it is not in step', async () => {
  const pulledAt = new Date(Date.now() - 4 * 60_000).toISOString()
  let sync = aSync({ state: 'in_step', table: 'Content', pulledAt })
  const events = eventLine()
  open('/', { 'GET /api/content/sync': () => json(sync), 'GET /api/events': events.answer })
  expect(await screen.findByText('Synced with Content, 4 minutes ago')).toBeTruthy()
  await waitFor(() => expect(events.isHeard()).toBe(true))
  sync = { ...sync, state: 'failing', message: 'The token has ended.' }
  events.say('content-sync-changed')
  const text = 'Not synced with Content: the copy is from 4 minutes ago. The token has ended.'
  expect(await screen.findByText(text)).toBeTruthy()
})

test('administrators count, but do not plan', async () => {
  const asked = open('/', {}, aUser())
  await overview()
  await screen.findByText('148')
  expect(screen.queryByText('Content Planning')).toBeNull()
  expect(asks(asked, 'GET /api/airtable/draft-posts')).toEqual([])
})

test.each(['pro', 'basic'] as const)('%s plans: the panel says what it is for', async (role) => {
  open('/', drafts(aDraft()), aUser({ role }))
  expect(await screen.findByRole('heading', { name: 'Content Planning' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Draft Posts' })).toBeTruthy()
  const description = 'Review and manage draft posts. Change status to Approved or Delete to remove from this list.'
  expect(screen.getByText(description)).toBeTruthy()
  expect(screen.getByRole('radiogroup', { name: 'Grid Layout' })).toBeTruthy()
})

test('a card says all that is known of a draft', async () => {
  open('/', drafts(aDraft({ hashtags: ['a', 'b', 'c', 'd', 'e'], mediaType: 'reel', status: 'Draft' })))
  const [card] = await cards()
  expect(card?.textContent).toBe(
    'CCasa Luma, ValenciaDRAFTREEL128 likes14 commentsNov 24, 2026Bergamot, blood orange, tangelo.#a#b#c+2 more',
  )
  expect(card?.querySelector('img')?.getAttribute('src')).toBe('/media/one')
})

test('a card of which nothing is known has every fallback', async () => {
  const nothing = { caption: null, location: null, imageUrl: null, likes: null, comments: null, publishDate: null }
  open('/', drafts(aDraft({ ...nothing, hashtags: null, mediaType: null, taggedUsers: null })))
  const [card] = await cards()
  expect(card?.textContent).toBe('FtangeloDRAFTNo image available0 likes0 commentsNo dateNo caption')
})

test.each([
  ['Draft', 'yellow'],
  ['Approved', 'good'],
  ['delete', 'bad'],
])('the status %s is %s', async (status, tone) => {
  open('/', drafts(aDraft({ status })))
  const [card] = await cards()
  const badge = within(card as HTMLElement).getByText(status.toUpperCase())
  expect(badge.style.getPropertyValue('--tone')).toBe(`var(--${tone})`)
})

test.each([
  ['reel', 'purple'],
  ['Video', 'blue'],
  ['carousel', 'indigo'],
  ['poem', 'slate'],
])('the media type %s is %s', async (mediaType, tone) => {
  open('/', drafts(aDraft({ mediaType })))
  const [card] = await cards()
  const badge = within(card as HTMLElement).getByText(mediaType.toUpperCase())
  expect(badge.style.getPropertyValue('--tone')).toBe(`var(--${tone})`)
})

test('a picture that cannot be shown is no picture', async () => {
  open('/', drafts(aDraft()))
  const [card] = await cards()
  card?.querySelector('img')?.dispatchEvent(new Event('error'))
  expect(await within(card as HTMLElement).findByText('No image available')).toBeTruthy()
})

test('words of others are words, whatever they are written in', async () => {
  const caption = '<script>alert(1)</script> مرحبا 🍊'
  open('/', drafts(aDraft({ caption, hashtags: Array.from({ length: 200 }, (_, index) => `tag${index}`) })))
  const [card] = await cards()
  expect(
    within(card as HTMLElement)
      .getByText(caption)
      .getAttribute('dir'),
  ).toBe('auto')
  expect(within(card as HTMLElement).getByText('+197 more')).toBeTruthy()
  expect(document.querySelector('main script')).toBeNull()
})

test('a reel opens in the Reel Maker, anything else in its dialog: both are links', async () => {
  open('/?columns=5', drafts(aDraft({ id: recordId(1), mediaType: 'reel' }), aDraft({ id: recordId(2) })))
  const links = within(await list()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/reel-maker?record=${recordId(1)}`,
    `/?columns=5&post=${recordId(2)}`,
  ])
})

test('four grey cards while the drafts are on their way, and nothing to refresh', async () => {
  open('/', { 'GET /api/airtable/draft-posts': () => new Promise(() => undefined) })
  expect(await screen.findByText('Loading draft posts...')).toBeTruthy()
  expect(document.querySelectorAll('[data-skeleton] > .post-card')).toHaveLength(4)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh' }).disabled).toBe(true)
})

test('drafts that could not be loaded: the sentence, the cause, the way on', async () => {
  let isBroken = true
  open('/', {
    'GET /api/airtable/draft-posts': () => (isBroken ? failure(500, 'It broke.') : postPage([aDraft()])),
  })
  expect(await screen.findByText('Error loading draft posts. Please check your Airtable connection.')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  isBroken = false
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Draft Posts' })).getByRole('button', { name: 'Try Again' }),
  )
  expect(await cards()).toHaveLength(1)
})

test('no drafts: the sentence and the next step', async () => {
  open('/')
  expect(await screen.findByText('No draft posts found in your Airtable.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New draft' })).toHaveLength(2)
})

test('Refresh asks the table first, then the list, and says so', async () => {
  let answer = (_: Response): void => undefined
  const asked = open('/', {
    ...drafts(aDraft()),
    'POST /api/content/sync': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await list()
  const before = asks(asked, 'GET /api/airtable/draft-posts').length
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('button', { name: 'Refreshing...' })).toBeTruthy()
  answer(json(aSync(), 202))
  expect(await screen.findByText('Content refreshed')).toBeTruthy()
  expect(screen.getByText('Draft posts have been refreshed from Airtable.')).toBeTruthy()
  expect(asks(asked, 'GET /api/airtable/draft-posts').length).toBe(before + 1)
})

test('Refresh that failed says so', async () => {
  open('/', { ...drafts(aDraft()), 'POST /api/content/sync': () => failure(500, 'It broke.') })
  await list()
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Refresh failed')).toBeTruthy()
  expect(screen.getByText('Failed to refresh posts. Please try again.')).toBeTruthy()
})

test('columns, filter and media stand in the address; the server filters', async () => {
  const asked = open('/', { 'GET /api/airtable/draft-posts': ({ url }) => postPage(url.includes('q=') ? [] : some(2)) })
  await list()
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
  expect(asks(asked, 'GET /api/airtable/draft-posts').at(-1)?.url).toBe(
    '/api/airtable/draft-posts?limit=100&mediaType=carousel&q=zebra',
  )
  await user.click(screen.getByRole('button', { name: 'Show all drafts' }))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(await names()).toEqual(['Place 1', 'Place 2'])
})

test('a search that finds nothing among the newest goes on through the older ones by itself', async () => {
  const [found] = some(1)
  open('/?find=place', {
    'GET /api/airtable/draft-posts': ({ url }) => {
      const at = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? '0')
      if (at === 3) return new Promise(() => undefined)
      return json(at === 2 ? [found] : [], 200, { Link: `</api/posts?cursor=${at + 1}>; rel="next"` })
    },
  })
  expect(await names()).toEqual(['Place 1'])
  expect(screen.queryByText('No draft matches these filters.')).toBeNull()
  expect(screen.getByText('1 draft so far')).toBeTruthy()
  expect((await cards())[0]?.getAttribute('aria-setsize')).toBe('-1')
})

test('thousands of drafts are a few cards, and further ones come as they are scrolled to', async () => {
  const asked = open('/', {
    'GET /api/airtable/draft-posts': ({ url }) => {
      const from = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? '0')
      const rows = some(100).map((post, index) => ({ ...post, id: recordId(from + index + 1) }))
      return postPage(rows, { total: 5_000, next: String(from + 100) })
    },
  })
  await list()
  const first = (await cards())[0]
  expect(first?.getAttribute('aria-setsize')).toBe('5000')
  Object.assign(window, { scrollY: 4_000 })
  window.dispatchEvent(new Event('scroll'))
  await waitFor(() =>
    expect(asks(asked, 'GET /api/airtable/draft-posts').some(({ url }) => url.includes('cursor=100'))),
  )
  Object.assign(window, { scrollY: 0 })
  window.dispatchEvent(new Event('scroll'))
  expect(await screen.findByText(/^[2-9]00 of 5,000 drafts$/)).toBeTruthy()
  expect((await cards()).length).toBeLessThanOrEqual(60)
})

test('by keyboard: arrows move between the cards, Space selects, Shift selects all between, Escape forgets', async () => {
  open('/', drafts(...some(6)))
  const links = within(await list()).getAllByRole('link')
  links[0]?.focus()
  const user = userEvent.setup()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(links[1])
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(links[5])
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(links[1])
  await user.keyboard(' {ArrowRight}{ArrowRight}')
  await user.keyboard('{Shift>} {/Shift}')
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected drafts' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

async function selectTwo() {
  const user = userEvent.setup()
  const boxes = within(await list()).getAllByRole('checkbox')
  await user.click(boxes[0] as HTMLElement)
  await user.keyboard('{Shift>}')
  await user.click(boxes[1] as HTMLElement)
  await user.keyboard('{/Shift}')
  const bar = within(screen.getByRole('toolbar', { name: 'Selected drafts' }))
  expect(bar.getByText('2 selected')).toBeTruthy()
  return { user, bar }
}

test('what is being planned for several stays open when a colleague has approved them meanwhile', async () => {
  const events = eventLine()
  let held = some(4)
  open('/', {
    'GET /api/events': events.answer,
    'GET /api/airtable/draft-posts': () => postPage(held),
    'GET /api/content/assignees': () => json([]),
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Plan' }))
  const dialog = await screen.findByRole('dialog')
  held = held.slice(2)
  await waitFor(() => expect(events.isHeard()).toBe(true))
  events.say('content-changed')
  await waitFor(() => expect(document.querySelectorAll('.post-open')).toHaveLength(2))
  expect(dialog.isConnected).toBe(true)
})

test('several are approved in one action, and one Undo takes all of it back', async () => {
  let held = some(4)
  const asked = open('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts/status': ({ body }) => {
      const { posts, status } = JSON.parse(body ?? '')
      const ids = posts.map(({ id }: { id: string }) => id)
      const changed = some(4)
        .filter(({ id }) => ids.includes(id))
        .map((post) => ({ ...post, status, version: post.version + 1 }))
      held = status === 'Draft' ? some(4) : some(4).filter(({ id }) => !ids.includes(id))
      return json({ changed, refused: [] })
    },
  })
  const { user, bar } = await selectTwo()
  expect(bar.getByRole('button', { name: 'Select all 4' })).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('2 posts approved')).toBeTruthy()
  expect(await names()).toEqual(['Place 3', 'Place 4'])
  expect(screen.queryByRole('toolbar')).toBeNull()
  const [sent] = asks(asked, 'POST /api/content/posts/status')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    posts: [
      { id: recordId(1), version: 3 },
      { id: recordId(2), version: 3 },
    ],
    status: 'Approved',
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 posts are drafts again')).toBeTruthy()
  expect(await names()).toEqual(['Place 1', 'Place 2', 'Place 3', 'Place 4'])
  const undone = JSON.parse(asks(asked, 'POST /api/content/posts/status')[1]?.body ?? '')
  expect([undone.status, undone.posts[0].version]).toEqual(['Draft', 4])
})

test('Undo gives each post back what it was: one waits for approval again', async () => {
  const [first, second, ...rest] = some(4)
  const before = [{ ...first, approvalAskedAt: '2026-11-20T09:00:00.000Z' }, second, ...rest] as ReturnType<typeof some>
  let held = before
  const asked = open('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts/status': ({ body }) => {
      const { posts, status } = JSON.parse(body ?? '')
      const ids = posts.map(({ id }: { id: string }) => id)
      const changed = some(4)
        .filter(({ id }) => ids.includes(id))
        .map((post) => ({ ...post, status, version: post.version + 1 }))
      held = status === 'Draft' ? before : before.filter(({ id }) => !ids.includes(id))
      return json({ changed, refused: [] })
    },
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 posts are drafts again')).toBeTruthy()
  const undone = asks(asked, 'POST /api/content/posts/status').slice(1)
  expect(undone.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { posts: [{ id: recordId(1), version: 4 }], status: 'Draft', needsApproval: true },
    { posts: [{ id: recordId(2), version: 4 }], status: 'Draft' },
  ])
})

test('marking as Delete paints at once, and rolls back when the server refuses', async () => {
  let answer = (_: Response): void => undefined
  open('/', {
    ...drafts(...some(3)),
    'POST /api/content/posts/status': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(await names()).toEqual(['Place 3']))
  answer(failure(500, 'It broke.'))
  expect(await screen.findByText('The posts could not be changed')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  expect(await names()).toEqual(['Place 1', 'Place 2', 'Place 3'])
})

test('what could not be changed goes back to its place, and is told', async () => {
  const [first, second, third] = some(3) as [ContentItem, ContentItem, ContentItem]
  let held = [first, second, third]
  open('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts/status': () => {
      held = [second, third]
      return json({
        changed: [{ ...first, status: 'Approved', version: 4 }],
        refused: [{ id: second.id, error: 'changed_meanwhile', message: 'Somebody else changed it.' }],
      })
    },
  })
  const { user, bar } = await selectTwo()
  await user.click(bar.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('1 of 2 posts could not be changed')).toBeTruthy()
  expect(screen.getByText('Somebody else changed it.')).toBeTruthy()
  expect(await names()).toEqual(['Place 2', 'Place 3'])
})

test('a new draft: made by hand, and it stands first', async () => {
  const made = aDraft({ id: recordId(9), location: 'Marasea', createdTime: '2026-11-21T00:00:00.000Z' })
  let held = some(1)
  const asked = open('/', {
    'GET /api/airtable/draft-posts': () => postPage(held),
    'POST /api/content/posts': () => {
      held = [made, ...held]
      return json(made, 201)
    },
  })
  await list()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New draft' }))
  await user.type(dialog.getByLabelText('Caption'), 'Ferry')
  await user.type(dialog.getByPlaceholderText('Enter hashtag and press Enter'), '#ferry{Enter}')
  await user.type(dialog.getByPlaceholderText('Enter username and press Enter'), '@@ana')
  await user.type(dialog.getByLabelText('Location'), 'Marasea')
  await user.click(dialog.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Draft saved')).toBeTruthy()
  const [sent] = asks(asked, 'POST /api/content/posts')
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    mediaType: 'image',
    caption: 'Ferry',
    hashtags: ['ferry'],
    taggedUsers: ['ana'],
    location: 'Marasea',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await names()).toEqual(['Marasea', 'Place 1'])
})

test('a new draft that is not saved asks before it is lost; an empty one does not', async () => {
  open('/', drafts(aDraft()))
  await list()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  await user.type(await screen.findByLabelText('Caption'), 'x')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a caption that was suggested for one image is not offered for the next, nor the answer that comes late', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const given = ['/media/u/a', '/media/u/b', '/media/u/c']
  let isGivenUp = false
  const answers: ((signal: AbortSignal | null) => Response | Promise<Response>)[] = [
    () => json({ caption: 'Of the first image', note: null, promptTitle: null }),
    (signal) => {
      signal?.addEventListener('abort', () => {
        isGivenUp = true
      })
      return silence(signal)
    },
  ]
  const asked = open('/', {
    ...drafts(aDraft()),
    'POST /api/content/caption': (_, signal) => answers.shift()?.(signal) ?? failure(500, 'Asked too often'),
  })
  await list()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New draft' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New draft' }))
  const paste = async (): Promise<void> => {
    const file = new File(['image'], 'a.png', { type: 'image/png' })
    fireEvent.paste(document.body, { clipboardData: { files: [file] } })
    await FakeRequest.last?.answers(200, { imageUrls: [given.shift()] })
  }
  await paste()
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(await dialog.findByText('Of the first image')).toBeTruthy()
  await paste()
  expect(dialog.queryByText('Of the first image')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Suggest a caption' }))
  expect(dialog.getByText('Looking at the image...')).toBeTruthy()
  await paste()
  await waitFor(() => expect(isGivenUp).toBe(true))
  expect(dialog.queryByText('Looking at the image...')).toBeNull()
  expect(dialog.queryByText(/^No caption could be suggested/)).toBeNull()
  expect(asks(asked, 'POST /api/content/caption').map(({ body }) => body)).toEqual([
    '{"imageUrl":"/media/u/a"}',
    '{"imageUrl":"/media/u/b"}',
  ])
})

test('a draft that is opened here can be published here', async () => {
  const post = aDraft({ id: recordId(1), caption: 'One last swim', companyId: 1 })
  open(`/?post=${recordId(1)}`, {
    ...drafts(post),
    [`GET /api/content/posts/${recordId(1)}`]: () => json(post),
  })
  expect(await screen.findByRole('heading', { name: 'Publishing' })).toBeTruthy()
  const dialog = within(screen.getByRole('dialog', { name: 'Instagram Post' }))
  expect(dialog.getByRole('button', { name: 'Publish' })).toBeTruthy()
})
