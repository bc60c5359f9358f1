/** The dashboard: who sees what, how the list is sorted and filtered, and its four faces. */
import { openHouse } from '../support/house.ts'
import { chooseOption, cutOff, holdBack, locateAccountNames, openMenu, rowOf, signInAs } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const EMPTY = 'No accounts found. An administrator can add accounts to your company.'

test.describe('as an admin', () => {
  test.use({ viewer: 'admin' })

  test('I can add accounts and import data, and see every company', async ({ page, isPhone }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard', level: 1 })).toBeVisible()
    await expect(
      page.getByText('Monitor your Instagram performance across multiple accounts', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your Instagram Accounts', level: 2 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Account' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import data' })).toBeVisible()
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await expect(rowOf(page, 'grove.only')).toHaveCount(1)
    const menu = await openMenu(page, isPhone)
    await expect(menu.getByText('admin - My company', { exact: true })).toBeVisible()
  })
})

test.describe('as a pro user', () => {
  test.use({ viewer: 'pro' })

  test('on every desktop the names of accounts have room, and the table stays within its panel', async ({ page }) => {
    for (const width of [1440, 1900, 1920, 2440, 2560]) {
      await page.setViewportSize({ width, height: 1000 })
      await page.goto('/')
      await expect(rowOf(page, 'citrus.daily')).toBeVisible()
      const room = await rowOf(page, 'citrus.daily').evaluate((row) => {
        const { right } = (row.closest('section') ?? row).getBoundingClientRect()
        return {
          name: row.querySelector('b')?.clientWidth ?? 0,
          over: Math.max(0, row.getBoundingClientRect().right - right),
        }
      })
      expect(room.name, `${width} px`).toBeGreaterThan(60)
      expect(room.over, `${width} px`).toBeLessThan(1)
    }
  })

  test("I see my company's accounts with their figures, and no way to add or import", { tag: '@both' }, async ({
    page,
    isPhone,
  }) => {
    await page.goto('/')
    const row = rowOf(page, 'citrus.daily')
    await expect(row.getByText('Food & Recipes', { exact: true })).toBeVisible()
    await expect(row.getByText('204.9K', { exact: true })).toBeVisible()
    await expect(row.getByText('+1.5K this week', { exact: true })).toBeVisible()
    await expect(row.getByText('6.0%', { exact: true })).toBeVisible()
    await expect(row.getByText('20% change', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'green.tea').getByText('−280 this week', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'green.tea').getByText('−20% change', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'new.here').getByText('No change data', { exact: true })).toHaveCount(2)
    await expect(rowOf(page, 'quiet_corner').getByText('No data yet', { exact: true })).toBeVisible()
    await expect(rowOf(page, 'new.here').getByText('Not categorized', { exact: true })).toBeVisible()
    await expect(page.getByText('11 of 11 accounts', { exact: true })).toBeVisible()

    await expect(rowOf(page, 'grove.only')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add Account' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Import data' })).toHaveCount(0)
    const menu = await openMenu(page, isPhone)
    await expect(menu.getByText('pro - Citrus Studio', { exact: true })).toBeVisible()
  })

  test('figures are as wide as each other in columns, and hyphens in words stay hyphens', async ({ page }) => {
    await page.goto('/')
    const figure = rowOf(page, 'citrus.daily').getByText('204.9K', { exact: true })
    expect(await figure.evaluate((element) => getComputedStyle(element).fontVariantNumeric)).toBe('tabular-nums')
    expect(await page.evaluate(() => getComputedStyle(document.body).fontVariantNumeric)).toBe('normal')
  })

  test('a rise is green, a fall is red, and no change is neither', async ({ page }) => {
    await page.goto('/')
    const colourOf = (username: string, text: string) =>
      rowOf(page, username)
        .getByText(text, { exact: true })
        .first()
        .evaluate((element) => {
          // Drawn once, any notation becomes red, green and blue.
          const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
          if (!context) throw new Error('No canvas')
          context.fillStyle = getComputedStyle(element).color
          context.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
          return { red, green, blue, spread: Math.max(red, green, blue) - Math.min(red, green, blue) }
        })
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    const rise = await colourOf('citrus.daily', '20% change')
    expect(rise.green).toBeGreaterThan(rise.red)
    const fall = await colourOf('green.tea', '−20% change')
    expect(fall.red).toBeGreaterThan(fall.green)
    for (const neutral of [await colourOf('slow.lens', '0% change'), await colourOf('new.here', 'No change data')]) {
      expect(neutral.spread).toBeLessThan(25)
    }
  })

  test('the chosen order is in the address and survives a reload', async ({ page }) => {
    await page.goto('/')
    await expect(locateAccountNames(page).first()).toHaveText('@citrus.daily')
    await chooseOption(page, 'Sort', 'Engagement Rate')
    await expect(locateAccountNames(page).first()).toHaveText('@new.here')
    await expect(page).toHaveURL('/?sort=engagement')
    await page.reload()
    await expect(locateAccountNames(page).first()).toHaveText('@new.here')
    await chooseOption(page, 'Sort', 'Recently Added')
    await expect(locateAccountNames(page).first()).toHaveText('@quiet_corner')
    await expect(page).toHaveURL('/?sort=recent')
    await chooseOption(page, 'Sort', 'Followers (High to Low)')
    await expect(locateAccountNames(page).first()).toHaveText('@citrus.daily')
    await expect(page).toHaveURL('/')
  })

  test('the filter narrows the list, is in the address, survives a reload, and is emptied in one step', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('searchbox', { name: 'Filter accounts' }).fill('LENS')
    await expect(locateAccountNames(page)).toHaveText(['@slow.lens'])
    await expect(page).toHaveURL('/?q=LENS')
    await expect(page.getByText('1 of 11 accounts', { exact: true })).toBeVisible()
    await page.reload()
    await expect(locateAccountNames(page)).toHaveText(['@slow.lens'])
    await expect(page.getByRole('searchbox', { name: 'Filter accounts' })).toHaveValue('LENS')
    await page.getByRole('searchbox', { name: 'Filter accounts' }).press('Escape')
    await expect(locateAccountNames(page).first()).toHaveText('@citrus.daily')
    await expect(page).toHaveURL('/')

    await page.getByRole('searchbox', { name: 'Filter accounts' }).fill('zzz')
    await expect(page.getByText('No account name contains “zzz”.', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Show all accounts' }).click()
    await expect(locateAccountNames(page).first()).toHaveText('@citrus.daily')
    await expect(page.getByRole('searchbox', { name: 'Filter accounts' })).toHaveValue('')
  })

  test('an address with nonsense in it shows the list as usual', async ({ page }) => {
    await page.goto('/?sort=sideways&q=&page=9')
    await expect(locateAccountNames(page).first()).toHaveText('@citrus.daily')
    await expect(page.getByRole('combobox', { name: 'Sort' })).toContainText('Followers (High to Low)')
  })

  test('a row leads to its account, and back leads to the same list', async ({ page, house }) => {
    await page.goto('/?sort=engagement')
    await rowOf(page, 'citrus.daily').getByRole('link').last().click()
    await expect(page).toHaveURL(`/account/${await house.accountId('citrus.daily')}`)
    await expect(page.getByRole('heading', { name: 'Account Detail: @citrus.daily', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/?sort=engagement')
    await expect(locateAccountNames(page).first()).toHaveText('@new.here')
  })

  test('while the accounts are on their way, three grey rows stand in their place', async ({ page, isPhone }) => {
    const release = await holdBack(page, /\/api\/accounts\?/)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Your Instagram Accounts' })).toBeVisible()
    await expect(page.locator('main [data-skeleton] > *')).toHaveCount(3)
    await expect(page.locator('main .skeleton').first()).toBeVisible()
    if (!isPhone) await expect(page.locator('aside [data-skeleton]')).toHaveCount(3)
    release()
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  })

  test('when the accounts cannot be loaded, the screen says why and tries again on demand', async ({
    page,
    problems,
  }) => {
    problems.expect(/\/api\/accounts\?/)
    // The sidebar asks for them as well.
    const mend = await cutOff(page, /\/api\/accounts\?/, 'all')
    await page.goto('/')
    const failed = page.getByRole('main').getByRole('alert')
    await expect(failed.getByRole('heading', { name: 'The accounts could not be loaded' })).toBeVisible()
    await expect(failed.getByText('The server could not be reached')).toBeVisible()
    mend()
    await failed.getByRole('button', { name: 'Try Again' }).click()
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })
})

test.describe('as a basic user', () => {
  test.use({ viewer: 'basic' })

  test('I see the same accounts, and no way to add or import', async ({ page, isPhone }) => {
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await expect(page.getByText('11 of 11 accounts', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Account' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Import data' })).toHaveCount(0)
    const menu = await openMenu(page, isPhone)
    await expect(menu.getByText('basic - Citrus Studio', { exact: true })).toBeVisible()
  })
})

test.describe('in a company without accounts', () => {
  test.use({ viewer: 'newcomer' })

  test('the dashboard says that there are none yet', async ({ page, isPhone }) => {
    await page.goto('/')
    await expect(page.getByText(EMPTY, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add Account' })).toHaveCount(0)
    const menu = await openMenu(page, isPhone)
    await expect(menu.getByText('No accounts yet', { exact: true })).toBeVisible()
  })
})

test.describe('with thousands of accounts', () => {
  test('the page holds few rows, and more come while scrolling', async ({ page, problems }) => {
    test.setTimeout(90_000)
    const crowded = await openHouse()
    try {
      problems.allowOrigin(crowded.address)
      const rows = Array.from(
        { length: 1_000 },
        (_, index) => `crowd_${String(index).padStart(4, '0')},2026-01-05,${1_000 + index}`,
      )
      await crowded.importFile('crowd.csv', ['username,date,followers', ...rows].join('\n'), crowded.companies.grove)
      await signInAs(page, await crowded.signIn('other'))
      await page.goto(`${crowded.address}/?q=crowd`)
      await expect(page.getByText('1,000 of 1,001 accounts', { exact: true })).toBeVisible()
      await expect(locateAccountNames(page).first()).toHaveText('@crowd_0999')
      expect(await page.locator('main [data-row]').count()).toBeLessThanOrEqual(120)
      // Each page of a hundred arrives when its place is scrolled to.
      await expect
        .poll(
          async () => {
            await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
            return page.getByText('@crowd_0000', { exact: true }).count()
          },
          { timeout: 45_000 },
        )
        .toBeGreaterThan(0)
      await expect(locateAccountNames(page).last()).toHaveText('@crowd_0000')
      expect(await page.locator('main [data-row]').count()).toBeLessThanOrEqual(120)
    } finally {
      await page.close()
      await crowded.stop()
    }
  })
})
