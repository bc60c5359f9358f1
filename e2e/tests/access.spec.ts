/** Addresses that are not for everybody: who is turned back, and in which words (spec §2, §6, D10). */
import { expectToast } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const FEATURE = "You don't have permission to access this feature"
const PROMPTS = "You don't have permission to access the Prompt Generator."
const ADMIN = "You don't have permission to access admin features"

const restricted = {
  basic: {
    '/reel-maker': FEATURE,
    '/reel-imports': FEATURE,
    '/api-tokens': FEATURE,
    '/pricing': FEATURE,
    '/prompts': PROMPTS,
    '/admin': ADMIN,
  },
  pro: { '/prompts': PROMPTS, '/admin': ADMIN },
} as const

for (const role of ['basic', 'pro'] as const) {
  test.describe(`as a ${role} user`, () => {
    test.use({ viewer: role })

    test('an address that is not for me says so and leads to the dashboard', async ({ page }) => {
      for (const [path, description] of Object.entries(restricted[role])) {
        await page.goto(path)
        await expect(page, path).toHaveURL('/')
        await expectToast(page, 'Access Denied', description)
        await expect(page.getByRole('heading', { name: 'Instagram Analytics Dashboard' })).toBeVisible()
      }
    })
  })
}

test.describe('as an admin', () => {
  test.use({ viewer: 'admin' })

  test('no address is denied to me', async ({ page }) => {
    for (const path of Object.keys(restricted.basic)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(path)
    }
    await expect(page.getByText('Access Denied')).toHaveCount(0)
  })
})
