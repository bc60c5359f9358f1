/** A document that is no page of the app, as clients get it: axe in both themes, from a small phone to a desk. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Landmarks are of pages: the program that shows a mail has its own. */
const OF_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region']

export async function expectClean(page: Page, state: string, { isMail = false } = {}): Promise<void> {
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      // A colour that is still on its way to another theme is no colour of either.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(axe.source)
      const found = await page.evaluate(
        async (ignored) => {
          const { axe: scanner } = window as unknown as { axe: { run: typeof axe.run } }
          const { violations } = await scanner.run(document, { resultTypes: ['violations'] })
          return violations.flatMap(({ id, nodes }) => (ignored.includes(id) ? [] : [`${id}: ${nodes[0]?.html}`]))
        },
        isMail ? OF_PAGES : [],
      )
      expect(found, `${state}, ${colorScheme}, ${width} px`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
}
