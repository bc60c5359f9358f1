/** A report from the builder to the file: previewed, frozen, downloaded, read offline without a request, printed; with axe. */
import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import { expectNoViolations } from '../support/accessibility.ts'
import { tableOf } from '../support/figures.ts'
import { expect, test } from '../support/test.ts'

test.slow()
test.use({ viewer: 'other' })

const widthsOf = (isPhone: boolean) => (isPhone ? [390, 320] : [1440])
const ACCOUNT = {
  username: 'report.harbour',
  followers: 3_000,
  perDay: 12,
  following: 120,
  posts: 90,
  rate: 4,
  rateBefore: 4,
  days: 120,
}

test('a report is previewed, frozen, and its file reads offline, in the dark and in print', { tag: '@both' }, async ({
  page,
  house,
  isPhone,
  browser,
  problems,
}) => {
  // The test itself looks into the frame, where no script may run.
  problems.expect(/Blocked script execution in .*\/media\/r\//)
  await house.importFile('report.csv', tableOf([ACCOUNT]), house.companies.grove)
  await page.goto('/reports')
  await expectNoViolations(page, 'reports', widthsOf(isPhone))
  await page.getByRole('button', { name: 'New report' }).click()
  await page.getByRole('combobox', { name: 'About' }).fill('report.harb')
  await page.getByRole('option', { name: '@report.harbour' }).click()
  const frame = page.frameLocator('iframe[title="Preview of the report"]')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('report.harbour')
  await expectNoViolations(page, 'the builder', widthsOf(isPhone))
  const sheets = page.getByRole('region', { name: 'Pages of the report' })
  await page.getByRole('radio', { name: /^A4, \d pages?$/ }).click()
  await expect(sheets).toBeVisible()
  const counted = Number(
    /\d+/.exec((await page.getByRole('radio', { name: /^A4/ }).textContent())?.slice(2) ?? '')?.[0],
  )
  await expectNoViolations(page, 'the pages in the builder', widthsOf(isPhone))
  await page.getByRole('button', { name: 'Freeze this report' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download report.harbour as HTML' }).first().click(),
  ])
  const path = test.info().outputPath('report.html')
  await download.saveAs(path)
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download report.harbour as CSV' }).first().click(),
  ])
  const csv = await readFile(await table.path(), 'utf8')

  const context = await browser.newContext({ offline: true, bypassCSP: true })
  const file = await context.newPage()
  const requests: string[] = []
  file.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) requests.push(request.url())
  })
  const visible = new Set<string>()
  for (const [media, colorScheme] of [
    ['screen', 'light'],
    ['screen', 'dark'],
    ['print', 'light'],
  ] as const) {
    await file.emulateMedia({ media, colorScheme })
    await file.goto(`file://${path}`)
    await expect(file.getByRole('heading', { level: 1 })).toHaveText('report.harbour')
    await file.evaluate(axe.source)
    const violations = await file.evaluate(async () => {
      const { axe: scanner } = window as unknown as { axe: { run: typeof axe.run } }
      const found = await scanner.run(document, { resultTypes: ['violations'] })
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
    expect(violations).toEqual([])
    const texts = await file.locator('.figs b, .three li, .tops .l b').filter({ visible: true }).allTextContents()
    expect(texts.length).toBeGreaterThan(4)
    visible.add(texts.join('\n'))
  }
  // On paper stand the numbers of the screen, and in the CSV all their digits.
  expect(visible.size).toBe(1)
  for (const exact of await file
    .locator('.figs b[title]')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('title') ?? '')))
    expect(csv).toContain(`,${Number(exact.replaceAll(/[,%]/g, ''))},`)
  expect(requests).toEqual([])
  const pages = (await file.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page[^s]/g)
  expect(pages?.length).toBeLessThanOrEqual(4)
  // What the builder has counted is what a printer gets.
  expect(counted).toBe(pages?.length)
  await context.close()
})
