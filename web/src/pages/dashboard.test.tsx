/** The dashboard as a person meets it: four faces, the address, adding an account. */
import type { ListedAccount } from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { formatShortDate } from '#lib/format.ts'
import { aClient, anAccount, daysAgo, noMetrics, page, someMetrics, sums } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp as open } from '../testing/open-app.tsx'
import { aUser } from '../testing/people.ts'

// A chosen client is remembered while a tab is open.
afterEach(() => window.sessionStorage.clear())

const list = (...accounts: ListedAccount[]): Handlers => ({ 'GET /api/accounts': () => page(accounts) })
const table = () => screen.findByRole('table', { name: 'Your Instagram Accounts' })
const lists = (asked: readonly Asked[]) =>
  asked.filter(({ name }) => name === 'GET /api/accounts').map(({ url }) => url)

test('says what it is', async () => {
  open('/', list(anAccount()))
  expect(await screen.findByRole('heading', { level: 1, name: 'Instagram Analytics Dashboard' })).toBeTruthy()
  expect(screen.getByText('Monitor your Instagram performance across multiple accounts')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your Instagram Accounts' })).toBeTruthy()
  expect(screen.queryByText('Content Planning')).toBeNull()
})

test('a row says all that is known of an account', async () => {
  open(
    '/',
    list(
      anAccount(),
      anAccount({
        id: 5,
        username: 'casaluma',
        metrics: someMetrics({ followerChange: -318, engagementRateChange: -6.4 }),
      }),
      anAccount({ id: 6, username: 'ninabakes', category: null, lastUpdated: null, period: null, metrics: noMetrics }),
      anAccount({ id: 7, username: 'tides', metrics: someMetrics({ followers: 9_418, engagementRateChange: 0 }) }),
    ),
  )
  const rows = within(await table()).getAllByRole('row')
  expect(
    within(rows[0] as HTMLElement)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['', 'Account', 'Followers', 'Growth', 'Engagement', 'Posts', 'Last Updated', 'Actions'])
  const cells = (row: number) =>
    within(rows[row] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells(1)).toEqual([
    '',
    'MA@maraseaTravel & Photography',
    '204.9K+3.4K this week',
    '+1.7%+3,406',
    '6.7%12.2% change',
    '51822 new',
    '1 hour agoImport',
    'View',
  ])
  expect(cells(2)[2]).toBe('204.9K−318 this week')
  expect(cells(3)).toEqual([
    '',
    'NI@ninabakesNot categorized',
    '0No change data',
    'No figure',
    '0.0%No change data',
    '0',
    'No data yetImport',
    'View',
  ])
  expect(cells(4)[2]).toBe('9.4K+3.4K this week')
  expect(screen.getByText('12.2% change').className).toContain('text-good')
  expect(screen.getByText('−6.4% change').className).toContain('text-bad')
  expect(screen.getByText('0% change').className).toContain('text-ink-3')
  const view = within(rows[1] as HTMLElement).getByRole('link', { name: 'View @marasea' })
  expect(view.getAttribute('href')).toBe('/account/4')
})

test('figures of a file that ended nine months ago are never told as this week', async () => {
  open('/', {
    ...list(
      anAccount({
        lastUpdated: daysAgo(270),
        metrics: someMetrics({ followerChange: 29, comparedWith: daysAgo(277) }),
      }),
      anAccount({ id: 5, username: 'older', metrics: someMetrics({ comparedWith: daysAgo(60) }) }),
      anAccount({
        id: 6,
        username: 'broken',
        metrics: someMetrics({
          followerChange: null,
          engagementRateChange: null,
          engagementBrokenAt: daysAgo(2),
          countsBrokenAt: daysAgo(2),
        }),
      }),
      anAccount({
        id: 7,
        username: 'method',
        metrics: someMetrics({ followerChange: null, engagementRateChange: null, engagementBrokenAt: daysAgo(2) }),
      }),
    ),
    'GET /api/metrics/global': () =>
      sums({ period: { accounts: 4, readToday: 3, stale: 1, followerChange: null, growth: null, growthBefore: null } }),
  })
  const rows = within(await table()).getAllByRole('row')
  const cells = (row: number) => within(rows[row] as HTMLElement).getAllByRole('cell')
  const now = new Date()
  const asOf = `as of ${formatShortDate(daysAgo(270), now)}`
  expect(cells(1)[2]?.textContent).toBe(`204.9K${asOf}`)
  expect(cells(1)[4]?.textContent).toBe(`6.7%${asOf}`)
  expect(cells(2)[2]?.textContent).toBe(`204.9K+3.4K since ${formatShortDate(daysAgo(60), now)}`)
  expect(cells(2)[4]?.textContent).toBe(`6.7%12.2% since ${formatShortDate(daysAgo(60), now)}`)
  expect(cells(2)[4]?.querySelector('.text-good')).toBeNull()
  expect([cells(3)[2]?.textContent, cells(3)[4]?.textContent]).toEqual(['204.9KNew source', '6.7%New source'])
  expect([cells(4)[2]?.textContent, cells(4)[4]?.textContent]).toEqual(['204.9KNo change data', '6.7%New method'])
  const totals = screen.getByRole('region', { name: 'All accounts together' })
  await waitFor(() => expect(totals.textContent).toContain('nothing to compare with yet'))
  expect(totals.textContent).toContain('Read today3 of 41 stale, not in these sums')
  expect(screen.getByText(/The sums leave out 1 stale account\./)).toBeTruthy()
  expect(document.body.textContent).not.toContain('this week')
})

test('shortened figures have their exact value one hover, focus or tap away', async () => {
  open('/', list(anAccount({ metrics: someMetrics({ followers: 8_240, posts: 4_519, followerChange: -6_300 }) })))
  const rows = within(await table()).getAllByRole('row')
  const [, , followers, , , posts] = within(rows[1] as HTMLElement).getAllByRole('cell')
  expect(followers?.textContent).toBe('8.2K−6.3K this week')
  expect(within(followers as HTMLElement).getByRole('button').title).toMatch(/^8,240, −6,300/)
  expect(posts?.textContent).toBe('4.5K22 new')
  expect(within(posts as HTMLElement).getByRole('button').title).toMatch(/^4,519/)
  const sum = await screen.findByRole('button', { name: '1.9M' })
  expect(sum.title).toBe('1,904,000')
  await userEvent.click(sum)
  expect(sum.textContent).toBe('1,904,000')
  await userEvent.tab()
  expect(sum.textContent).toBe('1.9M')
})

const twoClients: Handlers = {
  'GET /api/companies': () =>
    json([
      { id: 1, name: 'Citrus Studio' },
      { id: 2, name: 'Grove House' },
    ]),
  'GET /api/metrics/clients': () =>
    json([
      aClient({ accounts: 1, followers: 204_912, growth: 1.7, stale: 0, sourceChanges: 1 }),
      aClient({ companyId: 2, name: 'Grove House', accounts: 1, followers: 9_400, growth: null, stale: 1 }),
    ]),
  'GET /api/accounts': ({ url }) =>
    url.includes('companyId=2')
      ? page([anAccount({ id: 9, username: 'grove.only', companyId: 2, isStale: true, lastUpdated: daysAgo(2) })])
      : page([anAccount()]),
}

test('administrators of several clients see them first, with their sums, and open and close them', async () => {
  const asked = open('/', twoClients)
  const grove = await within(await table()).findByRole('button', { name: /^Grove House/ })
  expect(await screen.findByText('@grove.only')).toBeTruthy()
  const row = within(await table())
    .getAllByRole('row')
    .find((each) => each.contains(grove))
  expect(row?.textContent).toBe('GHGrove House 1 account9.4K4.6%258 new1 left outOpen')
  expect(grove.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(grove)
  await waitFor(() => expect(screen.queryByText('@grove.only')).toBeNull())
  await userEvent.click(within(await table()).getByRole('button', { name: 'Open Grove House' }))
  await waitFor(() => expect(window.location.search).toBe('?client=2'))
  await waitFor(() => expect(lists(asked).at(-1)).toContain('companyId=2'))
  expect(within(await table()).queryByRole('button', { name: /^Citrus Studio/ })).toBeNull()
})

test('a deleted account no longer counts for its client', async () => {
  const gone = anAccount()
  let isThere = true
  open('/', {
    ...twoClients,
    'GET /api/metrics/clients': () =>
      json([aClient({ accounts: isThere ? 2 : 1 }), aClient({ companyId: 2, name: 'Grove House', accounts: 1 })]),
    'GET /api/accounts/4': () => json({ account: gone, metrics: gone.metrics, posts: [] }),
    'GET /api/accounts/4/metrics/history': () => json([]),
    'DELETE /api/accounts/4': () => {
      isThere = false
      return json({ success: true })
    },
  })
  const citrus = async () => within(await table()).findByRole('button', { name: /^Citrus Studio/ })
  expect((await citrus()).textContent).toContain('2 accounts')
  await userEvent.click(await screen.findByRole('link', { name: 'View @marasea' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete @marasea' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect((await citrus()).textContent).toMatch(/1 account$/))
})

test('grouping can be left: each row then names its client', async () => {
  open('/?grouped=no', twoClients)
  expect(await within(await table()).findByText('Travel & Photography · Citrus Studio')).toBeTruthy()
})

test('a user who sees one company has no clients, and none are asked for', async () => {
  const asked = open('/', list(anAccount()), aUser({ role: 'pro' }))
  await table()
  expect(asked.some(({ name }) => name === 'GET /api/metrics/clients')).toBe(false)
  expect(screen.queryByRole('combobox', { name: 'Client' })).toBeNull()
})

test('heads sort both ways, and the address keeps it', async () => {
  const asked = open('/', list(anAccount()))
  const head = (name: string) => screen.getByRole('columnheader', { name })
  await table()
  expect(head('Followers').getAttribute('aria-sort')).toBe('descending')
  const user = userEvent.setup()
  await user.click(within(head('Growth')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe('?sort=growth-desc'))
  await user.click(within(head('Growth')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe('?sort=growth-asc'))
  expect(head('Growth').getAttribute('aria-sort')).toBe('ascending')
  const sort = screen.getByRole('combobox', { name: 'Sort' })
  await waitFor(() => expect(sort.textContent).toContain('Growth (Low to High)'))
  await user.click(within(head('Followers')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(lists(asked)).toContain('/api/accounts?limit=100&sort=growth-asc&period=30')
})

test('the period changes sums, changes and lines together', async () => {
  const asked = open('/', list(anAccount()))
  await table()
  await userEvent.click(await screen.findByRole('radio', { name: '90 days' }))
  await waitFor(() => expect(window.location.search).toBe('?days=90'))
  await waitFor(() => expect(lists(asked).at(-1)).toContain('period=90'))
  expect(asked.some(({ url }) => url === '/api/metrics/global?period=90')).toBe(true)
  expect(await screen.findByText('+15.3K in 90 days')).toBeTruthy()
})

test('filters stand in the address and narrow rows and sums', async () => {
  const asked = open('/?category=Other&tag=launch&source=graph', {
    ...list(),
    'GET /api/account-tags': () => json([{ companyId: 1, name: 'launch', accounts: 2 }]),
  })
  expect(await screen.findByText('No account matches these filters.')).toBeTruthy()
  expect(lists(asked)).toContain(
    '/api/accounts?limit=100&sort=followers&period=30&category=Other&tag=launch&source=graph',
  )
  expect(asked.some(({ url }) => url === '/api/metrics/global?category=Other&tag=launch&source=graph&period=30')).toBe(
    true,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show all accounts' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('rows are chosen by box, by Space and with Shift; Escape empties the choice', async () => {
  open('/', list(anAccount(), anAccount({ id: 5, username: 'casaluma' }), anAccount({ id: 6, username: 'tides' })))
  await table()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select @marasea' }))
  const bar = await screen.findByRole('toolbar', { name: 'Selected accounts' })
  expect(within(bar).getByText('1 selected')).toBeTruthy()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select @tides' }))
  await user.keyboard('{/Shift}')
  expect(await within(bar).findByText('3 selected')).toBeTruthy()
  screen.getByRole('link', { name: 'View @casaluma' }).focus()
  await user.keyboard(' ')
  expect(await within(bar).findByText('2 selected')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('chosen accounts are compared, tagged and refreshed together', async () => {
  const asked = open('/', {
    ...list(anAccount(), anAccount({ id: 5, username: 'casaluma', tags: ['paid'] })),
    'PUT /api/account-tags': () => json({ changed: 2, tags: [] }),
    'POST /api/accounts/refresh': () => json({ started: [4], alreadyRefreshed: [], noSource: [5] }, 202),
    'GET /api/accounts/4': () => failure(404, 'No'),
  })
  await table()
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select all accounts shown' }))
  const bar = await screen.findByRole('toolbar', { name: 'Selected accounts' })
  await user.click(within(bar).getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Refresh started')).toBeTruthy()
  await user.click(within(bar).getByRole('button', { name: 'Tag' }))
  await user.type(await screen.findByLabelText('New tag'), 'launch{Enter}')
  await waitFor(() => expect(asked.some(({ name }) => name === 'PUT /api/account-tags')).toBe(true))
  const sent = asked.find(({ name }) => name === 'PUT /api/account-tags')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ accountIds: [4, 5], add: ['launch'], remove: [] })
  await user.keyboard('{Escape}')
  await user.click(await within(bar).findByRole('button', { name: 'Compare' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/compare?accounts=4,5'))
})

test('the sums stand above the table, and its foot counts', async () => {
  open('/', list(anAccount()))
  await table()
  const totals = screen.getByRole('region', { name: 'All accounts together' })
  await waitFor(() =>
    expect(totals.textContent).toBe(
      'Followers1.9Mpale: 30 days before+15.3K in 30 daysGrowth+0.9%was +0.6%Engagement4.6%+0.2 pointsPosts25831 more than beforeRead today12 of 12',
    ),
  )
  expect(await screen.findByText('1 of 12 accounts')).toBeTruthy()
})

test('three grey rows while loading, never at once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open('/', { 'GET /api/accounts': () => new Promise(() => undefined) })
  await vi.waitFor(() => expect(document.querySelectorAll('main [data-skeleton] tr')).toHaveLength(3))
  await vi.waitFor(() => expect(document.querySelectorAll('main .skeleton').length).toBeGreaterThan(12))
})

test('empty: the sentence, and three ways to figures for administrators only', async () => {
  open('/', list())
  expect(await screen.findByText('No accounts found. Add your first Instagram account to get started.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add Account' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import data' })).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'See how' })).getAttribute('href')).toBe('/admin?tab=connections')
  await userEvent.click(screen.getByRole('button', { name: 'Choose a file' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add one account' }))
  expect(await screen.findByRole('dialog', { name: 'Add Instagram Account' })).toBeTruthy()
})

test.each(['pro', 'basic'] as const)('a %s user sees neither Add Account nor Import data', async (role) => {
  open('/', list(), aUser({ role }))
  expect(await screen.findByText('No accounts found. An administrator can add accounts to your company.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add Account' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Import data' })).toBeNull()
})

test('a failure says why, and trying again shows the list', async () => {
  let answers = 0
  open('/', {
    'GET /api/accounts': () => {
      answers += 1
      return answers === 1 ? failure(503, 'The store is not answering.') : page([anAccount()])
    },
  })
  expect(await screen.findByText('The accounts could not be loaded')).toBeTruthy()
  expect(screen.getByText('The store is not answering.')).toBeTruthy()
  const faces = screen.getAllByRole('alert').filter((face) => face.textContent?.includes('The store is not answering.'))
  expect(faces).toHaveLength(1)
  await userEvent.click(within(faces[0] ?? document.body).getByRole('button', { name: 'Try Again' }))
  expect(await table()).toBeTruthy()
})

test('the sort stands in the address, and the server sorts', async () => {
  const asked = open('/?sort=engagement', list(anAccount()))
  await table()
  expect(lists(asked)).toContain('/api/accounts?limit=100&sort=engagement&period=30')
  const sort = screen.getByRole('combobox', { name: 'Sort' })
  expect(sort.textContent).toContain('Engagement Rate')
  const user = userEvent.setup()
  await user.click(sort)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Followers (High to Low)',
    'Engagement Rate',
    'Recently Added',
  ])
  await user.click(screen.getByRole('option', { name: 'Recently Added' }))
  await waitFor(() => expect(window.location.search).toBe('?sort=recent'))
  await waitFor(() => expect(lists(asked)).toContain('/api/accounts?limit=100&sort=recent&period=30'))
  await user.click(screen.getByRole('combobox', { name: 'Sort' }))
  await user.click(screen.getByRole('option', { name: 'Followers (High to Low)' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('the filter goes into the address once typing rests; no match has words of its own', async () => {
  const asked = open('/', {
    'GET /api/accounts': ({ url }) => (url.includes('q=') ? page([]) : page([anAccount()])),
  })
  await table()
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Filter accounts' }), ' zebra ')
  expect(await screen.findByText('No account name contains “zebra”.')).toBeTruthy()
  expect(window.location.search).toBe('?q=zebra')
  expect(lists(asked).filter((url) => url.includes('q='))).toEqual([
    '/api/accounts?limit=100&sort=followers&q=zebra&period=30',
  ])
  await user.click(screen.getByRole('button', { name: 'Show all accounts' }))
  expect(await table()).toBeTruthy()
  expect(window.location.search).toBe('')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter accounts' }).value).toBe('')
})

test('ten thousand accounts are a few rows, and further pages come before they are needed', async () => {
  const rows = (from: number) =>
    Array.from({ length: 100 }, (_, index) => anAccount({ id: from + index, username: `account_${from + index}` }))
  const asked = open('/', {
    'GET /api/accounts': ({ url }) => {
      const cursor = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? '1')
      return page(rows(cursor), { total: 10_000, next: String(cursor + 100) })
    },
    'GET /api/metrics/global': () => sums({ accounts: 10_000 }),
  })
  const shown = await table()
  expect(shown.getAttribute('aria-rowcount')).toBe('10001')
  expect(within(shown).getAllByRole('row').length).toBeLessThanOrEqual(120)
  expect(within(shown).getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('2')
  expect(await screen.findByText('10,000 of 10,000 accounts')).toBeTruthy()
  Object.assign(window, { scrollY: 3_000 })
  window.dispatchEvent(new Event('scroll'))
  await waitFor(() => expect(lists(asked)).toContain('/api/accounts?limit=100&sort=followers&period=30&cursor=101'))
  Object.assign(window, { scrollY: 0 })
})

test('up and down move between the rows', async () => {
  open('/', list(anAccount(), anAccount({ id: 5, username: 'casaluma' })))
  await table()
  screen.getByRole('link', { name: 'View @marasea' }).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View @casaluma' }))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View @marasea' }))
})

test('where there is no room for a table, each row is one link of two lines', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  open('/', list(anAccount()))
  const rows = await screen.findByRole('list', { name: 'Your Instagram Accounts' })
  const link = within(rows).getByRole('link')
  expect(link.getAttribute('href')).toBe('/account/4')
  expect(link.textContent).toContain('Engagement 6.7%12.2% change')
  expect(screen.queryByRole('table')).toBeNull()
})

async function openAdd() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add Account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add Instagram Account' })
  return { user, dialog: within(dialog) }
}

test('Add Account: asks for a username, drops its @, and says that it was added', async () => {
  const asked = open('/', {
    ...list(anAccount()),
    'POST /api/accounts': () => json(anAccount({ id: 9, username: 'ninabakes' }), 201),
  })
  const { user, dialog } = await openAdd()
  expect(dialog.getByText('Enter the Instagram username to start tracking analytics.')).toBeTruthy()
  expect(dialog.getByRole('combobox', { name: 'Category' }).textContent).toBe('Fitness & Wellness')
  await user.click(dialog.getByRole('button', { name: 'Add Account' }))
  expect(dialog.getByText('Username is required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Username')))
  expect(asked.some(({ name }) => name === 'POST /api/accounts')).toBe(false)

  const before = {
    lists: lists(asked).length,
    sums: asked.filter(({ name }) => name === 'GET /api/metrics/global').length,
  }
  await user.type(dialog.getByLabelText('Username'), '@ninabakes')
  await user.click(dialog.getByRole('button', { name: 'Add Account' }))
  expect(await screen.findByText('Account added successfully')).toBeTruthy()
  expect(screen.getByText('@ninabakes has been added to your dashboard')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const sent = asked.find(({ name }) => name === 'POST /api/accounts')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ username: 'ninabakes', category: 'Fitness & Wellness' })
  await waitFor(() => {
    expect(lists(asked).length).toBeGreaterThan(before.lists)
    expect(asked.filter(({ name }) => name === 'GET /api/metrics/global').length).toBeGreaterThan(before.sums)
  })
  // The form is as new the next time.
  const again = await openAdd()
  expect(again.dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('')
})

test('Add Account: busy while it lasts', async () => {
  open('/', { ...list(anAccount()), 'POST /api/accounts': () => new Promise(() => undefined) })
  const { user, dialog } = await openAdd()
  await user.type(dialog.getByLabelText('Username'), 'ninabakes{Enter}')
  expect(await dialog.findByRole('button', { name: 'Adding Account...' })).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
})

test.each([
  ['what the server says', () => failure(409, '@ninabakes is tracked already.'), '@ninabakes is tracked already.'],
  [
    'a sentence of its own',
    () => new TypeError('no network'),
    'There was an error adding this Instagram account. Please try again.',
  ],
])('Add Account failed: %s, and what was typed stays', async (_, answer, description) => {
  open('/', { ...list(anAccount()), 'POST /api/accounts': answer })
  const { user, dialog } = await openAdd()
  await user.type(dialog.getByLabelText('Username'), 'ninabakes{Enter}')
  expect(await screen.findByText('Failed to add account')).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('ninabakes')
})
