/** axe over what is on the screen, in both themes: WCAG 2.2 AA, nothing excused. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export async function expectNoViolations(page: Page, screen: string, widths: readonly number[]): Promise<void> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      // Two frames later the other theme is painted everywhere.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze()
      for (const { id, help, nodes } of violations) {
        for (const { target, failureSummary } of nodes) {
          found.push(`${screen}, ${theme}, ${width} px: ${id} (${help}) at ${target.join(' ')}: ${failureSummary}`)
        }
      }
    }
  }
  expect(found).toEqual([])
}
