/** The dashboard's table with every account in it: how soon rows stand, how many there are, how fast it sorts. */
import type { Page } from '@playwright/test'
import { firstShownMs, type Visitor, withStopwatch } from './browser.ts'
import { median } from './statistics.ts'
import { atMost, type Figure, formatNumber, say, spread } from './table.ts'

const FIRST_ROWS_MS_MAX = 200
const ROW_NODES_MAX = 120
const SORT_MS_MAX = 100
/** The last one comes back to a list whose rows are all in memory. */
const ORDERS = ['Engagement Rate', 'Recently Added', 'Followers (High to Low)'] as const

export async function accountsFigures(visitor: Visitor, accounts: number, rounds: number): Promise<Figure[]> {
  const firstRows: number[] = []
  for (let round = 0; round < rounds; round += 1)
    firstRows.push(await visitor.visit((page) => firstShownMs(page, '/api/accounts?', 'tr[data-row]')))
  const sorts: Record<(typeof ORDERS)[number], number[]> = {
    'Engagement Rate': [],
    'Recently Added': [],
    'Followers (High to Low)': [],
  }
  let mostRows = 0
  await visitor.visit(async (page) => {
    await withStopwatch(page)
    await page.goto('/')
    mostRows = await scrollThrough(page, accounts)
    for (let round = 0; round < rounds; round += 1)
      for (const order of ORDERS) sorts[order].push(await sortMs(page, order))
  })
  const figures = [
    atMost('first rows after their data', median(firstRows), FIRST_ROWS_MS_MAX, 'ms', spread(firstRows)),
    atMost(
      `row nodes while scrolling through ${formatNumber(accounts)} accounts, at most`,
      mostRows,
      ROW_NODES_MAX,
      'nodes',
    ),
    ...ORDERS.map((order) =>
      atMost(`sort by ${order}, click to paint`, median(sorts[order]), SORT_MS_MAX, 'ms', spread(sorts[order])),
    ),
  ]
  for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
  return figures
}

/** Scrolls until the last account has been seen, and answers the most rows that were in the page at any frame. */
async function scrollThrough(page: Page, accounts: number): Promise<number> {
  await page.locator('tr[data-row]').first().waitFor()
  return page.evaluate(async (all) => {
    let most = 0
    for (;;) {
      const rows = document.querySelectorAll('tr[data-row]')
      most = Math.max(most, rows.length)
      if (Number(rows[rows.length - 1]?.getAttribute('aria-rowindex')) > all) break
      window.scrollBy(0, window.innerHeight * 3)
      await window.afterPaint()
    }
    window.scrollTo(0, 0)
    await window.afterPaint()
    return most
  }, accounts)
}

async function sortMs(page: Page, order: string): Promise<number> {
  await page.getByRole('combobox', { name: 'Sort' }).click()
  const option = page.getByRole('option', { name: order, exact: true })
  await option.waitFor()
  const sorted = page.evaluate(async () => {
    const first = () => document.querySelector('tr[data-row] a')?.getAttribute('href')
    const before = first()
    const released = new Promise<number>((resolve) => {
      document.addEventListener('pointerup', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
    })
    const isDone = () =>
      first() !== before && document.querySelector('table[aria-rowcount]')?.getAttribute('aria-busy') !== 'true'
    return (await window.paintOnce(isDone)) - (await released)
  })
  await option.click()
  return sorted
}
