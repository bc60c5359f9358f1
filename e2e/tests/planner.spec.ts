/** Content Planning on the dashboard: it stays where it is, opens where it is asked for, and lets every planner in. */
import { layoutShiftOf, SHIFT_MAX } from '../support/layout-shift.ts'
import { expectToast, holdBack } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const MANY = 25

test.describe('as a planner of many accounts', () => {
  test.use({ viewer: 'other' })

  test.beforeAll(async ({ house }) => {
    const rows = Array.from({ length: MANY }, (_, index) => `planned_${index},2026-01-05,${900 + index}`)
    await house.importFile('planned.csv', ['username,date,followers', ...rows].join('\n'), house.companies.grove)
  })

  test('the page does not jump when the accounts arrive after everything else', { tag: '@both' }, async ({ page }) => {
    // After two seconds the page no longer waits for the accounts: on a machine that slow it is tried again.
    await expect(async () => {
      const release = await holdBack(page, /\/api\/accounts\?/)
      await page.goto('/')
      await expect(page.locator('main [data-skeleton] > *').first()).toBeVisible()
      release()
      // Other tests of this server may have added accounts that come first.
      await expect(page.locator('main [data-row]').nth(5)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Content Planning' })).toBeVisible()
      expect((await layoutShiftOf(page)).sum).toBeLessThanOrEqual(SHIFT_MAX)
    }).toPass({ timeout: 25_000 })
  })
})

test.describe('as a basic planner', () => {
  test.use({ viewer: 'basic' })

  test('a reel among the drafts opens as a post, whose caption, tags and status can be changed', async ({
    page,
    house,
  }) => {
    const { id } = await house.addDraft({ caption: 'A reel for a basic planner', mediaType: 'reel' })
    await page.goto('/?find=basic+planner')
    await page.getByRole('link', { name: /A reel for a basic planner/ }).click()
    await expect(page).toHaveURL(`/?find=basic+planner&post=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Instagram Post' })
    await dialog.getByRole('textbox', { name: 'Caption' }).fill('A reel for a basic planner, reworded')
    await dialog.getByRole('textbox', { name: 'Tag Users' }).fill('friend')
    await dialog.getByRole('textbox', { name: 'Tag Users' }).press('Enter')
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Approved' }).click()
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expectToast(
      page,
      'Post updated',
      'Post status changed to Approved, caption was updated, tagged users were updated',
    )
  })
})
