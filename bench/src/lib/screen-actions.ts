/** The most common actions on a slow machine far away: from the press to the paint that follows, as the browser itself times it. */
import type { Page } from '@playwright/test'
import type { Visitor } from './browser.ts'
import { readLongest, slowDown, watchEvents } from './press-to-paint.ts'
import { percentile } from './statistics.ts'
import { aside, atMost, type Figure, formatNumber, say } from './table.ts'

const PAINT_MS_MAX = 50
const KEYSTROKE_MS_MAX = 16
const REST_MS = 1_500
/** From the pointer's arrival to the press: a person's is longer. */
const POINTER_REST_MS = 500
/** Between the button's way down and up; a person's takes 60 to 120 ms. Without it the second waits for the paint of the first. */
const HOLD_MS = 60
const WAIT_MS = 15_000

interface Action {
  readonly name: string
  readonly path: string
  /** Goes to where it is done; what it answers does it. */
  readonly prepare: (page: Page) => Promise<() => Promise<void>>
  /** Opens a dialog, menu or sheet, for the first time. */
  readonly opens?: true
}

/** With the pointer itself: Playwright's `click` looks at what lies under it within the press, which would be timed too. */
const press =
  (role: 'button' | 'tab' | 'radio' | 'checkbox' | 'link', name: string | RegExp) =>
  async (page: Page): Promise<() => Promise<void>> => {
    const target = page.getByRole(role, { name }).first()
    await target.scrollIntoViewIfNeeded({ timeout: WAIT_MS })
    const box = await target.boundingBox()
    if (!box) throw new Error(`There is no ${role} ${name} to press`)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    return async () => {
      await page.mouse.down()
      await page.waitForTimeout(HOLD_MS)
      await page.mouse.up()
    }
  }
const key =
  (name: string) =>
  async (page: Page): Promise<() => Promise<void>> =>
  () =>
    page.keyboard.press(name)

const actionsOf = (account: string): readonly Action[] => [
  { name: 'choose 90 days', path: '/', prepare: press('radio', '90 days') },
  { name: 'sort by engagement', path: '/', prepare: press('button', /^Engagement/) },
  { name: 'select an account', path: '/', prepare: press('checkbox', /^Select @/) },
  { name: 'open the columns', path: '/', prepare: press('button', 'Columns'), opens: true },
  { name: 'open the clients', path: '/', prepare: press('button', /^Client/), opens: true },
  { name: 'open Add Account', path: '/', prepare: press('button', 'Add Account'), opens: true },
  { name: 'open Import data', path: '/', prepare: press('button', 'Import data'), opens: true },
  { name: 'open the palette', path: '/', prepare: key('Control+k'), opens: true },
  { name: 'open the shortcuts', path: '/', prepare: key('?'), opens: true },
  { name: 'open help', path: '/', prepare: press('button', 'Help'), opens: true },
  { name: 'open running work', path: '/', prepare: press('button', /running|activity/i), opens: true },
  { name: 'change the theme', path: '/', prepare: press('button', /^Theme/) },
  { name: 'go to Planning', path: '/', prepare: press('link', 'Planning') },
  { name: 'open the calendar', path: '/planning', prepare: press('tab', /^Calendar/) },
  { name: 'open the approvals', path: '/planning', prepare: press('tab', /^Approvals/) },
  { name: 'open New draft', path: '/planning', prepare: press('button', 'New draft'), opens: true },
  { name: 'show a year of an account', path: `/account/${account}`, prepare: press('radio', /year/i) },
  { name: 'go to the analysis', path: `/account/${account}`, prepare: press('tab', /^Analysis/) },
  { name: 'open the companies', path: '/admin', prepare: press('tab', /^Companies/) },
  { name: 'open Upload', path: '/reel-maker', prepare: press('button', /Upload/), opens: true },
]

/** All of them slowed down; those that open something at full speed too, the first time on a page. */
export async function actionsFigures(visitor: Visitor, account: string, rounds: number): Promise<Figure[]> {
  const actions = actionsOf(account)
  const slow = await timeActions(visitor, actions, rounds, true)
  const opening = await timeActions(
    visitor,
    actions.filter(({ opens }) => opens),
    rounds,
    false,
  )
  return [
    atMost('20 common actions, press to paint: p95', p95(slow.times), PAINT_MS_MAX, 'ms'),
    atMost('dialogs and menus, the first time, at full speed: p95', p95(opening.times), PAINT_MS_MAX, 'ms'),
    ...slow.figures,
    ...opening.figures,
  ]
}

const p95 = (values: readonly number[]) =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.95,
  )

async function timeActions(visitor: Visitor, actions: readonly Action[], rounds: number, isSlow: boolean) {
  const times: number[] = []
  const figures: Figure[] = []
  for (const action of actions) {
    const name = `${isSlow ? 'slowed down' : 'full speed'}: ${action.name}`
    const own: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const ms = await visitor.visit((page) => timeAction(page, action, isSlow)).catch((error: Error) => error)
      if (typeof ms === 'number') own.push(ms)
      else say(`  ${name}: ${ms.message}`)
    }
    say(`  ${name}: ${own.join(', ')} ms`)
    times.push(...own)
    figures.push(
      own.length === rounds
        ? aside(name, `${own.map(formatNumber).join(', ')} ms`)
        : { name, measured: `reached ${own.length} of ${rounds} times`, bar: 'each time', isMet: false },
    )
  }
  return { times, figures }
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
  say(`  keys in the palette: ${times.map(formatNumber).join(', ')} ms`)
  return [atMost('a key in the palette: p95', p95(times), KEYSTROKE_MS_MAX, 'ms')]
}

async function timeAction(page: Page, { path, prepare }: Action, isSlow: boolean): Promise<number> {
  await page.goto(path)
  await page.locator('h1').first().waitFor({ timeout: WAIT_MS })
  await page.waitForTimeout(REST_MS)
  if (isSlow) await slowDown(page)
  const act = await prepare(page)
  await page.waitForTimeout(POINTER_REST_MS)
  await watchEvents(page)
  await act()
  return readLongest(page)
}
