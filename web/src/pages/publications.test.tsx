/** One publication and the queue of all: steps, another time, withdrawing, deciding what is unclear; slots; and the calendar. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { page } from '../testing/accounts.ts'
import { aCalendar, aDraft, postPage, recordId } from '../testing/content.ts'
import { aReelInsights } from '../testing/insights.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { anOwnAccount, aPublication, hoursAhead, PUBLICATION_ID, someSlots } from '../testing/publishing.ts'

const ONE = `GET /api/publications/${PUBLICATION_ID}`

function open(path: string, handlers: Handlers = {}): Asked[] {
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([]),
      'GET /api/content/assignees': () => json([]),
      'GET /api/content/posts': () => postPage([]),
      'GET /api/own-accounts': () => json({ logins: [], accounts: [anOwnAccount()], lastSignIn: null }),
      'GET /api/accounts/4/publishing': () => json(someSlots({ timeZone: 'UTC' })),
      ...handlers,
    },
    aUser({ role: 'pro', companyId: 1 }),
  )
}
const openOne = (publication: ReturnType<typeof aPublication>, handlers: Handlers = {}) =>
  open(`/planning?publication=${PUBLICATION_ID}`, { [ONE]: () => json(publication), ...handlers })

const bodies = (asked: readonly Asked[], name: string) =>
  asked.filter((one) => one.name === name).map(({ body }) => (body ? JSON.parse(body) : null))

test('a planned publication says when it goes out, and is planned for another slot', async () => {
  const at = hoursAhead(96)
  const asked = openOne(aPublication({ options: { firstComment: 'Recipe below', isMadeByAi: true } }), {
    'GET /api/accounts/4/publishing': () => json(someSlots({ next: [at], timeZone: 'UTC' })),
    [`PUT /api/publications/${PUBLICATION_ID}`]: () => json(aPublication({ plannedAt: at })),
  })
  expect(await screen.findByRole('heading', { level: 1, name: /One last swim Planned/ })).toBeTruthy()
  expect(screen.getByText('First comment: Recipe below')).toBeTruthy()
  expect(screen.getByText('Marked as made with AI')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Choose another time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose another time' }))
  await userEvent.click(await dialog.findByRole('button', { name: /^Plan for/ }))
  await waitFor(() => expect(bodies(asked, `PUT /api/publications/${PUBLICATION_ID}`)).toEqual([{ at }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('withdrawing asks first, and leaves the post', async () => {
  let shown = aPublication()
  const asked = open(`/planning?publication=${PUBLICATION_ID}`, {
    [ONE]: () => json(shown),
    [`GET /api/content/posts/${recordId(1)}`]: () => json(aDraft({ id: recordId(1) })),
    [`DELETE /api/publications/${PUBLICATION_ID}`]: () => {
      shown = aPublication({ state: 'withdrawn', endedAt: hoursAhead(0), sentence: 'pro withdrew it.' })
      return json(shown)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('pro withdrew it.')).toBeTruthy()
  expect(bodies(asked, `DELETE /api/publications/${PUBLICATION_ID}`)).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Publish again' })).toBeTruthy()
})

const candidate = (id: string, at: string) => ({
  mediaId: id,
  permalink: `https://www.instagram.com/p/${id}/`,
  caption: 'One last swim',
  postedAt: at,
})
const unclear = (
  candidates = [candidate('17', '2026-11-20T19:00:11.000Z'), candidate('18', '2026-11-20T19:04:50.000Z')],
) =>
  aPublication({
    state: 'unclear',
    waitsFor: 'person',
    plannedAt: '2026-11-20T19:00:00.000Z',
    sentence: 'It is probably live, but 2 new posts on @marasea fit.',
    steps: [{ at: '2026-11-20T19:00:09.000Z', state: 'publishing', title: 'Order to publish', detail: null }],
    candidates,
  })

test('of two posts that fit a person says which one it is', async () => {
  let shown = unclear()
  const asked = open(`/planning?publication=${PUBLICATION_ID}`, {
    [ONE]: () => json(shown),
    [`POST /api/publications/${PUBLICATION_ID}/decision`]: () => {
      shown = aPublication({ state: 'published', sentence: 'pro looked and it is live.' })
      return json(shown)
    },
  })
  expect(await screen.findByText('2 seconds after the order. The same caption.')).toBeTruthy()
  expect(screen.getByText('5 minutes after the order. The same caption.')).toBeTruthy()
  // Neither is chosen for them.
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(screen.getByRole('button', { name: 'This is it' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('radio', { name: /5 minutes after the order/ }))
  await userEvent.click(screen.getByRole('button', { name: 'This is it' }))
  await waitFor(() =>
    expect(bodies(asked, `POST /api/publications/${PUBLICATION_ID}/decision`)).toEqual([
      { published: true, mediaId: '18' },
    ]),
  )
  expect(await screen.findByText('pro looked and it is live.')).toBeTruthy()
})

test('the only post that fits is chosen already, and its time is counted from the last order', async () => {
  const publication = unclear([candidate('17', '2026-11-20T19:05:11.000Z')])
  const [first] = publication.steps
  const refused = { at: '2026-11-20T19:00:10.000Z', state: 'publishing', title: 'The order was refused', detail: null }
  const steps = first
    ? [first, refused as typeof first, Object.assign({}, first, { at: '2026-11-20T19:05:09.000Z' })]
    : []
  const asked = openOne(Object.assign({}, publication, { steps }), {
    [`POST /api/publications/${PUBLICATION_ID}/decision`]: () => json(aPublication({ state: 'published' })),
  })
  expect(await screen.findByText(/^The order left at 19:05:09/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: /2 seconds after the order/, checked: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'This is it' }))
  await waitFor(() =>
    expect(bodies(asked, `POST /api/publications/${PUBLICATION_ID}/decision`)).toEqual([
      { published: true, mediaId: '17' },
    ]),
  )
})

test('a post that is live and none of those that fit is noted without one of them', async () => {
  const asked = openOne(unclear([candidate('17', '2026-11-20T19:00:11.000Z')]), {
    [`POST /api/publications/${PUBLICATION_ID}/decision`]: () => json(aPublication({ state: 'published' })),
  })
  await userEvent.click(await screen.findByRole('radio', { name: /^It is live, but it is not this one/ }))
  expect(screen.getByText(/counts as published, without an address/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'It is live' }))
  await waitFor(() =>
    expect(bodies(asked, `POST /api/publications/${PUBLICATION_ID}/decision`)).toEqual([
      { published: true, mediaId: null },
    ]),
  )
})

test('that it is not live is asked once more, because a second order would make two posts', async () => {
  const asked = openOne(unclear([]), {
    [`POST /api/publications/${PUBLICATION_ID}/decision`]: () =>
      json(aPublication({ state: 'failed', post: null, sentence: 'pro looked and it is not live.' })),
  })
  expect(await screen.findByText(/^No post on the account fits/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'It is not live' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Is it not live?' }))
  expect(question.getByText(/it is there twice/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'It is not live' }))
  await waitFor(() =>
    expect(bodies(asked, `POST /api/publications/${PUBLICATION_ID}/decision`)).toEqual([{ published: false }]),
  )
})

test('one that waits for a sign-in leads to the account, one that is paused is resumed', async () => {
  openOne(aPublication({ waitsFor: 'sign_in', sentence: 'The permission has ended.' }))
  expect((await screen.findByRole('link', { name: 'Connect again' })).getAttribute('href')).toBe(
    '/account/4#own-account',
  )
})

const toCopy = {
  caption: 'One last swim\n\n#sea',
  taggedUsers: ['ana'],
  collaborators: [],
  location: null,
  firstComment: 'Which one?',
  altTexts: ['A swimmer', ''],
  media: ['/media/u/one', '/media/u/two', '/media/v/three'],
}

test('a post that its person was reminded of has everything to copy, and is marked as posted with its address', async () => {
  const written: string[] = []
  const asked = openOne(
    aPublication({ how: 'remind', waitsFor: 'person', sentence: 'It is time to post it to @marasea.', toCopy }),
    { [`POST /api/publications/${PUBLICATION_ID}/decision`]: () => json(aPublication({ state: 'published' })) },
  )
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    written.push(text)
  })
  expect(await screen.findByRole('heading', { level: 1, name: /Post it yourself/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy caption' }))
  await user.click(screen.getByRole('button', { name: 'Copy tag' }))
  expect(written).toEqual(['One last swim\n\n#sea', '@ana'])
  expect(screen.getByRole('link', { name: 'Save picture 2' }).getAttribute('href')).toBe('/media/u/two')
  expect(screen.getByRole('link', { name: 'Save the video' }).getAttribute('href')).toBe('/media/v/three')
  // What is empty is not there to copy.
  expect(screen.queryByRole('button', { name: 'Copy place' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Address of the post' }), 'instagram.com/p/x')
  await user.click(screen.getByRole('button', { name: 'I have posted it' }))
  expect(screen.getByText(/^Write it like https/)).toBeTruthy()
  await user.clear(screen.getByRole('textbox', { name: 'Address of the post' }))
  await user.type(screen.getByRole('textbox', { name: 'Address of the post' }), 'https://www.instagram.com/p/x/')
  await user.click(screen.getByRole('button', { name: 'I have posted it' }))
  await waitFor(() =>
    expect(bodies(asked, `POST /api/publications/${PUBLICATION_ID}/decision`)).toEqual([
      { published: true, permalink: 'https://www.instagram.com/p/x/' },
    ]),
  )
})

test('a reminder is none that goes out: its page, its withdrawal and its new time say so', async () => {
  openOne(aPublication({ how: 'remind', sentence: 'You are reminded at its time.', toCopy }))
  expect(await screen.findByRole('heading', { level: 1, name: /Reminder/ })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'You are reminded' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Address of the post' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Choose another time' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose another time' }))
  expect(dialog.getByText('For @marasea. You are reminded then.')).toBeTruthy()
  expect(await dialog.findByRole('button', { name: /^Remind me/ })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(/^You are not reminded of it/)).toBeTruthy()
})

const INSIGHTS = `${ONE}/insights`
const live = aPublication({
  state: 'published',
  mediaId: '17920230000000001',
  endedAt: hoursAhead(-24),
  publishedAt: hoursAhead(-24),
  sentence: 'It is live on @marasea, published once.',
})

test('what is live shows what it reached against what was to be expected, and planned against actual', async () => {
  openOne(live, { [INSIGHTS]: () => json(aReelInsights) })
  const reached = within(await screen.findByRole('region', { name: 'What it reached' }))
  expect((await reached.findByText(/above the 3.9K to 7.4K expected of reels/)).textContent).toContain('8.2K views')
  expect(reached.getByText(/^Published 15 min after the planned/)).toBeTruthy()
  expect(reached.getByRole('region', { name: 'Mean watch time 8.4 s of 15.0 s' })).toBeTruthy()
  expect(
    within(reached.getByRole('region', { name: 'Readings' })).getByRole('row', { name: /^Views 8,214/ }),
  ).toBeTruthy()
})

test('before its first reading the page says when there will be figures, and a failure why there are none', async () => {
  let answers = 0
  openOne(live, {
    [INSIGHTS]: () => (answers++ === 0 ? failure(503, 'Stopping.') : json(null)),
  })
  expect(await screen.findByText('The insights of this post could not be loaded')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No figures yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Insights of the account' }).getAttribute('href')).toBe('/account/4/insights')
})

test('a post that was made by hand and is known by no id is not asked about', async () => {
  const asked = openOne(Object.assign({}, live, { how: 'remind' as const, mediaId: null }))
  expect(await screen.findByText('Which post it is, is not known here')).toBeTruthy()
  expect(asked.some(({ name }) => name === INSIGHTS)).toBe(false)
})

test('a publication that is not there says so', async () => {
  open(`/planning?publication=${PUBLICATION_ID}`, { [ONE]: () => failure(404, 'Publication not found') })
  expect(await screen.findByText('This publication is not there')).toBeTruthy()
})

test('the queue begins with what needs a person, and is filtered by account', async () => {
  const asked = open('/planning?tab=publishing&account=4', {
    'GET /api/accounts/4': () => failure(404, 'None'),
    'GET /api/publications': ({ url }) => {
      const group = new URL(url, 'http://here').searchParams.get('group')
      if (group === 'person')
        return json([
          aPublication({ state: 'unclear', waitsFor: 'person', sentence: 'Say which one it is.' }),
          aPublication({
            id: `${PUBLICATION_ID.slice(0, -1)}1`,
            how: 'remind',
            waitsFor: 'person',
            sentence: 'It is time to post it.',
          }),
        ])
      return json(
        group === 'published' ? [aPublication({ id: `${PUBLICATION_ID.slice(0, -1)}0`, state: 'published' })] : [],
      )
    },
  })
  expect(await screen.findByText('Say which one it is.')).toBeTruthy()
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(screen.getByText('@marasea, picture, by hand')).toBeTruthy()
  expect(screen.getByText('Say when it is posted')).toBeTruthy()
  expect(headings.slice(0, 4)).toEqual(['Needs you2', 'Goes out', 'Published1', 'When accounts publish'])
  const lists = asked.filter(({ name }) => name === 'GET /api/publications')
  expect(lists.every(({ url }) => url.includes('accountId=4'))).toBe(true)
})

test('an empty queue says how one begins, and a failed one why', async () => {
  open('/planning?tab=publishing')
  expect(await screen.findByText('Nothing is queued yet')).toBeTruthy()
})

test('a queue that could not be loaded says why', async () => {
  open('/planning?tab=publishing', { 'GET /api/publications': () => failure(500, 'It broke.') })
  expect(await screen.findByText('What is queued could not be loaded')).toBeTruthy()
})

test('slots are added and removed by weekday, and the account is paused', async () => {
  const asked = open('/planning?tab=publishing', { 'PUT /api/accounts/4/publishing': () => json(someSlots()) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Slots of @marasea' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Friday, 19:00' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Time on Tuesday' }), '18:30')
  await userEvent.click(dialog.getByRole('button', { name: 'Add a slot on Tuesday' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  await waitFor(() =>
    expect(bodies(asked, 'PUT /api/accounts/4/publishing')).toEqual([{ slots: [{ weekday: 2, time: '18:30' }] }]),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Pause publishing' }))
  await waitFor(() => expect(bodies(asked, 'PUT /api/accounts/4/publishing').at(-1)).toEqual({ isPaused: true }))
})

test('a time that was typed and not entered is a slot as well; one that is none is said, and nothing is saved', async () => {
  const asked = open('/planning?tab=publishing', { 'PUT /api/accounts/4/publishing': () => json(someSlots()) })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Slots of @marasea' }))
  const tuesday = dialog.getByRole('combobox', { name: 'Time on Tuesday' })
  await userEvent.type(tuesday, '25 past')
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(bodies(asked, 'PUT /api/accounts/4/publishing')).toEqual([])
  await userEvent.clear(tuesday)
  await userEvent.type(tuesday, '18:30')
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  await waitFor(() => expect(bodies(asked, 'PUT /api/accounts/4/publishing')).toHaveLength(1))
  expect(bodies(asked, 'PUT /api/accounts/4/publishing')[0].slots).toContainEqual({ weekday: 2, time: '18:30' })
})

test('a tolerance that could not be saved says so, also when another tab was opened before the answer', async () => {
  let answer = (_: Response): void => undefined
  open('/planning?tab=publishing', {
    'PUT /api/accounts/4/publishing': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await userEvent.click(await screen.findByRole('combobox', { name: 'When its time was missed' }))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.click(screen.getByRole('tab', { name: /^Approvals/ }))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'When its time was missed' })).toBeNull())
  answer(failure(500, 'It broke.'))
  expect(await screen.findByText('It broke.')).toBeTruthy()
})

test('slots that are being saved stay open until it is known how that went', async () => {
  let answer = (_: Response): void => undefined
  open('/planning?tab=publishing', {
    'PUT /api/accounts/4/publishing': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit slots' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Slots of @marasea' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save slots' }))
  await userEvent.keyboard('{Escape}')
  answer(failure(500, 'It broke.'))
  expect(await screen.findByText(/It broke\./)).toBeTruthy()
})

test('a publication that could not be moved stands at its hour again, also where nothing answers any more', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const at = '2026-11-24T10:00:00.000Z'
  let isThere = true
  const ask = (answer: () => Response) => () => (isThere ? answer() : new TypeError('refused'))
  open('/planning?tab=calendar&date=2026-11-24', {
    'GET /api/content/calendar': ask(() => aCalendar([aDraft({ id: recordId(1), publishDate: at })])),
    'GET /api/publications': ({ url }) =>
      isThere
        ? json(url.includes('group=upcoming') ? [aPublication({ plannedAt: at })] : [])
        : new TypeError('refused'),
    [`PUT /api/publications/${PUBLICATION_ID}`]: ask(() => json({})),
  })
  await screen.findByRole('link', { name: /goes out to @marasea/ })
  const grip = await screen.findByRole('button', { name: /^Move/ })
  isThere = false
  grip.focus()
  await userEvent.keyboard('{Enter}{ArrowRight}{Enter}')
  expect(await screen.findByText('It could not be planned')).toBeTruthy()
  const day = (date: string) => document.querySelector(`[data-day="${date}"] [data-item]`)
  await waitFor(() => expect(day('2026-11-24')).toBeTruthy())
  expect(day('2026-11-25')).toBeNull()
})

test('the calendar shows a queued item at its hour, and moving it plans its publication anew', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const at = `${today}T10:00:00.000Z`
  const publication = aPublication({ plannedAt: at })
  const asked = open('/planning?tab=calendar', {
    'GET /api/content/calendar': () => aCalendar([aDraft({ id: recordId(1), publishDate: `${today}T08:00:00.000Z` })]),
    'GET /api/publications': ({ url }) => json(url.includes('group=upcoming') ? [publication] : []),
    [`PUT /api/publications/${PUBLICATION_ID}`]: () => json(publication),
  })
  const link = await screen.findByRole('link', { name: /goes out to @marasea/ })
  expect(link.textContent).toContain('10:00')
  const item = link.closest('li')
  const grip = within(item ?? document.body).queryByRole('button', { name: /^Move/ })
  // A phone has no grip: items are moved in their dialog there.
  if (!grip) return
  grip.focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  const next = new Date(Date.parse(at) + 86_400_000).toISOString()
  await waitFor(() => expect(bodies(asked, `PUT /api/publications/${PUBLICATION_ID}`)).toEqual([{ at: next }]))
})
