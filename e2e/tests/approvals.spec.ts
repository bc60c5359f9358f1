/**
 * Approval by link as an agency asks for it and a client gives it: on a phone, by keyboard, at 320 px, and without a script; with
 * axe in every state.
 */
import type { Browser, Page } from '@playwright/test'
import { expectClean } from '../support/clean-document.ts'
import { listLoadedFonts } from '../support/list-loaded-fonts.ts'
import { expect, test } from '../support/test.ts'

test.slow()
test.use({ viewer: 'other' })

/** Three drafts of a company of its own, as an administrator of the agency has them. */
async function withDrafts(page: Page): Promise<{ ids: string[]; headers: { authorization: string } }> {
  await page.goto('/planning')
  const token = await page.evaluate(() => window.localStorage.getItem('auth_token'))
  const headers = { authorization: `Bearer ${token}` }
  const ids: string[] = []
  for (const caption of ['Six lemons and a long table', 'One last swim', 'The upper garden']) {
    const data = { caption, hashtags: ['harbourmorning'], publishDate: '2030-11-24T18:30:00.000Z' }
    const made = await page.request.post('/api/content/posts', { data, headers })
    expect(made.status()).toBe(201)
    ids.push((await made.json()).id)
  }
  return { ids, headers }
}

async function sendForApproval(page: Page, posts: string[], headers: { authorization: string }): Promise<string> {
  const data = { posts, clientName: 'Ana Duarte', timeZone: 'Europe/Lisbon', message: 'For next week.' }
  const made = await page.request.post('/api/approvals', { data, headers })
  expect(made.status()).toBe(201)
  return (await made.json()).url
}

const phone = (browser: Browser, more: object = {}) =>
  browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, bypassCSP: true, ...more })

test('drafts are sent from planning, answered on a phone, and the answers are there for the team', async ({
  page,
  browser,
}) => {
  const { ids, headers } = await withDrafts(page)
  await page.goto(`/planning?post=${ids[0]}`)
  const post = page.getByRole('dialog')
  await post.getByRole('button', { name: 'Send for approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this post for approval' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('A name is required')).toBeVisible()
  await dialog.getByLabel('Name of the client').fill('Ana Duarte')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByRole('region', { name: 'Address of the link' }).textContent()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(post.getByText('With Ana Duarte')).toBeVisible()

  const context = await phone(browser)
  const client = await context.newPage()
  await client.goto(url ?? '')
  await expect(client.getByText('Six lemons and a long table')).toBeVisible()
  expect(await listLoadedFonts(client)).toContain('Inter')
  await expectClean(client, 'first look')
  await client.getByLabel('Your name').fill('Ana')
  await client.getByRole('button', { name: 'Approve' }).click()
  await expect(client.getByRole('status')).toContainText('Approved by Ana')
  await expect(client.getByText(/^Sent in \d+ seconds$/)).toBeVisible()
  await expectClean(client, 'undo')
  await client.getByRole('button', { name: 'Undo' }).click()
  await expect(client.getByRole('button', { name: 'Approve' })).toBeVisible()
  await client.getByRole('link', { name: 'Request changes' }).click()
  await expectClean(client, 'changes')
  await client.getByLabel('What should change?').fill('The terrace closes on Sunday.')
  await client.getByRole('button', { name: 'Send' }).click()
  await expect(client.getByRole('status')).toContainText('Ana asked for changes')
  await expect(post.getByText('Ana asked for changes')).toBeVisible()
  await expect(post.getByText('The terrace closes on Sunday.').first()).toBeVisible()

  const data = { caption: 'Six lemons and a short table' }
  expect((await page.request.put(`/api/airtable/posts/${ids[0]}`, { data, headers })).status()).toBe(200)
  await client.reload()
  await expect(client.getByText('Changed since Ana asked for it')).toBeVisible()
  await client.getByText('See the caption before').click()
  await expect(client.getByText('Six lemons and a long table')).toBeVisible()
  await expectClean(client, 'edited')
  await client.getByRole('button', { name: 'Approve' }).click()
  await expect(client.getByRole('status')).toContainText('Approved by Ana')
  await expect(post.getByText('Approved by Ana')).toBeVisible()

  await page.goto('/planning?tab=approvals')
  const request = page.getByRole('listitem').filter({ hasText: 'Ana Duarte' }).first()
  await expect(request).toContainText('1 of 1 post answered')
  await request.getByRole('button', { name: /^Withdraw/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(request).toContainText('Withdrawn')
  await client.reload()
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('This link does not open anything')
  await context.close()
})

test('by keyboard alone: every post is answered, one after the other', async ({ page, browser }) => {
  const { ids, headers } = await withDrafts(page)
  const context = await phone(browser)
  const client = await context.newPage()
  await client.goto(await sendForApproval(page, ids, headers))
  const reach = async (name: string | RegExp, role: 'button' | 'link' | 'textbox') => {
    const wanted = client.getByRole(role, { name })
    for (let presses = 0; presses < 20; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await client.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  await reach('Your name', 'textbox')
  await client.keyboard.type('Ana')
  await reach('Approve', 'button')
  await client.keyboard.press('Enter')
  for (const place of [2, 3]) {
    await reach(`Next, ${place} of 3`, 'link')
    await client.keyboard.press('Enter')
    await expect(client.getByRole('heading', { level: 1 })).toHaveText(`Post ${place} of 3 for approval`)
    await reach('Approve', 'button')
    await client.keyboard.press('Enter')
    await expect(client.getByRole('status')).toContainText('Approved by Ana')
  }
  await reach('See all answers', 'link')
  await client.keyboard.press('Enter')
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('All three are answered')
  await expectClean(client, 'done')
  await context.close()
})

test('without a script the page does all of it', async ({ page, browser }) => {
  const { ids, headers } = await withDrafts(page)
  const context = await phone(browser, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const client = await context.newPage()
  await client.goto(await sendForApproval(page, ids, headers))
  await client.getByLabel('Your name').fill('Rui')
  await client.getByRole('button', { name: 'Approve' }).click()
  await expect(client.getByText('Approved by Rui')).toBeVisible()
  await client.getByRole('button', { name: 'Undo' }).click()
  await client.getByRole('link', { name: 'Request changes' }).click()
  await client.getByLabel('What should change?').fill('Another picture')
  await client.getByRole('button', { name: 'Send' }).click()
  await expect(client.getByText('Rui asked for changes')).toBeVisible()
  await client.getByRole('link', { name: 'Next, 2 of 3' }).click()
  await expect(client.getByText('You answer as Rui')).toBeVisible()
  await client.getByRole('link', { name: /of 3$/ }).first().click()
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('1 of 3 answered')
  await context.close()
})
