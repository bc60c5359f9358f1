/** axe over what is on the screen, in both themes: WCAG 2.2 AA, nothing excused. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './test.ts'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What else is looked at is the same in both themes. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** At this width nothing may need to be scrolled sideways (WCAG 1.4.10). */
const REFLOW_WIDTH = 320

export async function expectNoViolations(page: Page, screen: string, widths: readonly number[]): Promise<void> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    if (width === REFLOW_WIDTH) {
      // A drawing follows the width of its place a frame later.
      await waitForRepaint(page)
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      if (needed > width) found.push(`${screen}: scrolls sideways at ${width} px, it needs ${needed}`)
    }
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      // Two frames later the other theme is painted everywhere.
      await waitForRepaint(page)
      const violations = await violationsOn(page, theme)
      found.push(...violations.map((violation) => `${screen}, ${theme}, ${width} px: ${violation}`))
    }
  }
  expect(found).toEqual([])
}

const waitForRepaint = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

async function violationsOn(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  const found = await scan(page, theme)
  if (!found.some(isObscured)) return found
  // The bars of a phone cover what scrolls under them: a target has to be free at one of two places.
  await page.evaluate(() => window.scrollBy(0, window.scrollY > 150 ? -150 : 150))
  const elsewhere = (await scan(page, theme)).map(targetOf)
  return found.filter((violation) => !isObscured(violation) || elsewhere.includes(targetOf(violation)))
}

const isObscured = (violation: string): boolean => violation.includes('partially obscured')
const targetOf = (violation: string): string => violation.split(': ', 1)[0] ?? violation

/** axe is brought into each document once: reading its half megabyte takes longer than a scan. */
async function scan(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const wanted =
    theme === 'light'
      ? ({ type: 'tag', values: LEVELS } as const)
      : ({ type: 'rule', values: RULES_OF_COLOUR } as const)
  return page.evaluate(async (runOnly) => {
    const { axe: scanner } = window as unknown as { axe: { run: typeof axe.run } }
    const { violations } = await scanner.run(document, { runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
    )
  }, wanted)
}
