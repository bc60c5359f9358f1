/**
 * `npm run bench -- web`: the speed of the built screen on 10,000 accounts with a year of daily figures and on 5,000
 * drafts and 5,000 prompts, in a browser against the real server, against the bars of the project, in one table. Ends with 1 when a bar is
 * missed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accountsFigures } from './lib/accounts-screen.ts'
import { visitorOf } from './lib/browser.ts'
import { chartsFigures } from './lib/charts-screen.ts'
import { draftsFigures, fillDrafts, PLANNER } from './lib/drafts-screen.ts'
import { fillStore } from './lib/fill.ts'
import { withLifetime } from './lib/lifetime.ts'
import { repository, startProduct } from './lib/product.ts'
import { fillPrompts, promptsFigures } from './lib/prompts-screen.ts'
import { concluded, say, shown } from './lib/table.ts'

async function main() {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, accounts: { type: 'string' }, rounds: { type: 'string' } },
  })
  const accounts = Number(values.accounts ?? (values.quick ? 1_000 : 10_000))
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 7))
  if (!existsSync(join(repository, 'web/dist/index.html')))
    throw new Error('The screen is not built yet: run npm run build first')
  await withLifetime(async (life) => {
    const settings = { dataFolder: life.folder('web') }
    say(`Filling a store with ${shown(accounts)} accounts`)
    await fillStore(settings, { accounts, days: 365 })
    const product = await startProduct(life, settings)
    say('Making 5,000 drafts')
    await fillDrafts(product)
    say('Making 5,000 prompts')
    await fillPrompts(product)
    const visitor = await visitorOf(product)
    const planner = await visitorOf(product, PLANNER)
    try {
      say('Accounts table')
      const table = await accountsFigures(visitor, accounts, rounds)
      say('Charts')
      const charts = await chartsFigures(visitor, rounds)
      say('Drafts')
      const drafts = await draftsFigures(planner, rounds)
      say('Prompts')
      const prompts = await promptsFigures(visitor, rounds)
      const title = `${shown(accounts)} accounts × 365 days, 5,000 drafts, 5,000 prompts, Chromium, median of ${rounds}`
      concluded(title, [...table, ...charts, ...drafts, ...prompts])
    } finally {
      await planner.close()
      await visitor.close()
      await product.stop()
    }
  })
}

await main()
