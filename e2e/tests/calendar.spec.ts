/** Planning in the calendar: dragged, carried with the keys, set in the dialog. A reload shows the same. */
import type { Page } from '@playwright/test'
import { daysAgo } from '../support/figures.ts'
import { toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'basic' })

const dayOf = (page: Page, day: string) => page.locator(`[data-day="${day}"]`)

test('three posts are planned in three ways, and all of it is kept', async ({ page, house }) => {
  const today = daysAgo(0)
  // Away from the end of the month, so that all three days are in sight whenever this runs.
  const isLate = Number(today.slice(-2)) > 15
  const [next, later] = isLate ? [daysAgo(1), daysAgo(2)] : [daysAgo(-1), daysAgo(-2)]
  for (const caption of ['By pointer', 'By keys', 'By dialog']) await house.addDraft({ caption })
  await page.goto('/planning?tab=calendar')
  const aside = page.getByRole('list', { name: 'No date' })
  await expect(aside.getByText('By pointer')).toBeVisible()

  await aside.getByText('By pointer').dragTo(dayOf(page, today))
  await expect(dayOf(page, today).getByText('By pointer')).toBeVisible()
  await expect(toastOf(page).getByText('Planned date changed')).toBeVisible()

  await page.getByRole('button', { name: 'Move By keys' }).focus()
  await page.keyboard.press('Enter')
  await expect(dayOf(page, today)).toHaveAttribute('data-target', '')
  await page.keyboard.press(isLate ? 'ArrowLeft' : 'ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dayOf(page, next).getByText('By keys')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move By keys' })).toBeFocused()

  await aside.getByRole('link', { name: /By dialog/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Instagram Post' })
  await dialog.getByLabel('Set date', { exact: true }).fill(later)
  await dialog.getByLabel('Time').fill('09:30')
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(dialog).toBeHidden()
  await expect(dayOf(page, later).getByText('09:30')).toBeVisible()

  await page.reload()
  await expect(dayOf(page, today).getByText('By pointer')).toBeVisible()
  await expect(dayOf(page, next).getByText('By keys')).toBeVisible()
  await expect(dayOf(page, later).getByText('By dialog')).toBeVisible()
})

test('undo puts it back where it was', async ({ page, house }) => {
  // A Wednesday, so that the day after it is of the same week.
  const day = '2026-11-25'
  await house.addDraft({ caption: 'There and back', publishDate: day })
  await page.goto(`/planning?tab=calendar&view=week&date=${day}`)
  await page.getByRole('button', { name: 'Move There and back' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dayOf(page, day).getByText('There and back')).toBeVisible()
})

test('on a phone the days are a list, and a date is set in the dialog @phone', async ({ page, house }) => {
  await house.addDraft({ caption: 'On the way' })
  await page.goto('/planning?tab=calendar')
  await page.getByRole('button', { name: /^No date/ }).click()
  await page
    .getByRole('dialog', { name: 'No date' })
    .getByRole('link', { name: /On the way/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Instagram Post' })
  await dialog.getByLabel('Set date', { exact: true }).fill(daysAgo(0))
  await dialog.getByRole('button', { name: 'Update Post' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  const agenda = page.getByRole('region', { name: 'Calendar' })
  await expect(agenda.getByText('On the way')).toBeVisible()
})
