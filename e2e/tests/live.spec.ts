/** Accounts that refresh themselves, as a new user meets them: added, filled on an open page, traced to their source. */

import type { Page } from '@playwright/test'
import { apifyStandIn, graphStandIn, instagramWorld, standInClock } from '@tangelo/stand-ins'
import { expectNoViolations } from '../support/accessibility.ts'
import { PASSWORD } from '../support/house.ts'
import { expectToast, rowOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const WIDTHS = [1440, 390]

async function standIns() {
  const clock = standInClock()
  const world = instagramWorld({ seed: 1, now: clock.now() })
  const graph = await graphStandIn({ world, clock }).start()
  const apify = await apifyStandIn({ world, clock }).start()
  return {
    graph,
    settings: {
      ADMIN_PASSWORD: PASSWORD,
      GRAPH_API_URL: graph.url,
      GRAPH_ACCESS_TOKEN: graph.token,
      GRAPH_IG_USER_ID: graph.ownId,
      APIFY_API_URL: apify.url,
      APIFY_TOKEN: apify.token,
    },
    async end() {
      expect([...graph.violations, ...apify.violations]).toEqual([])
      await Promise.all([graph.end(), apify.end()])
    },
  }
}

async function signIn(page: Page, address: string) {
  await page.goto(`${address}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeVisible()
}

async function add(page: Page, username: string) {
  await page.getByRole('main').getByRole('button', { name: 'Add Account' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('button', { name: 'Add Account' }).click()
  await expectToast(page, 'Account added successfully', `@${username} has been added to your dashboard`)
}

test('an account that was just added fills by itself, and says why its engagement is what it is', {
  tag: '@both',
}, async ({ page, emptyServer, problems }) => {
  const vendors = await standIns()
  const server = await emptyServer(vendors.settings)
  await signIn(page, server.address)
  await add(page, 'synthetic_00001')

  // Without a click or a reload.
  const row = rowOf(page, 'synthetic_00001')
  await expect(row).toContainText(/\d%/)
  await expect(row).not.toContainText('No data yet', { timeout: 3_000 })

  await row.getByRole('link').last().click()
  await expect(page.getByText(/Instagram Graph API, /).first()).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '4.0%' }).click()
  const panel = page.getByRole('dialog', { name: /^Engagement/ })
  await expect(
    panel.getByText(/\(mean likes [\d,.]+ of \d+ posts \+ mean comments .+\) ÷ followers .+ × 100 = /),
  ).toBeVisible()
  await expectNoViolations(page, 'the story of a figure', WIDTHS)
  await panel.getByRole('button', { name: "Show the source's answer" }).click()
  await expect(panel.getByText('"followers_count"')).toBeVisible()
  await page.keyboard.press('Escape')

  // The first reading was the refresh of the day.
  problems.expect(/status of 429 .*\/refresh/)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expectToast(
    page,
    'Refresh limit reached',
    'Account data can only be refreshed once per day. Please try again in 24 hours.',
  )
  // A page that follows live would go on asking while its server ends.
  await page.goto('about:blank')
  await vendors.end()
})

test('a refresh is offered once a day, and a source that fails says why', async ({ page, emptyServer, problems }) => {
  const vendors = await standIns()
  const server = await emptyServer(vendors.settings)
  await signIn(page, server.address)
  // An account of a file is not read before its time of day.
  await page.getByRole('button', { name: 'Import data' }).first().click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'old.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('username,date,followers\nsynthetic_00002,2026-01-01,5\n'),
  })
  await page.getByRole('button', { name: 'Import 1 reading' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const row = rowOf(page, 'synthetic_00002')
  await row.getByRole('link').last().click()
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  await refresh.click()
  await expect(page.getByText('The figures are up to date.')).toBeAttached()
  problems.expect(/status of 429 .*\/refresh/)
  await refresh.click()
  await expectToast(
    page,
    'Refresh limit reached',
    'Account data can only be refreshed once per day. Please try again in 24 hours.',
  )
  // A page that follows live would go on asking while its server ends.
  await page.goto('about:blank')
  await vendors.end()
})

test('connections say how they do, and who could not be read', async ({ page, emptyServer }) => {
  const vendors = await standIns()
  const server = await emptyServer(vendors.settings)
  await signIn(page, server.address)
  await add(page, 'missing_somebody')
  await page.goto(`${server.address}/admin?tab=connections`)
  await expect(page.getByText('Apify found no Instagram account named @missing_somebody.').first()).toBeVisible()
  await expectNoViolations(page, 'connections', WIDTHS)
  await page.setViewportSize({ width: 1440, height: 900 })
  vendors.graph.faults.always({ status: 503 })
  const graph = page.getByRole('article', { name: 'Instagram Graph API' })
  await graph.getByRole('button', { name: /Test/ }).click()
  await expect(graph.getByText('Failing')).toBeVisible()
  vendors.graph.faults.clear()
  await graph.getByRole('button', { name: /Test/ }).click()
  await expect(graph.getByText('Connected', { exact: true })).toBeVisible()
  // A page that follows live would go on asking while its server ends.
  await page.goto('about:blank')
  await vendors.end()
})
