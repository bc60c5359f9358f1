/**
 * `npm run bench -- web`: the speed of the built screen on 10,000 accounts with a year of daily figures, 5,000 drafts and
 * 5,000 prompts, in a browser against the real server, against the bars of the project, in one table. Ends with 1 when a bar
 * is missed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accountsFigures } from './lib/accounts-screen.ts'
import { visitorOf } from './lib/browser.ts'
import { chartsFigures } from './lib/charts-screen.ts'
import { draftsFigures } from './lib/drafts-screen.ts'
import { fillStore } from './lib/fill.ts'
import { withLifetime } from './lib/lifetime.ts'
import { repository, startProduct } from './lib/product.ts'
import { promptsFigures } from './lib/prompts-screen.ts'
import { type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const SCREENS = 'accounts,charts,drafts,prompts'

async function main() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      accounts: { type: 'string' },
      rounds: { type: 'string' },
      only: { type: 'string', default: SCREENS },
    },
  })
  const accounts = Number(values.accounts ?? (values.quick ? 1_000 : 10_000))
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 7))
  const wanted = values.only.split(',')
  if (!existsSync(join(repository, 'web/dist/index.html')))
    throw new Error('The screen is not built yet: run npm run build first')
  await withLifetime(async (life) => {
    const settings = { dataFolder: life.folder('web') }
    say(`Filling a store with ${formatNumber(accounts)} accounts`)
    await fillStore(settings, { accounts, days: 365 })
    const product = await startProduct(life, settings)
    const visitor = await visitorOf(product)
    const screens: Record<string, () => Promise<Figure[]>> = {
      accounts: () => accountsFigures(visitor, accounts, rounds),
      charts: () => chartsFigures(visitor, rounds),
      drafts: () => draftsFigures(product, rounds),
      prompts: () => promptsFigures(visitor, product, rounds),
    }
    const figures: Figure[] = []
    try {
      for (const [name, measure] of Object.entries(screens)) {
        if (!wanted.includes(name)) continue
        say(name)
        figures.push(...(await measure()))
      }
    } finally {
      await visitor.close()
      await product.stop()
    }
    const title = `${formatNumber(accounts)} accounts × 365 days, 5,000 drafts, 5,000 prompts, Chromium, median of ${rounds}`
    reportFigures(title, figures)
  })
}

await main()
