/** The library of prompts: how soon the cards of a search stand after the last letter was typed. */
import type { Page } from '@playwright/test'
import { type Visitor, withStopwatch } from './browser.ts'
import { ADMIN, ask, type Product, signIn } from './product.ts'
import { median } from './statistics.ts'
import { atMost, type Figure, formatNumber, say, spread } from './table.ts'

const PROMPTS = 5_000
const SEARCH_MS_MAX = 50
const AT_ONCE = 8
const CARD = 'main li.panel'
/** One in so many prompts holds the common word, one in so many the rare one. */
const COMMON_EVERY = 3
const RARE_EVERY = 500
/** What is looked for: in a third of the prompts, in ten of them, in none. */
const WORDS = { many: 'harbour', few: 'quince', none: 'zeppelin' } as const

async function fillPrompts({ port }: Product): Promise<void> {
  const admin = await signIn(port, ADMIN)
  let next = 0
  const make = async (): Promise<void> => {
    for (let index = next++; index < PROMPTS; index = next++) {
      const common = index % COMMON_EVERY === 0 ? ` Say which ${WORDS.many} it is.` : ''
      const rare = index % RARE_EVERY === 0 ? ` A bowl of ${WORDS.few}.` : ''
      await ask(port, admin, 'POST', '/api/prompts/save', {
        title: `Prompt ${index}`,
        prompt: `${'Look at the picture as a friend would, in soft window light, and name what is there. '.repeat(3 + (index % 9))}${common}${rare}`,
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, make))
}

export async function promptsFigures(visitor: Visitor, product: Product, rounds: number): Promise<Figure[]> {
  say('  making 5,000 prompts')
  await fillPrompts(product)
  const figures: Figure[] = []
  for (const [kind, word] of Object.entries(WORDS)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await visitor.visit((page) => searchMs(page, word)))
    const name = `search in ${formatNumber(PROMPTS)} prompts: a word of ${kind}`
    figures.push(atMost(name, median(times), SEARCH_MS_MAX, 'ms', spread(times)))
  }
  for (const figure of figures) say(`  ${figure.name} ${figure.measured}`)
  return figures
}

/** From the event that brings the word to the frame in which every card holds it, or none is left when none does. */
async function searchMs(page: Page, word: string): Promise<number> {
  await withStopwatch(page)
  await page.goto('/prompts')
  await page.locator(CARD).first().waitFor()
  // What the page does to begin with is not searching.
  await page.waitForLoadState('load')
  await page.waitForTimeout(1_000)
  const field = page.getByRole('searchbox')
  await field.click()
  // Users do not type at once; and the page gets every prompt meanwhile.
  await page.waitForTimeout(1_500)
  const found = page.evaluate(
    async ({ word: wanted, card, isThere }) => {
      const typed = new Promise<number>((resolve) => {
        document.addEventListener('input', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
      })
      const isDone = () => {
        const cards = [...document.querySelectorAll(card)]
        const isStale = document.querySelector('[aria-busy="true"]') !== null
        return (
          !isStale && cards.length > 0 === isThere && cards.every(({ textContent }) => textContent?.includes(wanted))
        )
      }
      return (await window.paintOnce(isDone)) - (await typed)
    },
    { word, card: CARD, isThere: word !== WORDS.none },
  )
  await field.fill(word)
  return found
}
