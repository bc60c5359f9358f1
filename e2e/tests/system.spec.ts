/** The System tab as an administrator walks through it: every part, and a backup made on the way. */
import { expectNoViolations } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'admin' })

test('each part of the system is a link away and in order; a backup made now is listed', { tag: '@both' }, async ({
  page,
  isPhone,
}) => {
  const widths = isPhone ? [390, 320] : [1440]
  await page.goto('/admin?tab=system')
  await expect(page.getByText('Free on the disk')).toBeVisible()
  await expect(page.getByText(/^SQLite \d/)).toBeVisible()
  await expectNoViolations(page, 'system overview', widths)

  const parts = page.getByRole('navigation', { name: 'Parts of the system' })
  await parts.getByRole('link', { name: 'Queue' }).click()
  await expect(page).toHaveURL('/admin?tab=system&part=queue')
  await expect(page.getByRole('row', { name: /^Daily refresh/ })).toBeVisible()
  await expect(page.getByText('Nothing has failed permanently in the last seven days.')).toBeVisible()
  await expectNoViolations(page, 'system queue', widths)

  await parts.getByRole('link', { name: 'Errors' }).click()
  await expect(page.getByText('Nothing has gone wrong since the list was last cleared.')).toBeVisible()

  await parts.getByRole('link', { name: 'Backups' }).click()
  const listed = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeVisible()
  const before = await listed.count()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('The backup is done.')).toBeAttached()
  await expect(listed).toHaveCount(before + 1)
  await expect(listed.first()).toContainText('Store and media')
  await expectNoViolations(page, 'system backups', widths)

  await parts.getByRole('link', { name: 'Sessions' }).click()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await parts.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { name: 'Webhook deliveries' })).toBeVisible()

  await parts.getByRole('link', { name: 'Audit log' }).click()
  const entries = page.getByRole('list', { name: 'Audit log entries' }).getByRole('listitem')
  await expect(entries.filter({ hasText: 'Created backup' }).first()).toContainText('127.0.0.1')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText(/entries are as they were written/)).toBeVisible()
  await expectNoViolations(page, 'audit log', widths)
})
