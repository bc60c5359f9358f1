/** One account: its figures, its history over the chosen days, and the ways to fill and find it. */
import type { Page } from '@playwright/test'
import { dayLabel, daysAgo } from '../support/figures.ts'
import { cutOff, expectToast, holdBack, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const chartOf = (page: Page, title: string) => page.getByRole('application', { name: new RegExp(`^${title}`) })
/** What a screen reader announces of the focused day. */
const readingOf = (page: Page, text: string | RegExp) => page.locator('[aria-live=polite]').filter({ hasText: text })

test.describe('as a pro user', () => {
  test.use({ viewer: 'pro' })

  test('the page says who it is, what the figures are, and how they change', { tag: '@both' }, async ({
    page,
    house,
  }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    await expect(page.getByRole('heading', { name: 'Account Detail: @citrus.daily', level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/@citrus\.daily/)
    const main = page.getByRole('main')
    await expect(main.getByText('No bio available', { exact: true })).toBeVisible()
    await expect(main.getByText('Food & Recipes', { exact: true })).toBeVisible()
    const link = main.getByRole('link', { name: 'View on Instagram' })
    await expect(link).toHaveAttribute('href', 'https://www.instagram.com/citrus.daily/')
    await expect(link).toHaveAttribute('rel', /noreferrer/)
    const cards = main.locator('dl').first()
    await expect(cards.getByRole('term')).toHaveText(['Followers', 'Following', 'Posts', 'Engagement'])
    await expect(cards.getByText('204.9K', { exact: true })).toBeVisible()
    await expect(cards.getByText('+1.5K this week', { exact: true })).toBeVisible()
    await expect(cards.getByText('318', { exact: true })).toBeVisible()
    await expect(cards.getByText('1.3K', { exact: true })).toBeVisible()
    await expect(cards.getByText('6.0%', { exact: true })).toBeVisible()
    await expect(cards.getByText('20% change', { exact: true })).toBeVisible()
    await expect(cards.getByRole('img', { name: 'Up' })).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
    await expect(chartOf(page, 'Followers Growth')).toBeVisible()
    await expect(chartOf(page, 'Engagement Rate')).toBeVisible()
    await expect(main.getByText(`Imported, updated`)).toBeVisible()
  })

  test('a fall is shown with an arrow down', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('green.tea')}`)
    const cards = page.getByRole('main').locator('dl').first()
    await expect(cards.getByText('−280 this week', { exact: true })).toBeVisible()
    await expect(cards.getByText('−20% change', { exact: true })).toBeVisible()
    await expect(cards.getByRole('img', { name: 'Down' })).toHaveCount(2)
  })

  test('the date range changes heading, address and days, and survives a reload', async ({ page, house }) => {
    const path = `/account/${await house.accountId('citrus.daily')}`
    await page.goto(path)
    await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
    for (const [name, range, heading, first] of [
      ['7 days', '7', 'Last 7 days', 6],
      ['90 days', '90', 'Last 90 days', 89],
      ['Year', 'year', 'Last year', 364],
      ['All', 'all', 'All time', 729],
    ] as const) {
      await page.getByRole('radio', { name }).click()
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      await expect(page).toHaveURL(`${path}?range=${range}`)
      await page.reload()
      await expect(page.getByRole('radio', { name })).toBeChecked()
      const chart = chartOf(page, `Followers Growth, ${heading.toLowerCase()}`)
      await chart.focus()
      await page.keyboard.press('Home')
      const label = new RegExp(`^${dayLabel(daysAgo(first))}(, \\d{4})?, imported: `)
      await expect(readingOf(page, label).first()).toBeAttached()
    }
    await page.getByRole('radio', { name: '30 days' }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
  })

  test('own days are a range too, and two that make none say so', async ({ page, house }) => {
    const path = `/account/${await house.accountId('citrus.daily')}`
    await page.goto(path)
    await page.getByRole('radio', { name: 'Custom' }).click()
    const from = page.getByLabel('From', { exact: true })
    const to = page.getByLabel('To', { exact: true })
    await expect(from).toHaveValue(dayLabel(daysAgo(29), true))
    await from.fill(daysAgo(20))
    await to.fill(daysAgo(15))
    await expect(page).toHaveURL(`${path}?range=custom&from=${daysAgo(20)}&to=${daysAgo(15)}`)
    const years = daysAgo(20).slice(0, 4) !== daysAgo(15).slice(0, 4)
    const heading = `${dayLabel(daysAgo(20), years)} to ${dayLabel(daysAgo(15), true)}`
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Show as table' }).first().click()
    await expect(page.getByRole('region', { name: 'Followers Growth' }).getByRole('row')).toHaveCount(7)

    await to.fill(daysAgo(25))
    await expect(page.getByText('From must not be after To.', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${path}?range=custom&from=${daysAgo(20)}&to=${daysAgo(15)}`)
    await page.reload()
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(dayLabel(daysAgo(20), true))
  })

  test('nonsense in the address shows the last 30 days', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}?range=forever&from=x`)
    await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
  })

  test('the Date Range button leads to the choice of days', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    await expect(chartOf(page, 'Followers Growth')).toBeVisible()
    await page.getByRole('button', { name: 'Date Range' }).click()
    await expect(page.getByRole('radio', { name: '30 days' })).toBeFocused()
    await expect(page.getByRole('radio', { name: '30 days' })).toBeInViewport()
  })

  test('a chart is read day by day with the arrow keys', { tag: '@both' }, async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    await chartOf(page, 'Followers Growth').focus()
    await page.keyboard.press('ArrowRight')
    await expect(
      readingOf(page, `${dayLabel(daysAgo(0))}, imported: 204,900 followers, +220 since the day before`),
    ).toBeAttached()
    await page.keyboard.press('ArrowLeft')
    await expect(
      readingOf(page, `${dayLabel(daysAgo(1))}, imported: 204,680 followers, +220 since the day before`),
    ).toBeAttached()
    for (let day = 2; day <= 9; day += 1) await page.keyboard.press('ArrowLeft')
    await expect(
      readingOf(page, new RegExp(`^${dayLabel(daysAgo(9))}, imported: .*, after 4 days without data$`)),
    ).toBeAttached()
    await page.keyboard.press('ArrowLeft')
    await expect(readingOf(page, new RegExp(`^${dayLabel(daysAgo(14))}, imported: `))).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(readingOf(page, /imported:/)).toHaveCount(0)
  })

  test('a chart is read under the pointer, also where there is no data', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    const chart = chartOf(page, 'Followers Growth')
    await chart.scrollIntoViewIfNeeded()
    const gap = chart.getByText('No data', { exact: true })
    await expect(gap).toBeVisible()
    const box = await gap.boundingBox()
    if (!box) throw new Error('The gap is not drawn')
    await page.mouse.move(box.x + box.width / 2, box.y - 40)
    await expect(readingOf(page, /: No data$/)).toBeAttached()
    await page.mouse.move(box.x + box.width / 2 + 160, box.y - 40)
    await expect(readingOf(page, /imported: .* followers/)).toBeAttached()
  })

  test('days without data are gaps, counted and named, and never zeros', { tag: '@both' }, async ({
    page,
    house,
    isPhone,
  }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    const engagement = page.getByRole('region', { name: 'Engagement Rate' })
    await expect(engagement.getByText('4 days without data', { exact: true })).toBeVisible()
    // A phone has no room for the words in four days of thirty.
    if (!isPhone) await expect(chartOf(page, 'Engagement Rate').getByText('No data', { exact: true })).toBeVisible()
    await engagement.getByRole('button', { name: 'Show as table' }).click()
    const rows = engagement.getByRole('row')
    await expect(rows).toHaveCount(1 + 26)
    await expect(engagement.getByRole('cell', { name: '0%', exact: true })).toHaveCount(0)
  })

  test('each chart has a table that says the same in figures', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}?range=7`)
    const growth = page.getByRole('region', { name: 'Followers Growth' })
    await growth.getByRole('button', { name: 'Show as table' }).click()
    await expect(growth.getByRole('columnheader')).toHaveText(['Date', 'Followers', 'Source'])
    await expect(growth.getByRole('row')).toHaveCount(8)
    await expect(growth.getByRole('row').nth(1).getByRole('cell')).toHaveText([
      dayLabel(daysAgo(0), true),
      '204,900',
      'imported',
    ])
    await growth.getByRole('button', { name: 'Show as chart' }).click()
    await expect(chartOf(page, 'Followers Growth')).toBeVisible()
  })

  test('an account without figures says so and whom to ask', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('quiet_corner')}`)
    await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible()
    await expect(page.getByText(/An administrator can connect a source, import a file or type them in/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Type in figures' })).toHaveCount(0)
  })

  test('only administrators refresh', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    await expect(page.getByRole('button', { name: 'Date Range' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
  })

  test('an address without an account leads to the dashboard and says so', async ({ page, house, problems }) => {
    problems.expect(/status of 404 .*\/api\/accounts\//)
    const foreign = await house.accountId('grove.only')
    for (const id of ['2147483647', 'abc', '-1', '0', '99999999999', String(foreign)]) {
      await page.goto(`/account/${id}`)
      await expect(page, id).toHaveURL('/')
      await expectToast(page, 'Account not found', "The account you were looking for doesn't exist")
    }
  })

  test('while the account is on its way, its shape is there', async ({ page, house }) => {
    const id = await house.accountId('citrus.daily')
    const release = await holdBack(page, `**/api/accounts/${id}`)
    await page.goto(`/account/${id}`)
    await expect(page.locator('main [data-skeleton] .skeleton').first()).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Account Detail: @citrus.daily' })).toBeVisible()
    await expect(page.locator('main .skeleton')).toHaveCount(0)
  })

  test('when account or history cannot be loaded, the screen says so and tries again on demand', async ({
    page,
    house,
    problems,
  }) => {
    problems.expect(/\/api\/accounts\/\d+/)
    const id = await house.accountId('citrus.daily')
    const mend = await cutOff(page, new RegExp(`/api/accounts/${id}`), 'all')
    await page.goto(`/account/${id}`)
    await expect(page.getByRole('heading', { name: 'The account could not be loaded' })).toBeVisible()
    mend()
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).first().click()
    await expect(page.getByRole('heading', { name: 'Account Detail: @citrus.daily' })).toBeVisible()

    const mendHistory = await cutOff(page, /\/metrics\/history/, 'all')
    await page.getByRole('radio', { name: '90 days' }).click()
    await expect(page.getByRole('heading', { name: 'The history could not be loaded' })).toBeVisible()
    mendHistory()
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click()
    await expect(chartOf(page, 'Followers Growth')).toBeVisible()
  })

  test('the test page has a heading and a button, and asks the server for nothing', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => /\/api\//.test(request.url()) && asked.push(new URL(request.url()).pathname))
    await page.goto('/test')
    await expect(page.getByRole('main').getByRole('heading')).toHaveCount(1)
    await page.getByRole('main').getByRole('button').click()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
  })
})

test.describe('as an admin', () => {
  test.use({ viewer: 'admin' })

  test('Refresh without a connected source leads to the connections, or back', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    await page.getByRole('button', { name: 'Refresh' }).click()
    const dialog = page.getByRole('dialog', { name: 'No source is connected' })
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await dialog.getByRole('link', { name: 'Open Connections' }).click()
    await expect(page).toHaveURL('/admin?tab=connections')
    await expect(page.getByRole('tab', { name: 'Connections' })).toHaveAttribute('aria-selected', 'true')
  })

  test('figures typed in by hand are on the page at once', { tag: '@both' }, async ({ page, house, isPhone }) => {
    const id = await house.addAccount(`typed.in.${isPhone ? 'phone' : 'desk'}`)
    await page.goto(`/account/${id}`)
    await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Type in figures' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Type in figures' })
    await dialog.getByRole('button', { name: 'Save figures' }).click()
    await expect(dialog.getByText('Followers is required', { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('Followers')).toBeFocused()
    await dialog.getByLabel('Followers').fill('many')
    await dialog.getByLabel('Engagement rate in percent').fill('a lot')
    await expect(dialog.getByText('Enter a whole number, like 204900', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Enter a percentage, like 6.7', { exact: true })).toBeVisible()
    await dialog.getByLabel('Followers').fill('12,480')
    await dialog.getByLabel('Following').fill('61')
    await dialog.getByLabel('Engagement rate in percent').fill('6.7')
    await dialog.getByRole('button', { name: 'Save figures' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(toastOf(page).getByText('Figures saved', { exact: true })).toBeVisible()
    const cards = page.getByRole('main').locator('dl').first()
    await expect(cards.getByText('12.5K', { exact: true })).toBeVisible()
    await expect(cards.getByText('6.7%', { exact: true })).toBeVisible()
    await expect(chartOf(page, 'Followers Growth')).toBeVisible()
  })

  test('Refresh offers the ways to fill an account', async ({ page, house }) => {
    await page.goto(`/account/${await house.accountId('citrus.daily')}`)
    await page.getByRole('button', { name: 'Refresh' }).click()
    const dialog = page.getByRole('dialog', { name: 'No source is connected' })
    await dialog.getByRole('button', { name: 'Type in figures' }).click()
    await expect(page.getByRole('dialog', { name: 'Type in figures' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await dialog.getByRole('button', { name: 'Import data' }).click()
    await expect(page.getByRole('dialog', { name: 'Import data' })).toBeVisible()
  })
})
