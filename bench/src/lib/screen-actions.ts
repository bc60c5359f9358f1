/** The most common actions on a slow machine far away: from the press to the paint that follows, as the browser itself times it. */
import type { Page } from '@playwright/test'
import type { Visitor } from './browser.ts'
import { percentile } from './statistics.ts'
import { aside, atMost, type Figure, say, shown } from './table.ts'

const PAINT_MS_MAX = 50
const KEYSTROKE_MS_MAX = 16
const CPU_SLOWDOWN = 4
const ROUND_TRIP_MS = 150
const REST_MS = 1_500
const WAIT_MS = 15_000
/** The browser names events from 16 ms on; a quicker one counts as this. */
const QUICK_MS = 16

interface Action {
  readonly name: string
  readonly path: string
  readonly act: (page: Page) => Promise<void>
  /** Opens a dialog, menu or sheet, for the first time. */
  readonly opens?: true
}

const press = (role: 'button' | 'tab' | 'radio' | 'checkbox' | 'link', name: string | RegExp) => async (page: Page) =>
  page.getByRole(role, { name }).first().click({ timeout: WAIT_MS })
const key = (name: string) => (page: Page) => page.keyboard.press(name)

const actionsOf = (account: string): readonly Action[] => [
  { name: 'choose 90 days', path: '/', act: press('button', '90 days') },
  { name: 'sort by engagement', path: '/', act: press('button', /^Engagement/) },
  { name: 'select an account', path: '/', act: press('checkbox', /^Select @/) },
  { name: 'open the columns', path: '/', act: press('button', 'Columns'), opens: true },
  { name: 'open the clients', path: '/', act: press('button', /^Client/), opens: true },
  { name: 'open Add Account', path: '/', act: press('button', 'Add Account'), opens: true },
  { name: 'open Import data', path: '/', act: press('button', 'Import data'), opens: true },
  { name: 'open the palette', path: '/', act: key('Control+k'), opens: true },
  { name: 'open the shortcuts', path: '/', act: key('?'), opens: true },
  { name: 'open help', path: '/', act: press('button', 'Help'), opens: true },
  { name: 'open running work', path: '/', act: press('button', /running|activity/i), opens: true },
  { name: 'change the theme', path: '/', act: press('button', /^Theme/) },
  { name: 'go to Planning', path: '/', act: press('link', 'Planning') },
  { name: 'open the calendar', path: '/planning', act: press('tab', /^Calendar/) },
  { name: 'open the approvals', path: '/planning', act: press('tab', /^Approvals/) },
  { name: 'open New draft', path: '/planning', act: press('button', 'New draft'), opens: true },
  { name: 'show a year of an account', path: `/account/${account}`, act: press('button', /year/i) },
  { name: 'go to the analysis', path: `/account/${account}`, act: press('tab', /^Analysis/) },
  { name: 'open the companies', path: '/admin', act: press('tab', /^Companies/) },
  { name: 'open Upload', path: '/reel-maker', act: press('button', /Upload/), opens: true },
]

export async function actionsFigures(visitor: Visitor, account: string, rounds: number): Promise<Figure[]> {
  const times: number[] = []
  const opening: number[] = []
  const figures: Figure[] = []
  for (const action of actionsOf(account)) {
    const own: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const ms = await visitor.visit((page) => timeAction(page, action)).catch(() => null)
      if (ms !== null) own.push(ms)
    }
    say(`  ${action.name}: ${own.join(', ')} ms`)
    figures.push(aside(`to paint: ${action.name}`, own.length > 0 ? `${own.map(shown).join(', ')} ms` : 'not reached'))
    times.push(...own)
    if (action.opens) opening.push(...own)
  }
  const p95 = (values: readonly number[]) =>
    percentile(
      values.toSorted((a, b) => a - b),
      0.95,
    )
  return [
    atMost('20 common actions, press to paint: p95', p95(times), PAINT_MS_MAX, 'ms'),
    atMost('dialogs and menus, opened for the first time: p95', p95(opening), PAINT_MS_MAX, 'ms'),
    ...figures,
  ]
}

/** With a store of many accounts: each key of a name, at full speed. */
export async function paletteFigures(visitor: Visitor): Promise<Figure[]> {
  const times = await visitor.visit(async (page) => {
    await page.goto('/')
    await page.locator('h1').first().waitFor()
    await page.waitForTimeout(REST_MS)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').first().waitFor({ timeout: WAIT_MS })
    await watchEvents(page)
    const ms: number[] = []
    for (const letter of 'account 42') {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      ms.push(await readLongest(page))
    }
    return ms
  })
  return [
    atMost(
      'a key in the palette: p95',
      percentile(
        times.toSorted((a, b) => a - b),
        0.95,
      ),
      KEYSTROKE_MS_MAX,
      'ms',
    ),
  ]
}

async function timeAction(page: Page, { path, act }: Action): Promise<number> {
  await page.goto(path)
  await page.locator('h1').first().waitFor({ timeout: WAIT_MS })
  await page.waitForTimeout(REST_MS)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await watchEvents(page)
  await act(page)
  return readLongest(page)
}

const watchEvents = (page: Page) =>
  page.evaluate(() => {
    window.longestEvent = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number }
        if (interactionId > 0) window.longestEvent = Math.max(window.longestEvent ?? 0, duration)
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** Entries come after the paint; the next measurement begins anew. */
async function readLongest(page: Page): Promise<number> {
  await page.waitForTimeout(400)
  return page.evaluate((quick) => {
    const longest = Math.max(quick, window.longestEvent ?? 0)
    window.longestEvent = 0
    return longest
  }, QUICK_MS)
}

declare global {
  interface Window {
    longestEvent?: number
  }
}
