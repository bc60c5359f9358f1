/** One account as a person meets it: profile, figures and posts, and what is said where they are missing. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addDays, todayUtc } from '#lib/days.ts'
import { formatShortDate } from '#lib/format.ts'
import { accountHeading, HISTORY, openAccount } from '../testing/account-page.ts'
import { anAccount, anEntry, aPost, daysAgo, noMetrics, someMetrics } from '../testing/accounts.ts'
import { callsOf, failure, json } from '../testing/network.ts'
import { aUser } from '../testing/people.ts'

const today = todayUtc()

test('says whose account it is and how it does', async () => {
  openAccount()
  await accountHeading()
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
  openAccount({
    account: {
      source: 'graph',
      inputUrl: 'instagram.com/marasea',
      metrics: someMetrics({ bioText: null, followerChange: -41, engagementRateChange: null }),
    },
  })
  await accountHeading()
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
  const calls = openAccount({
    account: { lastUpdated, metrics: someMetrics({ followerChange: 29, comparedWith: daysAgo(277) }) },
    handlers: { [HISTORY]: () => json([anEntry(addDays(day, -1)), anEntry(day)]) },
  })
  await accountHeading()
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
  await waitFor(() => expect(callsOf(calls, HISTORY).some(({ url }) => url.includes(`to=${day}&`))).toBe(true))
})

test('a change of method has neither arrow nor percentage, and the chart names it', async () => {
  openAccount({
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
  await accountHeading()
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
  openAccount({ handlers: { 'GET /api/accounts/4': () => new Promise(() => undefined) } })
  await waitFor(() => expect(document.querySelector('main .skeleton')).toBeTruthy())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Account' }).disabled).toBe(true)
})

test('a failure says why, and trying again shows the account', async () => {
  let answers = 0
  openAccount({
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
  await accountHeading()
})

test.each([
  ['/account/4', () => failure(404, 'There is no such account')],
  ['/account/0', undefined],
  ['/account/abc', undefined],
  ['/account/2147483648', undefined],
])('%s that does not exist leads to the dashboard and says so', async (path, answer) => {
  openAccount({ path, handlers: answer ? { 'GET /api/accounts/4': answer } : {} })
  expect(await screen.findByText('Account not found')).toBeTruthy()
  expect(screen.getByText("The account you were looking for doesn't exist")).toBeTruthy()
  await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })
  expect(window.location.pathname).toBe('/')
})

test('without figures it says how to get some, to whom may do it', async () => {
  openAccount({ account: { source: null, lastUpdated: null, metrics: noMetrics } })
  await accountHeading()
  expect(screen.getByRole('heading', { name: 'No data yet' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import data' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Type in figures' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Last 30 days' })).toBeNull()
})

test('for everybody else it says who can', async () => {
  openAccount({ account: { source: null, lastUpdated: null, metrics: noMetrics }, user: aUser({ role: 'basic' }) })
  await accountHeading()
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
  openAccount()
  await accountHeading()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'No source is connected' }))
  await user.click(await dialog.findByRole('button', { name: 'Type in figures' }))
  expect(await screen.findByRole('dialog', { name: 'Type in figures' })).toBeTruthy()
})

test('posts: hidden likes are hidden, not zero; a long list opens', async () => {
  const posts = [
    aPost({ id: 'a', type: 'reel', caption: 'The dunes\nafter everyone left', likes: null, imageUrl: '/media/a.webp' }),
    aPost({ id: 'b', caption: null }),
    ...Array.from({ length: 6 }, (_, index) => aPost({ id: `c${index}` })),
  ]
  openAccount({ posts })
  await accountHeading()
  const section = within(screen.getByRole('region', { name: 'Latest posts' }))
  expect(section.getByText('6 of 8 most recent')).toBeTruthy()
  const first = section.getAllByRole('article')[0] as HTMLElement
  expect(first.textContent).toBe('REELThe dunes after everyone lefthidden likes377 comments')
  const second = section.getAllByRole('article')[1] as HTMLElement
  expect(second.textContent).toBe('ImageNo caption14.9K likes377 comments')
  await userEvent.click(section.getByRole('button', { name: 'Show all 8' }))
  expect(section.getAllByRole('article')).toHaveLength(8)
})
