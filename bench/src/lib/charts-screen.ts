/** The two charts of an account: how long their scripts run the first time they are drawn, everything else being there. */
import type { Page } from '@playwright/test'
import { type Visitor, withStopwatch } from './browser.ts'
import { median } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say, spread } from './table.ts'

const SCRIPT_MS_MAX = 60

export async function chartsFigures(visitor: Visitor, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, query] of [
    ['30 days', ''],
    ['a year', '?range=year'],
  ] as const) {
    const runs: { script: number; layout: number }[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await visitor.visit((page) => drawing(page, query)))
    const scripts = runs.map(({ script }) => script)
    figures.push(
      atMost(`both charts of ${what}, scripts the first time`, median(scripts), SCRIPT_MS_MAX, 'ms', spread(scripts)),
      aside(`both charts of ${what}, style and layout`, `${formatNumber(median(runs.map(({ layout }) => layout)))} ms`),
    )
  }
  for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
  return figures
}

/** The history is held back until the rest of the page has come to rest, so that only the charts are counted. */
async function drawing(page: Page, query: string): Promise<{ script: number; layout: number }> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  const readDurations = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
    return { script: ms('ScriptDuration'), layout: ms('LayoutDuration') + ms('RecalcStyleDuration') }
  }
  await withStopwatch(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/\/metrics\/history/)
  await page.route(/\/metrics\/history/, async (route) => {
    const answer = await route.fetch()
    await released
    await route.fulfill({ response: answer })
  })
  await page.goto(`/account/1${query}`)
  await asked
  await page.getByRole('heading', { name: /^Account Detail: @/ }).waitFor()
  await page.waitForLoadState('load')
  // Skeletons come late by design; once they stand nothing moves until the answer.
  await page.waitForTimeout(500)
  const before = await readDurations()
  release()
  await page.waitForFunction(() => document.querySelectorAll('.chart svg path').length >= 2)
  await page.evaluate(() => window.afterPaint())
  const after = await readDurations()
  return { script: after.script - before.script, layout: after.layout - before.layout }
}
