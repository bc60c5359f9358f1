/** Short news: one at a time, for five seconds, longer while a user reads it, and never behind a dialog. */
import type { Page } from '@playwright/test'
import { cutOff, expectToast, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'basic' })

async function saveNotes(page: Page, accountId: number, notes: string): Promise<void> {
  if (!page.url().endsWith(`/account/${accountId}`)) await page.goto(`/account/${accountId}`)
  await page.getByRole('button', { name: 'Edit Account' }).click()
  await page.getByRole('dialog').getByLabel('Notes').fill(notes)
  await page.getByRole('button', { name: 'Save changes' }).click()
}

test('news goes after five seconds, and waits while the pointer rests on it', async ({ page, house }) => {
  await page.clock.install()
  await saveNotes(page, await house.accountId('harbour_runs'), 'passing news')
  await expect(toastOf(page)).toBeVisible()
  await toastOf(page).hover()
  await page.clock.fastForward(20_000)
  await expect(toastOf(page)).toBeVisible()
  await page.mouse.move(300, 300)
  await page.clock.fastForward(5_000)
  await expect(toastOf(page)).toHaveCount(0)
})

test('newer news takes the place of older', async ({ page, house, problems }) => {
  problems.expect(/\/api\/accounts\/\d+/)
  const id = await house.accountId('loaf.and.crumb')
  await saveNotes(page, id, 'first')
  await expect(toastOf(page).getByText('Account updated', { exact: true })).toBeVisible()
  await cutOff(page, `**/api/accounts/${id}`)
  await saveNotes(page, id, 'second')
  await expectToast(
    page,
    'Failed to update account',
    'There was an error updating this Instagram account. Please try again.',
  )
})

test('a swipe to the right or the cross puts the news away', { tag: '@both' }, async ({ page, house, isPhone }) => {
  const id = await house.accountId('northbound.vans')
  await saveNotes(page, id, `put away by cross, ${isPhone}`)
  await toastOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(toastOf(page)).toHaveCount(0)

  await saveNotes(page, id, `put away by swipe, ${isPhone}`)
  await expect(toastOf(page)).toBeVisible()
  const box = await toastOf(page).boundingBox()
  if (!box) throw new Error('The toast has no place')
  await page.mouse.move(box.x + 60, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 100, box.y + 20, { steps: 4 })
  await page.mouse.move(box.x + 180, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect(toastOf(page)).toHaveCount(0)
})

test('beside a dialog the news covers none of it, and Escape is the dialog’s', async ({ page, house, problems }) => {
  problems.expect(/\/api\/accounts\/\d+/)
  const id = await house.accountId('paper_cranes')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/account/${id}`)
  await expect(page.getByRole('heading', { name: 'Account Detail: @paper_cranes' })).toBeVisible()
  await cutOff(page, `**/api/accounts/${id}`)
  await saveNotes(page, id, 'not saved')
  await expect(toastOf(page)).toBeVisible()
  const [dialog, news] = [await page.getByRole('dialog').boundingBox(), await toastOf(page).boundingBox()]
  expect(news?.x).toBeGreaterThanOrEqual((dialog?.x ?? 0) + (dialog?.width ?? 0))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
})

test('over an open dialog the news is read and put away, and the dialog stays', async ({ page, house, problems }) => {
  problems.expect(/\/api\/accounts\/\d+/)
  const id = await house.accountId('paper_cranes')
  await page.goto(`/account/${id}`)
  await expect(page.getByRole('heading', { name: 'Account Detail: @paper_cranes' })).toBeVisible()
  await cutOff(page, `**/api/accounts/${id}`)
  await saveNotes(page, id, 'not saved')
  await toastOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(toastOf(page)).toHaveCount(0)
  await expect(page.getByRole('dialog').getByLabel('Notes')).toHaveValue('not saved')
})
