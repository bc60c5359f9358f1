/** One account as a person meets it: profile, figures, days, posts, and what may be changed. */
import type { Account, AccountPost } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { addDays, todayUtc } from '#lib/days.ts'
import { formatShortDate } from '#lib/format.ts'
import { anAccount, anEntry, aPost, daysAgo, noMetrics, page, someMetrics } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

const today = todayUtc()
const HISTORY = 'GET /api/accounts/4/metrics/history'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: (entries: { contentRect: { width: number } }[]) => void
      constructor(tell: (entries: { contentRect: { width: number } }[]) => void) {
        this.#tell = tell
      }
      observe(): void {
        this.#tell([{ contentRect: { width: 560 } }])
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  )
})

interface Given {
  account?: Partial<Account>
  posts?: AccountPost[]
  handlers?: Handlers
  user?: ReturnType<typeof aUser>
  path?: string
}

function open({ account = {}, posts = [], handlers = {}, user = aUser(), path = '/account/4' }: Given = {}): Asked[] {
  const shown = anAccount(account)
  return openApp(
    path,
    {
      'GET /api/accounts': () => page([shown]),
      'GET /api/accounts/4': () => json({ account: shown, metrics: shown.metrics, posts }),
      [HISTORY]: () => json([anEntry(addDays(today, -29), { followers: 192_972 }), anEntry(today)]),
      ...handlers,
    },
    user,
  )
}

const heading = () => screen.findByRole('heading', { level: 1, name: 'Account Detail: @marasea' })
const asked = (calls: readonly Asked[], name: string) => calls.filter((call) => call.name === name)

test('says whose account it is and how it does', async () => {
  open()
  await heading()
  expect(document.title).toBe('@marasea - tangelo')
  const main = within(screen.getByRole('main'))
  expect(main.getByText('Travel & Photography')).toBeTruthy()
  expect(main.getByText('Small harbours, slow ferries, long lunches.')).toBeTruthy()
  const link = main.getByRole('link', { name: 'View on Instagram' })
  expect(link.getAttribute('href')).toBe('https://www.instagram.com/marasea/')
  expect(main.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Followers204.9K+3.4K this week',
    'Following4122 fewer this week',
    'Posts5185 new this week',
    'Engagement6.7%12.2% change',
  ])
  expect(main.getAllByRole('img', { name: 'Up' })).toHaveLength(2)
  expect(main.getByText('Imported, updated 1 hour ago')).toBeTruthy()
  const crumbs = within(main.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/')
})

test('falling figures have a red arrow; unknown ones have words', async () => {
  open({
    account: {
      source: 'graph',
      inputUrl: 'instagram.com/marasea',
      metrics: someMetrics({ bioText: null, followerChange: -41, engagementRateChange: null }),
    },
  })
  await heading()
  expect(screen.getByText('No bio available')).toBeTruthy()
  expect(screen.getByText('−41 this week').className).toContain('text-bad')
  expect(screen.getByRole('img', { name: 'Down' })).toBeTruthy()
  expect(screen.getByText('No change data').className).toContain('text-ink-3')
  expect(screen.getByText('Instagram Graph API, updated 1 hour ago')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'View on Instagram' })
  expect(link.getAttribute('href')).toBe('https://instagram.com/marasea')
})

test('figures of nine months ago have their day and no arrow, on the cards and their lines', async () => {
  const lastUpdated = daysAgo(270)
  const day = lastUpdated.slice(0, 10)
  const calls = open({
    account: { lastUpdated, metrics: someMetrics({ followerChange: 29, comparedWith: daysAgo(277) }) },
    handlers: { [HISTORY]: () => json([anEntry(addDays(day, -1)), anEntry(day)]) },
  })
  await heading()
  const main = within(screen.getByRole('main'))
  const asOf = `as of ${formatShortDate(lastUpdated, new Date())}`
  expect(main.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    `Followers204.9K${asOf}`,
    `Following412${asOf}`,
    `Posts518${asOf}`,
    `Engagement6.7%${asOf}`,
  ])
  expect(main.queryByRole('img', { name: /Up|Down/ })).toBeNull()
  expect(document.body.textContent).not.toContain('this week')
  // The small lines show the month that has data.
  await waitFor(() => expect(asked(calls, HISTORY).some(({ url }) => url.endsWith(`to=${day}`))).toBe(true))
})

test('a change of method has neither arrow nor percentage, and the chart names it', async () => {
  open({
    account: { metrics: someMetrics({ engagementRateChange: null, engagementBrokenAt: daysAgo(2) }) },
    handlers: {
      [HISTORY]: () =>
        json([
          anEntry(addDays(today, -3), { engagementRate: 1.4 }),
          anEntry(addDays(today, -2), { engagementRate: 1.5 }),
          anEntry(addDays(today, -1), { engagementRate: 6.6, engagementMethod: 'computed', isEngagementBreak: true }),
          anEntry(today, { engagementMethod: 'computed' }),
        ]),
    },
  })
  await heading()
  const main = within(screen.getByRole('main'))
  expect(main.getAllByRole('term').at(-1)?.parentElement?.textContent).toBe(
    `Engagement6.7%New method since ${formatShortDate(daysAgo(2), new Date())}`,
  )
  expect(await main.findByText('imported rate → imported, from posts')).toBeTruthy()
  expect(main.getByRole('application', { name: /^Engagement Rate, .*, from different sources$/ })).toBeTruthy()
  expect(main.getByRole('application', { name: /^Followers Growth/ }).getAttribute('aria-label')).not.toContain(
    'different',
  )
})

test('a skeleton while the account is on its way', async () => {
  open({ handlers: { 'GET /api/accounts/4': () => new Promise(() => undefined) } })
  await waitFor(() => expect(document.querySelector('main .skeleton')).toBeTruthy())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Account' }).disabled).toBe(true)
})

test('a failure says why, and trying again shows the account', async () => {
  let answers = 0
  open({
    handlers: {
      'GET /api/accounts/4': () => {
        answers += 1
        const account = anAccount()
        return answers === 1 ? failure(500, 'It broke.') : json({ account, metrics: account.metrics, posts: [] })
      },
    },
  })
  expect(await screen.findByText('The account could not be loaded')).toBeTruthy()
  expect(screen.getByText('It broke.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await heading()
})

test.each([
  ['/account/4', () => failure(404, 'There is no such account')],
  ['/account/0', undefined],
  ['/account/abc', undefined],
  ['/account/2147483648', undefined],
])('%s that does not exist leads to the dashboard and says so', async (path, answer) => {
  open({ path, handlers: answer ? { 'GET /api/accounts/4': answer } : {} })
  expect(await screen.findByText('Account not found')).toBeTruthy()
  expect(screen.getByText("The account you were looking for doesn't exist")).toBeTruthy()
  await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
  expect(window.location.pathname).toBe('/')
})

test('without figures it says how to get some, to whom may do it', async () => {
  open({ account: { source: null, lastUpdated: null, metrics: noMetrics } })
  await heading()
  expect(screen.getByRole('heading', { name: 'No data yet' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import data' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Type in figures' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Last 30 days' })).toBeNull()
})

test('for everybody else it says who can', async () => {
  open({ account: { source: null, lastUpdated: null, metrics: noMetrics }, user: aUser({ role: 'basic' }) })
  await heading()
  expect(
    screen.getByText(
      'No figures are known for this account. An administrator can connect a source, import a file or type them in.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import data' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Edit Account' })).toBeTruthy()
})

test('Refresh says why it has nothing to ask, and leads to what can be done', async () => {
  open()
  await heading()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'No source is connected' }))
  await user.click(await dialog.findByRole('button', { name: 'Type in figures' }))
  expect(await screen.findByRole('dialog', { name: 'Type in figures' })).toBeTruthy()
})

test('thirty days unless told, and the address stays clean', async () => {
  const calls = open()
  await heading()
  expect(screen.getByRole('heading', { name: 'Last 30 days' })).toBeTruthy()
  const url = asked(calls, HISTORY)[0]?.url
  expect(url).toBe(`/api/accounts/4/metrics/history?from=${addDays(today, -29)}&to=${today}`)
  const growth = await screen.findByRole('application', {
    name: 'Followers Growth, last 30 days, from 193.0K to 204.9K',
  })
  expect(growth).toBeTruthy()
  expect(screen.getByText(/^\+11,940 since /)).toBeTruthy()
  expect(screen.getByText('28 days without data')).toBeTruthy()
})

test('the chosen days stand in the address', async () => {
  const calls = open()
  await heading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Date Range' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '30 days' }))
  await user.click(screen.getByRole('radio', { name: '90 days' }))
  await waitFor(() => expect(window.location.search).toBe('?range=90'))
  expect(await screen.findByRole('heading', { name: 'Last 90 days' })).toBeTruthy()
  const asksFor = (from: string) => asked(calls, HISTORY).some(({ url }) => url.includes(`from=${from}`))
  await waitFor(() => expect(asksFor(addDays(today, -89))).toBe(true))
  // With the ninety days before, for the pale line.
  await waitFor(() => expect(asksFor(addDays(today, -179))).toBe(true))
  await user.click(screen.getByRole('radio', { name: '30 days' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('days of one’s own begin with what is shown; days that make no sense change nothing', async () => {
  const calls = open({ path: '/account/4?range=custom&from=2026-10-01&to=2026-10-20' })
  await heading()
  expect(screen.getByRole('heading', { name: 'Oct 1 to Oct 20, 2026' })).toBeTruthy()
  const user = userEvent.setup()
  const from = screen.getByLabelText('From')
  await user.clear(from)
  await user.type(from, '2026-10-25')
  expect(await screen.findByText('From must not be after To.')).toBeTruthy()
  expect(window.location.search).toBe('?range=custom&from=2026-10-01&to=2026-10-20')
  await user.clear(from)
  await user.type(from, '2026-10-11')
  await waitFor(() => expect(window.location.search).toBe('?range=custom&from=2026-10-11&to=2026-10-20'))
  await waitFor(() => expect(asked(calls, HISTORY).at(-1)?.url).toContain('from=2026-10-11&to=2026-10-20'))
})

test('days without any data say so, and lead to all there is', async () => {
  open({ handlers: { [HISTORY]: () => json([]) } })
  await heading()
  expect(await screen.findAllByText('No data for these days')).toHaveLength(2)
  await userEvent.click(screen.getAllByRole('button', { name: 'Show all data' })[0] as HTMLElement)
  await waitFor(() => expect(window.location.search).toBe('?range=all'))
  expect(await screen.findAllByText('No history yet. It starts with the first figures.')).toHaveLength(2)
})

test('a history that cannot be had says why', async () => {
  open({ handlers: { [HISTORY]: () => failure(503, 'Busy.') } })
  expect(await screen.findByText('The history could not be loaded')).toBeTruthy()
})

test('posts: hidden likes are hidden, not zero; a long list opens', async () => {
  const posts = [
    aPost({ id: 'a', type: 'reel', caption: 'The dunes\nafter everyone left', likes: null, imageUrl: '/media/a.webp' }),
    aPost({ id: 'b', caption: null }),
    ...Array.from({ length: 6 }, (_, index) => aPost({ id: `c${index}` })),
  ]
  open({ posts })
  await heading()
  const section = within(screen.getByRole('region', { name: 'Latest posts' }))
  expect(section.getByText('6 of 8 most recent')).toBeTruthy()
  const first = section.getAllByRole('article')[0] as HTMLElement
  expect(first.textContent).toBe('REELThe dunes after everyone lefthidden likes377 comments')
  const second = section.getAllByRole('article')[1] as HTMLElement
  expect(second.textContent).toBe('ImageNo caption14.9K likes377 comments')
  await userEvent.click(section.getByRole('button', { name: 'Show all 8' }))
  expect(section.getAllByRole('article')).toHaveLength(8)
})

test('Edit Account sends only what was touched', async () => {
  const changed = anAccount({ notes: 'Ask for the press kit', category: null })
  const calls = open({ handlers: { 'PUT /api/accounts/4': () => json(changed) } })
  await heading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  await user.type(dialog.getByLabelText('Notes'), 'Ask for the press kit')
  await user.click(dialog.getByRole('combobox', { name: 'Category' }))
  await user.click(screen.getByRole('option', { name: 'Not categorized' }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Account updated')).toBeTruthy()
  const sent = asked(calls, 'PUT /api/accounts/4')[0]?.body ?? ''
  expect(JSON.parse(sent)).toEqual({ category: null, notes: 'Ask for the press kit' })
  expect(within(screen.getByRole('main')).getByText('Not categorized')).toBeTruthy()
})

test('only administrators may change the name', async () => {
  open({ user: aUser({ role: 'pro' }) })
  await heading()
  await userEvent.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  expect(dialog.queryByLabelText('Username')).toBeNull()
  expect(dialog.getByLabelText('Notes')).toBeTruthy()
})

test.each([
  ['what the server says', () => failure(409, '@nasa is tracked already.'), '@nasa is tracked already.'],
  [
    'a sentence of its own',
    () => new TypeError('no network'),
    'There was an error updating this Instagram account. Please try again.',
  ],
])('a change that failed: %s', async (_, answer, description) => {
  open({ handlers: { 'PUT /api/accounts/4': answer } })
  await heading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Edit Account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Account' }))
  await user.type(dialog.getByLabelText('Username'), '2')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Failed to update account')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
})

async function askToDelete() {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete @marasea' }))
  expect(dialog.getByText('Are you sure you want to delete this account? This action cannot be undone.')).toBeTruthy()
  return { user, dialog }
}

test('deleting asks first, then leads to the dashboard and says so', async () => {
  let isThere = true
  const calls = open({
    handlers: {
      'GET /api/accounts': () => page(isThere ? [anAccount()] : []),
      'DELETE /api/accounts/4': () => {
        isThere = false
        return json({ success: true })
      },
    },
  })
  await heading()
  const { user, dialog } = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Account deleted')).toBeTruthy()
  expect(screen.getByText('The account has been deleted successfully')).toBeTruthy()
  expect(window.location.pathname).toBe('/')
  expect(asked(calls, 'DELETE /api/accounts/4')).toHaveLength(1)
  expect(await screen.findByText('No accounts yet')).toBeTruthy()
})

test('while it is deleted the button shows the wheel and cannot be pressed', async () => {
  open({ handlers: { 'DELETE /api/accounts/4': () => new Promise(() => undefined) } })
  await heading()
  const { user, dialog } = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  const busy = await dialog.findByRole('button', { name: 'Deleting...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  expect(busy.querySelector('.wheel')).toBeTruthy()
})

test('a deletion that failed says so and leaves the account', async () => {
  open({ handlers: { 'DELETE /api/accounts/4': () => failure(500, 'no') } })
  await heading()
  const { user, dialog } = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete account')).toBeTruthy()
  expect(screen.getByText('There was an error deleting the account')).toBeTruthy()
  expect(window.location.pathname).toBe('/account/4')
})

test('figures typed in are kept, and the page is asked again', async () => {
  const calls = open({ handlers: { 'POST /api/accounts/4/metrics': () => json(someMetrics(), 201) } })
  await heading()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Type in figures' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Type in figures' }))
  await user.click(dialog.getByRole('button', { name: 'Save figures' }))
  expect(dialog.getByText('Followers is required')).toBeTruthy()
  await user.type(dialog.getByLabelText('Followers'), '205,100')
  await user.type(dialog.getByLabelText('Engagement rate in percent'), '6.8')
  await user.click(dialog.getByRole('button', { name: 'Save figures' }))
  expect(await screen.findByText('Figures saved')).toBeTruthy()
  const sent = asked(calls, 'POST /api/accounts/4/metrics')[0]?.body ?? ''
  expect(JSON.parse(sent)).toEqual({ followers: 205_100, engagementRate: 6.8 })
  await waitFor(() => expect(asked(calls, 'GET /api/accounts/4')).toHaveLength(2))
  await waitFor(() => expect(asked(calls, HISTORY).length).toBeGreaterThan(1))
})
