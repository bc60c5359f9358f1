/** The drafts panel of a user who plans content: how soon cards appear, and how long scrolling keeps the page busy. */
import type { Page } from '@playwright/test'
import { firstShownMs, visitorOf, withStopwatch } from './browser.ts'
import { ADMIN, ask, type Product, signIn } from './product.ts'
import { median } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say, spread } from './table.ts'

const DRAFTS = 5_000
const FIRST_CARDS_MS_MAX = 200
const TASK_MS_MAX = 50
const AT_ONCE = 8
const MEDIA = ['image', 'carousel', 'video', 'reel'] as const

export const PLANNER = { username: 'planner', password: 'a ripe tangelo in April' }

/** A company of its own, without accounts, with one person who plans and all the drafts: made through the door. */
async function fillDrafts({ port }: Product): Promise<void> {
  const admin = await signIn(port, ADMIN)
  const company: { id: number } = await ask(port, admin, 'POST', '/api/companies', { name: 'Planning' })
  await ask(port, admin, 'POST', '/api/users', { ...PLANNER, role: 'pro', companyId: company.id })
  const planner = await signIn(port, PLANNER)
  let next = 0
  const make = async (): Promise<void> => {
    for (let index = next++; index < DRAFTS; index = next++) {
      await ask(port, planner, 'POST', '/api/content/posts', {
        caption: `Draft ${index}: ${'a few words about what is on the picture, and where it was taken. '.repeat(1 + (index % 5))}`,
        location: `Place ${index % 40}`,
        mediaType: MEDIA[index % MEDIA.length],
        hashtags: ['citrus', 'slowmornings', 'valencia', 'market'].slice(0, index % 5),
        publishDate: index % 3 === 0 ? '2026-11-24' : null,
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, make))
}

export async function draftsFigures(product: Product, rounds: number): Promise<Figure[]> {
  say('  making 5,000 drafts')
  await fillDrafts(product)
  const visitor = await visitorOf(product, PLANNER)
  const firstCards: number[] = []
  try {
    for (let round = 0; round < rounds; round += 1)
      firstCards.push(await visitor.visit((page) => firstShownMs(page, '/api/airtable/draft-posts', '[data-card]')))
    const scrolled = await visitor.visit(scrollThrough)
    return draftsShown(firstCards, scrolled)
  } finally {
    await visitor.close()
  }
}

function draftsShown(firstCards: readonly number[], { longest, cards }: { longest: number; cards: number }): Figure[] {
  const figures = [
    atMost('first cards of drafts after their data', median(firstCards), FIRST_CARDS_MS_MAX, 'ms', spread(firstCards)),
    atMost(`longest task while scrolling through ${formatNumber(DRAFTS)} drafts`, longest, TASK_MS_MAX, 'ms'),
    aside('cards in the page while scrolling, at most', formatNumber(cards)),
  ]
  for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
  return figures
}

/**
 * Two thirds of a window with every frame, until the last draft has been seen. The browser names tasks from 50 ms on;
 * below that the figure is 0.
 */
async function scrollThrough(page: Page): Promise<{ longest: number; cards: number }> {
  await withStopwatch(page)
  await page.goto('/')
  await page.locator('[data-card]').first().waitFor()
  // What the page does to begin with is not scrolling.
  await page.waitForLoadState('load')
  await page.waitForTimeout(1_000)
  return page.evaluate(async (all) => {
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    observer.observe({ type: 'longtask' })
    let most = 0
    for (;;) {
      const shown = document.querySelectorAll('[data-card]')
      most = Math.max(most, shown.length)
      if (Number(shown[shown.length - 1]?.getAttribute('aria-posinset')) >= all) break
      window.scrollBy(0, (window.innerHeight * 2) / 3)
      await window.afterPaint()
    }
    await window.afterPaint()
    observer.disconnect()
    return { longest, cards: most }
  }, DRAFTS)
}
