/** The workplace in all its states: free of violations in both themes and widths, readable in every state, and quick by keys. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/accessibility.ts'
import { poorContrasts } from '../support/contrast.ts'
import { daysAgo } from '../support/figures.ts'
import { type House, PASSWORD } from '../support/house.ts'
import { rowOf, signInAs } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

// A scan is work: half a second for each theme and width.
test.slow()

const widthsOf = (isPhone: boolean) => (isPhone ? [390, 320] : [1440])

/** Something that opens, what it is called, and how it is closed. */
async function scanOpened(page: Page, screen: string, isPhone: boolean, title: string | RegExp): Promise<void> {
  const opened = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }))
  await expect(opened).toBeVisible()
  await expectNoViolations(page, screen, widthsOf(isPhone))
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
}

test.describe('for administrators', () => {
  test.use({ viewer: 'admin' })

  test('the frame: clients, search, shortcuts, help and new things', { tag: '@both' }, async ({ page, isPhone }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^Citrus Studio/ }).first()).toBeVisible()
    await page.getByRole('button', { name: /^Client:/ }).click()
    await expect(page.getByRole('option', { name: /^Grove Agency/ })).toBeVisible()
    await scanOpened(page, 'clients', isPhone, 'Choose a client')
    await page.getByRole('button', { name: /^Search or jump to/ }).click()
    const search = page.getByRole('combobox', { name: 'Search, ask or do something' })
    await expect(search).toBeFocused()
    await expectNoViolations(page, 'palette', widthsOf(isPhone))
    await search.fill('citrus')
    await expect(page.getByRole('option', { name: /citrus\.daily/ }).first()).toBeVisible()
    await expectNoViolations(page, 'palette with results', widthsOf(isPhone))
    await search.fill('no such thing anywhere')
    await expect(page.getByText('Nothing found for')).toBeVisible()
    await expectNoViolations(page, 'palette without results', widthsOf(isPhone))
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await scanOpened(page, 'shortcuts', isPhone, 'Keyboard shortcuts')
    if (isPhone) {
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await scanOpened(page, 'new things', isPhone, 'New')
    } else {
      await page.getByRole('button', { name: 'Help' }).click()
      await scanOpened(page, 'help', isPhone, 'Help')
      // A phone shows it while there is work.
      await page.locator('button.tray').click()
      await scanOpened(page, 'activity', isPhone, 'Activity')
    }
  })

  test('the table of accounts: a client, filters, columns, and a selection', { tag: '@both' }, async ({
    page,
    house,
    isPhone,
  }) => {
    await page.goto(`/?client=${house.companies.citrus}&category=Food+%26+Recipes`)
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    await expectNoViolations(page, 'one client, filtered', widthsOf(isPhone))
    if (isPhone) {
      await page.getByRole('button', { name: /^Filter/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolations(page, 'filters of accounts', widthsOf(isPhone))
      return
    }
    await page.getByRole('button', { name: 'Columns' }).click()
    await scanOpened(page, 'columns', isPhone, 'Columns')
    await page.getByRole('checkbox', { name: 'Select @citrus.daily' }).check()
    const bar = page.getByRole('toolbar', { name: 'Selected accounts' })
    await expect(bar).toBeVisible()
    await expectNoViolations(page, 'selected accounts', widthsOf(isPhone))
    for (const [name, title] of [
      ['Group', 'Add to a group'],
      ['Tag', 'Tags'],
      ['Export', 'Export'],
      ['Move', 'Move 1 account to another company'],
      ['Delete', 'Delete 1 account'],
    ] as const) {
      await bar.getByRole('button', { name, exact: true }).click()
      await scanOpened(page, `${name} selected accounts`, isPhone, title)
    }
  })

  test('an empty installation: the demo, the first steps, sources and planning', { tag: '@both' }, async ({
    page,
    emptyServer,
    isPhone,
  }) => {
    const { address } = await emptyServer({ ADMIN_PASSWORD: PASSWORD })
    const answer = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    })
    await signInAs(page, await answer.json())
    await page.goto(`${address}/`)
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the demo workspace' })).toBeVisible()
    await expectNoViolations(page, 'the first minute', widthsOf(isPhone))
    if (!isPhone) {
      await page.setViewportSize({ width: 2560, height: 1440 })
      await expect(page.getByRole('button', { name: 'Open the demo workspace' })).toBeInViewport({ ratio: 1 })
    }
    await page.goto(`${address}/admin?tab=connections`)
    await expect(page.getByRole('heading', { name: /Get a token/ })).toBeVisible()
    await expectNoViolations(page, 'steps to a source', widthsOf(isPhone))
    await page.goto(`${address}/planning`)
    await expect(page.getByText(/^Nothing is planned yet/)).toBeVisible()
    await expectNoViolations(page, 'nothing planned', widthsOf(isPhone))
    await page.goto(`${address}/planning?tab=approvals`)
    await expect(page.getByText('Nothing is waiting for approval.')).toBeVisible()
    await expectNoViolations(page, 'no approvals', widthsOf(isPhone))
    await page.goto(`${address}/planning?tab=calendar`)
    await expect(page.getByRole('region', { name: 'Content calendar' }).or(page.getByRole('tabpanel'))).toBeVisible()
    await expectNoViolations(page, 'calendar of nothing', widthsOf(isPhone))
    await page.goto(`${address}/compare`)
    await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible()
    await expectNoViolations(page, 'nothing to compare', widthsOf(isPhone))
    await page.goto(`${address}/reports`)
    await expect(page.getByText(/^No reports yet/)).toBeVisible()
    await expect(page.getByText(/^No schedules yet/)).toBeVisible()
    await expectNoViolations(page, 'no reports', widthsOf(isPhone))
  })
})

test.describe('for planners', () => {
  test.use({ viewer: 'pro' })

  test('planning: drafts, a selection, a plan for several, filters and approvals', { tag: '@both' }, async ({
    page,
    house,
    isPhone,
  }) => {
    const accountId = await house.accountId('citrus.daily')
    for (const [caption, more] of Object.entries({
      'Waits for approval': { accountId, needsApproval: true },
      'For today': { accountId, publishDate: `${daysAgo(0)}T18:00:00Z` },
      'For later': { publishDate: `${daysAgo(-20)}T09:00:00Z`, mediaType: 'carousel' },
    }))
      await house.addDraft({ caption, ...more })
    await page.goto('/planning')
    await expect(page.getByText('Waits for approval').first()).toBeVisible()
    await expectNoViolations(page, 'planned drafts', widthsOf(isPhone))
    if (isPhone) {
      await page.getByRole('button', { name: 'Filter' }).click()
      await scanOpened(page, 'filters of planning', isPhone, 'Filters')
    } else {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .first()
        .check()
      const bar = page.getByRole('toolbar', { name: 'Selected drafts' })
      await expect(bar).toBeVisible()
      await expectNoViolations(page, 'chosen drafts', widthsOf(isPhone))
      await bar.getByRole('button', { name: 'Plan' }).click()
      await scanOpened(page, 'a plan for several', isPhone, /^Plan /)
    }
    await page.goto('/planning?tab=approvals')
    await expect(page.getByRole('button', { name: 'Approve' }).first()).toBeVisible()
    await expectNoViolations(page, 'approvals', widthsOf(isPhone))
    await page.goto('/planning?q=nothing+has+this+name')
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await expectNoViolations(page, 'no draft matches', widthsOf(isPhone))
  })
})

/** Pages with all kinds of controls. */
const PAGES_OF_CONTROLS = [
  '/',
  '/planning',
  '/planning?tab=calendar',
  '/compare',
  '/reports',
  '/reports?make=new',
  '/profile',
  '/api-tokens',
  '/test',
] as const

test.describe('controls', () => {
  test.use({ viewer: 'admin' })

  for (const theme of ['light', 'dark'] as const) {
    test(`every control can be read at rest, hovered, focused, pressed, disabled and busy, ${theme}`, async ({
      page,
      house,
      problems,
    }) => {
      // The test itself looks into the preview of a report, where no script may run.
      problems.expect(/Blocked script execution in .*\/media\/r\//)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const found: string[] = []
      const account = `/account/${await house.accountId('citrus.daily')}`
      for (const path of [
        ...PAGES_OF_CONTROLS,
        account,
        `${account}/analysis`,
        `${account}/posts`,
        '/admin?tab=connections',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('main .skeleton')).toHaveCount(0)
        found.push(...(await poorContrasts(page)).map((one) => `${path}, ${one}`))
      }
      expect(found).toEqual([])
    })
  }
})

const TABS_MAX = 5
const accountOf = async (house: House) => `/account/${await house.accountId('citrus.daily')}`
/** What a role comes to a page for. */
const MAIN_ACTIONS = {
  admin: async (house: House) => ({
    '/': 'Add Account',
    '/planning': 'New draft',
    '/compare': 'Save as group',
    '/reports': 'New report',
    [await accountOf(house)]: 'Refresh',
    '/reel-maker': 'Upload Images',
    '/prompts': 'Search prompts',
    '/admin': 'Create company',
    '/api-tokens': 'Generate Token',
    '/profile': 'Current password',
  }),
  pro: async (house: House) => ({
    '/': 'New draft',
    '/planning': 'New draft',
    '/compare': 'Save as group',
    '/reports': 'New report',
    [await accountOf(house)]: 'Export',
    '/reel-maker': 'Upload Images',
    '/api-tokens': 'Generate Token',
    '/profile': 'Current password',
  }),
  basic: async (house: House) => ({
    '/': 'New draft',
    '/planning': 'New draft',
    '/compare': 'Save as group',
    '/reports': 'New report',
    [await accountOf(house)]: 'Export',
    '/profile': 'Current password',
  }),
} as const

for (const role of ['admin', 'pro', 'basic'] as const) {
  test.describe(`with keys alone, as ${role}`, () => {
    test.use({ viewer: role })

    test(`the main action of each page is at most ${TABS_MAX} presses of Tab away`, async ({ page, house }) => {
      const ways: Record<string, string[]> = {}
      for (const [path, action] of Object.entries(await MAIN_ACTIONS[role](house))) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('main .skeleton')).toHaveCount(0)
        // What may be done is sometimes known only after the page is there.
        const main = page.getByRole('main')
        await expect(main.getByText(action).or(main.getByLabel(action)).first()).toBeVisible()
        await expect(main.locator('button:disabled', { hasText: action })).toHaveCount(0)
        const passed: string[] = []
        while (passed.length < TABS_MAX) {
          await page.keyboard.press('Tab')
          const name = await page.evaluate(() => {
            const { activeElement: element } = document
            const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
            return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim().slice(0, 50)
          })
          passed.push(name)
          // The first stop leads past the frame.
          if (name === 'Skip to content') await page.keyboard.press('Enter')
        }
        if (!passed.some((name) => name.includes(action))) ways[path] = passed
      }
      expect(ways).toEqual({})
    })
  })
}
