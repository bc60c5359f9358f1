/** A link as an agency makes it and a client opens it: without an account, on a phone and on a desk, until it is revoked; with axe. */

import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { tableOf } from '../support/figures.ts'
import { listLoadedFonts } from '../support/list-loaded-fonts.ts'
import { expect, test } from '../support/test.ts'

test.slow()
test.use({ viewer: 'other' })

const PASSWORD = 'seven green pears'
const ACCOUNT = {
  username: 'link.harbour',
  followers: 3_000,
  perDay: 12,
  following: 120,
  posts: 90,
  rate: 4,
  rateBefore: 4,
  days: 60,
}

async function expectClean(page: Page, isPhone: boolean): Promise<void> {
  for (const width of isPhone ? [390, 320] : [1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(axe.source)
      const found = await page.evaluate(async () => {
        const { axe: scanner } = window as unknown as { axe: { run: typeof axe.run } }
        const { violations } = await scanner.run(document, { resultTypes: ['violations'] })
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      })
      expect(found, `${page.url().slice(-8)}, ${colorScheme}, ${width} px`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
}

test('a link with a password is made, opened by a client without an account, and revoked', { tag: '@both' }, async ({
  page,
  house,
  isPhone,
  browser,
}) => {
  await house.importFile('link.csv', tableOf([ACCOUNT]), house.companies.grove)
  await page.goto(`/account/${await house.accountId('link.harbour')}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Anna')
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await dialog.getByRole('region', { name: 'Address of the link' }).textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext({ bypassCSP: true })
  const client = await context.newPage()
  const asked: string[] = []
  client.on('request', (request) => asked.push(`${request.method()} ${request.resourceType()}`))
  await client.goto(url ?? '')
  await expect(client.getByRole('heading', { name: 'This page has a password' })).toBeVisible()
  await expectClean(client, isPhone)
  await client.getByRole('textbox', { name: 'Password' }).fill('another one')
  await client.getByRole('button', { name: 'Open the page' }).click()
  await expect(client.getByRole('alert')).toHaveText('This is not the password. Please try again.')
  await client.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await client.keyboard.press('Enter')
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('@link.harbour')
  await expectClean(client, isPhone)
  expect(asked.filter((one) => one.endsWith('script'))).toEqual([])
  const cookies = await context.cookies()
  expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
    { httpOnly: true, sameSite: 'Lax' },
    { httpOnly: true, sameSite: 'Lax' },
  ])

  await page.goto('/reports?tab=links')
  await page.getByRole('button', { name: 'Revoke Anna' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(/^Revoked/).first()).toBeVisible()
  await client.reload()
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('This link does not open anything')
  await expectClean(client, isPhone)
  await context.close()
})

test('a calendar opens for a client, says the times of the company beside their own, and leafs by month', async ({
  page,
  house,
  browser,
}) => {
  const body = { kind: 'calendar', targetId: house.companies.grove, name: 'Plan', expiresInDays: 7 }
  await page.goto('/reports?tab=links')
  const token = await page.evaluate(() => window.localStorage.getItem('auth_token'))
  const headers = { authorization: `Bearer ${token}` }
  const day = new Date().toISOString().slice(0, 8)
  const draft = { caption: 'Six lemons', publishDate: `${day}15T18:30:00.000Z` }
  expect((await page.request.post('/api/content/posts', { data: draft, headers })).status()).toBe(201)
  const { url } = await (await page.request.post('/api/links', { data: body, headers })).json()
  const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', bypassCSP: true })
  const client = await context.newPage()
  await client.goto(url ?? '')
  await expect(client.locator('.post')).toContainText('Six lemons')
  await expect(client.locator('.post')).toContainText(/\d\d:\d\d your time/)
  expect(await listLoadedFonts(client)).toContain('Inter')
  await expectClean(client, false)
  await expectClean(client, true)
  await client.getByRole('navigation', { name: 'Months' }).getByRole('link').last().click()
  await expect(client.getByText('Nothing is planned for')).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await context.close()
})
