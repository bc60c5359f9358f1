/**
 * `npm run bench -- screen`: how the whole product feels: what pages load and how far they move, common actions on a slow machine
 * far away, the palette with many accounts, long lists, and Lighthouse for every route. Ends with 1 when a bar is missed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Demo } from '@tangelo/contract'
import { visitorOf } from './lib/browser.ts'
import { draftsFigures, PLANNER } from './lib/drafts-screen.ts'
import { fillStore } from './lib/fill.ts'
import { type Lifetime, withLifetime } from './lib/lifetime.ts'
import { lighthouseFigures } from './lib/lighthouse.ts'
import { ADMIN, ask, type Product, signIn, startProduct } from './lib/product.ts'
import { actionsFigures, paletteFigures } from './lib/screen-actions.ts'
import { loadsFigures, plannerFigures } from './lib/screen-loads.ts'
import { atMost, type Figure, formatNumber, reportFigures, say } from './lib/table.ts'

const PARTS = 'demo,loads,actions,palette,drafts,lighthouse'
const DEMO_SECONDS_MAX = 20
const LOOK_EVERY_MS = 100
const ROUTES = [
  '/',
  '/planning',
  '/compare',
  '/account/$accountId',
  '/account/$accountId/analysis',
  '/account/$accountId/posts',
  '/reel-maker',
  '/reel-imports',
  '/prompts',
  '/pricing',
  '/api-tokens',
  '/admin',
  '/profile',
]

async function main() {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: PARTS } },
  })
  const wanted = new Set(values.only.split(','))
  const rounds = values.quick ? 1 : 5
  const accounts = values.quick ? 1_000 : 10_000
  await withLifetime(async (life) => {
    const figures: Figure[] = []
    figures.push(...(await tryPart('demo workspace', () => demoFigures(life, wanted, rounds))))
    if (wanted.has('palette') || wanted.has('drafts'))
      figures.push(...(await tryPart('many accounts', () => manyFigures(life, wanted, accounts, rounds))))
    reportFigures(`demo workspace, and ${formatNumber(accounts)} accounts; ${rounds} rounds`, figures)
  })
}

/** A part that breaks off is a bar missed, and costs the others nothing: the table comes last, and holds what was measured. */
async function tryPart(part: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  try {
    return await measure()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    say(`  ${part}: ${reason}`)
    return [{ name: part, measured: `broke off: ${reason.split('\n')[0]}`, bar: 'measured', isMet: false }]
  }
}

/** On the demo workspace. */
async function demoFigures(life: Lifetime, wanted: ReadonlySet<string>, rounds: number): Promise<Figure[]> {
  const product = await startProduct(life, { dataFolder: life.folder('screen') })
  const visitor = await visitorOf(product)
  const figures: Figure[] = []
  try {
    const token = await signIn(product.port, ADMIN)
    say('demo')
    const seconds = await fillDemo(product, token)
    if (wanted.has('demo')) figures.push(atMost('demo filled', seconds, DEMO_SECONDS_MAX, 's'))
    const listed: { id: number }[] = await ask(product.port, token, 'GET', '/api/accounts')
    const account = String(listed[0]?.id)
    const paths = ROUTES.map((route) => route.replace('$accountId', account))
    if (wanted.has('loads')) {
      say('loads')
      figures.push(...(await tryPart('loads', () => loadsFigures(visitor, paths))))
      figures.push(...(await tryPart('first view of the planner', () => firstViewOfPlanner(product, token))))
    }
    if (wanted.has('actions')) {
      say('actions')
      figures.push(...(await tryPart('actions', () => actionsFigures(visitor, account, rounds))))
    }
    if (wanted.has('lighthouse')) {
      say('lighthouse')
      figures.push(...(await tryPart('lighthouse', () => lighthouseFigures(life, product, ROUTES, account))))
    }
  } finally {
    await visitor.close()
    await product.stop()
  }
  return figures
}

async function fillDemo({ port }: Product, token: string): Promise<number> {
  const start = performance.now()
  await ask<Demo>(port, token, 'POST', '/api/demo')
  for (;;) {
    const { state, message, reels } = await ask<Demo>(port, token, 'GET', '/api/demo')
    if (state === 'failed') throw new Error(message ?? 'The demo workspace was not filled')
    if (state === 'filled' && reels.done === reels.total) return (performance.now() - start) / 1_000
    await pause(LOOK_EVERY_MS)
  }
}

/** Of one who plans for the company with the drafts. */
async function firstViewOfPlanner(product: Product, token: string): Promise<Figure[]> {
  const companies: { id: number; name: string }[] = await ask(product.port, token, 'GET', '/api/companies')
  const company = companies.at(-1)
  await ask(product.port, token, 'POST', '/api/users', { ...PLANNER, role: 'pro', companyId: company?.id })
  const planner = await visitorOf(product, PLANNER)
  try {
    return await plannerFigures(planner)
  } finally {
    await planner.close()
  }
}

/** On a store with many accounts and drafts. */
async function manyFigures(
  life: Lifetime,
  wanted: ReadonlySet<string>,
  accounts: number,
  rounds: number,
): Promise<Figure[]> {
  const settings = { dataFolder: life.folder('screen-many') }
  say(`Filling a store with ${formatNumber(accounts)} accounts`)
  await fillStore(settings, { accounts, days: 30 })
  const product = await startProduct(life, settings)
  const visitor = await visitorOf(product)
  try {
    return [
      ...(wanted.has('palette') ? await tryPart('palette', () => paletteFigures(visitor)) : []),
      ...(wanted.has('drafts') ? await tryPart('drafts', () => draftsFigures(product, rounds)) : []),
    ]
  } finally {
    await visitor.close()
    await product.stop()
  }
}

await main()
