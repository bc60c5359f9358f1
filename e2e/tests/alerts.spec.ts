/** Alerts: the bell with nothing behind it, and the rules of the profile, by pointer and keys; with axe. */
import { expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'other' })

test('rules are chosen in the profile and kept, and the bell opens the alerts', { tag: '@both' }, async ({
  page,
  isPhone,
}) => {
  test.slow()
  const widths = isPhone ? [320] : [1440]
  await page.goto('/')
  await page.getByRole('button', { name: 'Alerts' }).click()
  const panel = page.getByRole('dialog', { name: 'Alerts' })
  await expect(panel.getByText(/^Nothing new\./).or(panel.getByRole('listitem').first())).toBeVisible()
  await expectNoViolations(page, 'the alerts', widths)
  await panel.getByRole('link', { name: 'Choose your alerts' }).click()
  await expect(page).toHaveURL('/profile#alerts')
  const rules = page.getByRole('region', { name: 'Alerts' })
  const silence = rules.getByRole('switch', { name: 'No reading: on' })
  const wasOn = await silence.isChecked()
  await silence.focus()
  const [saved] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/alert-rules') && answer.request().method() === 'PUT'),
    page.keyboard.press('Space'),
  ])
  expect(saved.status()).toBe(200)
  await rules.getByRole('button', { name: 'Add a threshold' }).click()
  await expectNoViolations(page, 'the rules for alerts', widths)
  await page.reload()
  await expect(silence).toBeChecked({ checked: !wasOn })
})
