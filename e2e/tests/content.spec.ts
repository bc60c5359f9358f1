/** Content on the dashboard: counts, drafts, their dialog, many at once. What is changed is still changed after a reload. */
import type { Page } from '@playwright/test'
import { expectToast, toastOf } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

const cardOf = (page: Page, location: string) =>
  page.locator('.post-card').filter({ has: page.getByText(location, { exact: true }) })
const figureOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Content Status Overview' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .locator('b')

/** One orange point. */
const PICTURE = {
  name: 'orange.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test.describe('for those who plan', () => {
  test.use({ viewer: 'pro' })

  test('counts, a caption, tags, approving and its undo: all kept', { tag: '@both' }, async ({
    page,
    house,
    isPhone,
  }) => {
    const place = `Kept ${isPhone ? 'phone' : 'desk'}`
    await house.addDraft({ location: place, caption: 'Before', hashtags: ['one', 'two', 'three', 'four'] })
    await page.goto('/')
    const card = cardOf(page, place)
    // A phone draws the cards that are near its screen.
    const showDrafts = () => page.getByRole('heading', { name: 'Content Planning' }).scrollIntoViewIfNeeded()
    await showDrafts()
    await expect(card).toContainText('+1 more')
    const drafts = Number(await figureOf(page, 'Number of Draft Posts').textContent())
    expect(drafts).toBeGreaterThan(0)

    await card.getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'Instagram Post' })
    await expect(page).toHaveURL(/\?post=rec/)
    await dialog.getByLabel('Caption').fill('After')
    await dialog.getByPlaceholder('Enter username and press Enter').fill('@@nina')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expectToast(
      page,
      'Post updated',
      'Post status changed to Draft, caption was updated, tagged users were updated',
    )
    await expect(dialog).toBeHidden()

    await card.getByRole('checkbox').check()
    await page.getByRole('toolbar', { name: 'Selected drafts' }).getByRole('button', { name: 'Approve' }).click()
    await expect(toastOf(page).getByText('1 post approved')).toBeVisible()
    await expect(card).toBeHidden()
    await expect(figureOf(page, 'Number of Draft Posts')).toHaveText(String(drafts - 1))
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toastOf(page).getByText('1 post is a draft again')).toBeVisible()
    await expect(figureOf(page, 'Number of Draft Posts')).toHaveText(String(drafts))

    await page.reload()
    await showDrafts()
    await expect(card).toContainText('After')
    await card.getByRole('link').click()
    await expect(dialog.getByText('@nina')).toBeVisible()
    await dialog.getByText('History').click()
    await expect(dialog.getByRole('list', { name: 'History' }).getByRole('listitem').first()).toContainText(
      'Changed by pro',
    )
  })

  test('an address opens a post; what is unsaved is not lost by going back', async ({ page, house, isPhone }) => {
    const { id } = await house.addDraft({ location: `Linked ${isPhone ? 'phone' : 'desk'}`, caption: 'Words' })
    await page.goto('/')
    await page.goto(`/?post=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Instagram Post' })
    await dialog.getByLabel('Caption').fill('Other words')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByLabel('Caption')).toHaveValue('Other words')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).not.toHaveURL(/post=/)
  })

  test('two people at once: both versions, and one of them is kept', async ({ page, house, problems, isPhone }) => {
    problems.expect(/status of 409 .*\/api\/airtable\/posts\//)
    const { id } = await house.addDraft({ location: `Shared ${isPhone ? 'phone' : 'desk'}`, caption: 'Both' })
    await page.goto(`/?post=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Instagram Post' })
    await dialog.getByLabel('Caption').fill('Mine')
    await house.changePost(id, { caption: 'Theirs' })
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expect(dialog.getByText(/changed this post while you were writing/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep mine: Caption' }).click()
    await dialog.getByRole('button', { name: 'Update Post' }).click()
    await expectToast(page, 'Post updated', 'Post status changed to Draft, caption was updated')
  })

  test('a draft made by hand stands first, with its picture', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'New draft' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New draft' })
    await dialog.locator('input[type=file]').setInputFiles(PICTURE)
    await expect(dialog.getByRole('img', { name: 'The image of the draft' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Suggest a caption' }).click()
    const suggestion = dialog.getByRole('region', { name: 'Suggested caption' })
    await suggestion.getByRole('button', { name: 'Use this caption' }).click()
    await expect(dialog.getByLabel('Caption')).not.toHaveValue('')
    await dialog.getByLabel('Caption').fill('Made by hand')
    await dialog.getByLabel('Location').fill('The Workshop')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await expectToast(page, 'Draft saved', 'It is with the other drafts, ready for review.')
    const first = page.locator('.post-card').first()
    await expect(first).toContainText('The Workshop')
    // One point in the set of widths has a natural width of less than one: whether it can be drawn is what counts.
    await first
      .locator('img')
      .evaluate((image) => (image instanceof HTMLImageElement ? image.decode() : Promise.reject()))
    // However tall it is: captions and tags keep their room.
    const picture = await first.locator('.post-picture').boundingBox()
    expect(Math.abs((picture?.width ?? 0) - (picture?.height ?? 1))).toBeLessThan(1)
  })
})

test.describe('for administrators', () => {
  test.use({ viewer: 'admin' })

  test('the dashboard counts, and planning has its own page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Content Status Overview' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your Instagram Accounts' })).toBeVisible()
    await expect(page.getByText('Content Planning')).toBeHidden()
  })
})
