/** A row of the dashboard: all that is known of an account, how old it is, and its exact figures. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { formatShortDate } from '#lib/format.ts'
import { anAccount, daysAgo, noMetrics, someMetrics, sums } from '../testing/accounts.ts'
import { accountTable, withAccounts } from '../testing/dashboard.ts'
import { stubMedia } from '../testing/media.ts'
import { openApp } from '../testing/open-app.tsx'

test('the room for rows that are not in the page is as wide as the table, and makes no further column', async () => {
  const many = Array.from({ length: 250 }, (_, at) => anAccount({ id: at + 1, username: `account_${at}` }))
  openApp('/', withAccounts(...many))
  const table = await accountTable()
  const heads = within(table).getAllByRole('columnheader').length
  const spacers = [...table.querySelectorAll<HTMLTableCellElement>('tr[aria-hidden="true"] > td')]
  expect(spacers.map(({ colSpan }) => colSpan)).toEqual([heads])
})

test('a row says all that is known of an account', async () => {
  stubMedia((query) => query === '(min-width: 900px)')
  openApp(
    '/',
    withAccounts(
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
  const rows = within(await accountTable()).getAllByRole('row')
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

test('figures of a file that ended nine months ago are never shown as this week', async () => {
  openApp('/', {
    ...withAccounts(
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
  const rows = within(await accountTable()).getAllByRole('row')
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
  stubMedia((query) => query === '(min-width: 900px)')
  openApp(
    '/',
    withAccounts(anAccount({ metrics: someMetrics({ followers: 8_240, posts: 4_519, followerChange: -6_300 }) })),
  )
  const rows = within(await accountTable()).getAllByRole('row')
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

test('where there is no room for a table, each row is one link of two lines', async () => {
  stubMedia((query) => query.includes('max-width'))
  openApp('/', withAccounts(anAccount()))
  const rows = await screen.findByRole('list', { name: 'Your Instagram Accounts' })
  const link = within(rows).getByRole('link')
  expect(link.getAttribute('href')).toBe('/account/4')
  expect(link.textContent).toContain('Engagement 6.7%12.2% change')
  expect(screen.queryByRole('table')).toBeNull()
})
