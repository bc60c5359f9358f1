/** The Analysis tab of an account: answers first, their evidence, their twins, and what it says when it knows too little. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { addDays, todayUtc } from '#lib/days.ts'
import { formatDay } from '#lib/format.ts'
import { aFollowerHistory } from '../testing/account-history.ts'
import { anAccount, page } from '../testing/accounts.ts'
import { anAnalysis } from '../testing/analysis.ts'
import { withNothing, withoutDifference, withTooFewPosts } from '../testing/analysis-without-results.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'
import { stubWidth } from '../testing/width.ts'

const TODAY = todayUtc()
const ANALYSIS = 'GET /api/accounts/4/analysis'
const whole = anAnalysis(TODAY)

beforeEach(() => stubWidth(720))

function open(handlers: Handlers = {}, path = '/account/4/analysis', user = aUser()): Asked[] {
  const account = anAccount({ username: 'harbour.kitchen' })
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([account]),
      'GET /api/accounts/4': () => json({ account, metrics: account.metrics, posts: [] }),
      'GET /api/accounts/4/metrics/history': ({ url }) => {
        const { searchParams } = new URL(url, 'http://host')
        const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
        return json(aFollowerHistory(TODAY, 700).filter(({ date }) => date >= from && date <= to))
      },
      'GET /api/accounts/4/posts/history': () => json([]),
      [ANALYSIS]: () => json(whole),
      ...handlers,
    },
    user,
  )
}

const panel = (name: string) => screen.findByRole('region', { name })
const asked = (calls: readonly Asked[], name: string) => calls.filter((call) => call.name === name)

const byViews = (part: object = {}) => ({
  measure: 'views',
  method: whole.method,
  period: { from: whole.period.from, to: TODAY, timeZone: 'Europe/Lisbon', posts: 71, unread: 4 },
  posting: {
    verdict: 'found',
    posts: 71,
    sentence: 'Posts on Fridays got 48\u202f% more views (likely 20 to 81\u202f%), from 12 of 71 posts.',
    detectable: null,
    cells: whole.posting.cells,
    posted: whole.posting.posted,
  },
  ...part,
})
const says = (text: string) => waitFor(async () => expect((await panel('When to post')).textContent).toContain(text))
const owned = { ...whole, posting: { ...whole.posting, measures: ['views', 'saves'] } }
const POSTING = 'GET /api/accounts/4/analysis/posting'

test('when to post is compared by what the owner sees where there are such readings, and by likes again', async () => {
  const calls = open({ [ANALYSIS]: () => json(owned), [POSTING]: () => json(byViews()) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Views' }))
  await says('Posts on Fridays got')
  expect(new URL(asked(calls, POSTING)[0]?.url ?? '', 'http://host').searchParams.get('measure')).toBe('views')
  const shown = within(await panel('When to post'))
  expect(shown.getByText(/What only the owner sees/)).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'Show as a table' }))
  expect(shown.getAllByRole('columnheader', { name: 'Views' }).length).toBe(2)
  await userEvent.click(screen.getByRole('radio', { name: 'Likes' }))
  await says('Posts between 18:00 and 22:00 got')
})

test('too few readings say so, and a failed comparison can be tried again', async () => {
  let isBroken = true
  const sentence = 'Too few posts to ask: 12 of the 60 posts needed are here.'
  const few = byViews({
    posting: {
      verdict: 'too-few-posts',
      posts: 12,
      sentence,
      detectable: null,
      cells: [],
      posted: whole.posting.posted,
    },
  })
  open({ [ANALYSIS]: () => json(owned), [POSTING]: () => (isBroken ? failure(500, 'It broke') : json(few)) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Saves' }))
  const again = await screen.findByRole('button', { name: /again/i })
  isBroken = false
  await userEvent.click(again)
  await says('Too few posts to ask: 12 of the 60')
})

test('without such readings there is no choice', async () => {
  open()
  await panel('When to post')
  expect(screen.queryByRole('radio', { name: 'Views' })).toBeNull()
})

test('the panels stand in their order, each with its answer first', async () => {
  open()
  await panel('When to post')
  expect(document.title).toBe('@harbour.kitchen, analysis - tangelo')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles.filter((title) => title !== 'YOUR ACCOUNTS')).toEqual([
    'When to post',
    'Growth and what moved it',
    'Formats',
    'Hashtags',
    'Top and weak posts',
  ])
  const posting = within(await panel('When to post'))
  expect(posting.getByText(/^35\s% more likes$/).tagName).toBe('B')
  expect(posting.getByText('No weekday differs from the others beyond chance.')).toBeTruthy()
  expect(screen.getByText(/180 posts compared, Lisbon time/)).toBeTruthy()
  expect(screen.getByText(/^7 posts are left out/)).toBeTruthy()
})

test('a row says its effect, its range and its posts; one with too few says so', async () => {
  open()
  const hours = within(within(await panel('When to post')).getByRole('list', { name: 'Hour of the day' }))
  const rows = hours.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toBe('02:00 to 06:00too few to saytoo few to say3 posts')
  expect(rows[4]).toBe('18:00 to 22:00+35% (likely 12 to 61%), beyond chance41 posts')
})

test('a figure opens its evidence: formula, inputs, n, seed and method version', async () => {
  open()
  const posting = within(await panel('When to post'))
  await userEvent.click(posting.getByRole('button', { name: /^\+35/ }))
  const dialog = within(await screen.findByRole('dialog', { name: '18:00 to 22:00' }))
  expect(await dialog.findByText(/effect = e\^/)).toBeTruthy()
  const terms = dialog.getAllByRole('term').map(({ textContent }) => textContent)
  const values = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
  const readValue = (term: string) => values[terms.indexOf(term)]
  expect(['Posts of this kind', 'Others', 'Seed', 'Method version'].map(readValue)).toEqual([
    '41',
    '139',
    '417205',
    '1.0',
  ])
})

test('every chart has a table twin with the same figures', async () => {
  open()
  const posting = within(await panel('When to post'))
  await userEvent.click(posting.getByRole('button', { name: 'Show as a table' }))
  const [hours] = posting.getAllByRole('table')
  if (!hours) throw new Error('There is no table')
  const rows = within(hours)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows[1]).toEqual(['02:00 to 06:00', '3', '', '', 'Too few posts'])
  expect(rows[5]).toEqual(['18:00 to 22:00', '41', '+35%', '12 to 61%', 'Yes'])
  for (const button of screen.getAllByRole('button', { name: 'Show as a table' })) await userEvent.click(button)
  expect(screen.queryByRole('button', { name: 'Show as a table' })).toBeNull()
  const expected = within(await panel('Top and weak posts')).getByRole('table')
  expect(within(expected).getByRole('row', { name: /Six lemons/ }).textContent).toContain('4.1')
  expect(within(await panel('Growth and what moved it')).getAllByRole('table')).toHaveLength(2)
})

test('what was posted is a map of counts, and no advice', async () => {
  open()
  const posting = within(await panel('When to post'))
  const button = posting.getByRole('button', { name: 'What was posted' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  const map = within(posting.getByRole('region', { name: 'What was posted' }))
  expect(map.getByText(/No advice/)).toBeTruthy()
  expect(map.getAllByRole('cell')).toHaveLength(7 * 24)
})

test('the marked days are a list, the last one open; another one shows its evidence and is in the address', async () => {
  open()
  const growth = within(await panel('Growth and what moved it'))
  const days = within(growth.getByRole('list', { name: 'Days that stand out' })).getAllByRole('button')
  expect(days.map((day) => day.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
  const evidence = within(growth.getByRole('complementary', { name: 'Evidence' }))
  expect(evidence.getByText('nothing we hold explains it')).toBeTruthy()
  expect(evidence.getByText('3 of 3')).toBeTruthy()
  await userEvent.click(evidence.getByRole('button', { name: 'Earlier day' }))
  expect(await evidence.findByText('2 of 3')).toBeTruthy()
  const [cleanup] = days
  if (!cleanup) throw new Error('There is no marked day')
  await userEvent.click(cleanup)
  expect(await evidence.findByText('looks like a cleanup by Instagram')).toBeTruthy()
  expect(evidence.getByRole('button', { name: 'Earlier day' }).hasAttribute('disabled')).toBe(true)
  await waitFor(() => expect(window.location.search).toBe(`?day=${addDays(TODAY, -160)}`))
  await userEvent.click(evidence.getByRole('button', { name: 'Formula and inputs' }))
  const title = `What moved on ${formatDay(addDays(TODAY, -160), true)}`
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})

test('the period is in the address; the year before can be hidden, and is not asked for with All', async () => {
  const calls = open()
  await panel('When to post')
  const histories = () => asked(calls, 'GET /api/accounts/4/metrics/history').length
  await waitFor(() => expect(histories()).toBe(2))
  const before = screen.getByRole('switch', { name: 'Show the year before' })
  fireEvent.click(before)
  // From the press on, and not when the page has been drawn.
  expect(before.matches(':checked')).toBe(false)
  await waitFor(() => expect(window.location.search).toBe('?before=off'))
  await userEvent.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(window.location.search).toBe('?period=all&before=off'))
  await waitFor(() => expect(asked(calls, ANALYSIS)).toHaveLength(2))
  expect(screen.queryByRole('switch', { name: 'Show the year before' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Year' }))
  await waitFor(() => expect(window.location.search).toBe('?before=off'))
})

test('the period and the year before, pressed one right after the other, both hold', async () => {
  open()
  await panel('When to post')
  fireEvent.click(screen.getByRole('radio', { name: '90 days' }))
  fireEvent.click(screen.getByRole('switch', { name: 'Show the year before' }))
  await waitFor(() => expect(window.location.search).toBe('?period=90&before=off'))
})

test('no difference says what it does not mean, and what would show', async () => {
  open({ [ANALYSIS]: () => json(withoutDifference(TODAY)) })
  const posting = within(await panel('When to post'))
  expect(posting.getByText('No difference can be shown yet').tagName).toBe('B')
  expect(posting.getByText(/^This does not mean that it makes no difference\. At your pace, 240 posts/)).toBeTruthy()
  expect(posting.getByRole('img', { name: /You are here: 60 posts, 80%\. 35% from 240\./ })).toBeTruthy()
  expect(within(await panel('Growth and what moved it')).getByText(/No day stands out beyond chance/)).toBeTruthy()
})

test('too few posts counts towards those needed, and says the way there', async () => {
  open({ [ANALYSIS]: () => json(withTooFewPosts(TODAY)) })
  const posting = within(await panel('When to post'))
  expect(posting.getByText(/38 of the 60 posts needed/)).toBeTruthy()
  expect(posting.getByText(/can be asked in about 8 weeks/)).toBeTruthy()
  expect(posting.getAllByText('no advice')).toHaveLength(1)
  await userEvent.click(posting.getByRole('button', { name: 'Import older posts' }))
  expect(await screen.findByRole('dialog', { name: 'Import data' })).toBeTruthy()
})

test.each([
  ['an administrator', aUser(), 'Import a file', /come with every reading/],
  ['another user', aUser({ role: 'basic' }), null, /An administrator can connect a source/],
])('with nothing to analyse the page tells %s what to do', async (_, user, button, text) => {
  open({ [ANALYSIS]: () => json(withNothing(TODAY)) }, '/account/4/analysis', user)
  expect(await screen.findByRole('heading', { name: 'Nothing to analyze yet' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import a file' }) !== null).toBe(button !== null)
  await userEvent.click(screen.getByRole('button', { name: 'Show all data' }))
  await waitFor(() => expect(window.location.search).toBe('?period=all'))
})

test('a failure says why, and is tried again', async () => {
  let answers = 0
  open({ [ANALYSIS]: () => (answers++ === 0 ? failure(503, 'The analysis is busy.') : json(whole)) })
  expect(await screen.findByText('The analysis could not be loaded')).toBeTruthy()
  expect(screen.getByText('The analysis is busy.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await panel('When to post')
})

test('how often this is wrong opens beside every answer', async () => {
  open()
  const formats = within(await panel('Formats'))
  await userEvent.click(formats.getByRole('button', { name: 'How often is this wrong?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'How often is this wrong?' }))
  expect(await dialog.findByText(/It cannot see what is not in the figures/)).toBeTruthy()
})

test('an account that does not exist leads to the dashboard', async () => {
  open({ 'GET /api/accounts/4': () => failure(404, 'There is no such account') })
  await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
  expect(window.location.pathname).toBe('/')
})
