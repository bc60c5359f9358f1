/** Light, dark, or as the system says: remembered, and never a flash of the other. */
import type { Page } from '@playwright/test'
import { openMenu, readStoredValue, rowOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'pro' })

const themeOf = (page: Page) => page.locator('html')

/** From the next page on, writes down which theme is set when, and when the page is first painted. */
async function recordThemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const record: { theme: string; at: number }[] = []
    Object.assign(window, { themeRecord: record })
    new MutationObserver(() => {
      const theme = document.documentElement?.dataset.theme
      if (theme !== undefined && record.at(-1)?.theme !== theme) record.push({ theme, at: performance.now() })
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-theme'] })
  })
}

/** The themes that were set after the first paint, and the one that was set when it came. */
async function themesPainted(page: Page): Promise<{ first: string | undefined; later: string[] }> {
  const { record, painted } = await page.evaluate(() => {
    const known: unknown = Reflect.get(window, 'themeRecord')
    return {
      record: Array.isArray(known) ? (known as { theme: string; at: number }[]) : [],
      painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    }
  })
  return {
    first: record.findLast(({ at }) => at <= painted)?.theme,
    later: record.filter(({ at }) => at > painted).map(({ theme }) => theme),
  }
}

for (const system of ['light', 'dark'] as const) {
  test(`a ${system} system gets a ${system} page from the first paint on`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system })
    await recordThemes(page)
    await page.goto('/')
    await expect(rowOf(page, 'citrus.daily')).toBeVisible()
    expect(await themesPainted(page)).toEqual({ first: system, later: [] })
    await page.emulateMedia({ colorScheme: system === 'dark' ? 'light' : 'dark' })
    await expect(themeOf(page)).toHaveAttribute('data-theme', system === 'dark' ? 'light' : 'dark')
  })
}

test('my choice is remembered, and the page is painted in it from the start', { tag: '@both' }, async ({
  page,
  isPhone,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await recordThemes(page)
  await page.goto('/')
  await expect(rowOf(page, 'citrus.daily')).toBeVisible()
  const menu = await openMenu(page, isPhone)
  const backgroundOf = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await backgroundOf()
  await menu.getByRole('button', { name: 'Theme: as the system. Switch to light' }).click()
  await expect(themeOf(page)).toHaveAttribute('data-theme', 'light')
  await menu.getByRole('button', { name: 'Theme: light. Switch to dark' }).click()
  await expect(themeOf(page)).toHaveAttribute('data-theme', 'dark')
  expect(await readStoredValue(page, 'theme')).toBe('dark')
  await expect.poll(backgroundOf).not.toBe(light)

  await page.reload()
  await expect(rowOf(page, 'citrus.daily')).toBeVisible()
  expect(await themesPainted(page)).toEqual({ first: 'dark', later: [] })

  const again = await openMenu(page, isPhone)
  await again.getByRole('button', { name: 'Theme: dark. Switch to as the system' }).click()
  await expect(themeOf(page)).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(rowOf(page, 'citrus.daily')).toBeVisible()
  expect(await themesPainted(page)).toEqual({ first: 'light', later: [] })
})

test('a choice made in one tab is worn by the other at once', async ({ page, context, isPhone }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/profile')
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/profile')
  await expect(themeOf(other)).toHaveAttribute('data-theme', 'light')
  const menu = await openMenu(page, isPhone)
  await menu.getByRole('button', { name: /^Theme:/ }).click()
  await menu.getByRole('button', { name: 'Theme: light. Switch to dark' }).click()
  await expect(themeOf(other)).toHaveAttribute('data-theme', 'dark')
})
