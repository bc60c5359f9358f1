/** The Reel Maker: from images to a video, with keys alone, in two tabs, on a phone; and what is no image. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/accessibility.ts'
import { fileNamed, holdBack, toastOf } from '../support/pages.ts'
import { addReel, COLOURS, imageNamed } from '../support/reels.ts'
import { expect, test } from '../support/test.ts'

const credits = (page: Page) => page.getByText(/credits remaining$/)
const cardOf = (page: Page, caption: string) => page.locator('[data-reel]').filter({ hasText: caption })
const uploadDialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Reel Images' })
const namesIn = (page: Page) => uploadDialog(page).getByRole('listitem').locator('b')
/** The tracer of these tests asks once more for pictures that the page shows from memory; the page itself never does. */
const TRACED = /'blob:.*"connect-src 'self'"|connect-src refused blob/

/** A render on its way, as the server would tell of it. */
const RENDER = {
  id: '0b5f2f60-3f9c-4bb5-9e4f-0d7a4f3f7d11',
  status: 'processing',
  progress: 0.626,
  url: null,
  outputs: [],
  reelId: null,
  framesDone: 291,
  frames: 465,
  secondsLeft: 61,
  waitingBefore: null,
  isCancelled: false,
  message: null,
  check: null,
}

test.use({ viewer: 'maker' })

test('from images to a video with keys alone: chosen, put in order, described, rendered, watched, downloaded', async ({
  page,
  problems,
}) => {
  test.slow()
  problems.expect(TRACED)
  await page.goto('/reel-maker')
  await expect(page.getByText('No Reels Found')).toBeVisible()
  await expect(credits(page)).toHaveText('5 of 5 credits remaining')
  await tabTo(page, 'Upload Images')
  await page.keyboard.press('Enter')
  await expect(uploadDialog(page)).toBeVisible()
  // Asked for before the keys: a press may overtake the request that the browser hands the chooser over.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, /^Drop images here/)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([
    imageNamed('one.png', COLOURS['blue.png']),
    imageNamed('two.png', COLOURS['green.png']),
    imageNamed('three.png'),
  ])
  await expect(uploadDialog(page).getByText('Uploaded')).toHaveCount(3)
  await tabTo(page, 'Drag one.png', 'Shift+Tab')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(namesIn(page)).toHaveText(['two.png', 'one.png', 'three.png'])
  await tabTo(page, 'Remove three.png')
  await page.keyboard.press('Enter')
  await expect(namesIn(page)).toHaveText(['two.png', 'one.png'])
  await tabTo(page, 'Caption')
  await page.keyboard.type('Two colours, then none')
  await tabTo(page, /^Create Reel/)
  await page.keyboard.press('Enter')
  await expect(toastOf(page).getByText('Upload Successful')).toBeVisible()
  await expect(page).toHaveURL(/\?record=rec/)
  await expect(credits(page)).toHaveText('4 of 5 credits remaining')

  await tabTo(page, 'Generate Reel: Two colours, then none')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Processing Your Reel' })).toBeVisible()
  const done = page.getByRole('dialog', { name: 'Reel Created Successfully' })
  await expect(done).toBeVisible({ timeout: 60_000 })
  const video = done.getByLabel('Video: Two colours, then none')
  // Two pictures of 3 seconds, half a second of them together.
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.duration)).toBeCloseTo(5.5, 0)
  await expect(done.getByText('Ready for Instagram')).toBeVisible()
  await tabTo(page, 'Download Video')
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('Two colours, then none.mp4')
  await tabTo(page, 'Close')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reel-maker')
  const card = cardOf(page, 'Two colours')
  await expect(card.getByText('Ready')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Regenerate Reel/ })).toBeVisible()
  await expect(credits(page)).toHaveText('3 of 5 credits remaining')
})

test('two tabs render a reel once; what one calls off, the other hears, and the credit comes back', async ({
  page,
  context,
  house,
  session,
  problems,
}) => {
  problems.expect(/status of 409 .*\/api\/airtable\/create-reel/)
  await addReel(house, session, 'Seen twice', true)
  const other = await context.newPage()
  // Neither hears of the other's press before its own.
  const tabs = await Promise.all([page, other].map((tab) => holdBack(tab, /\/api\/events/)))
  await Promise.all([page.goto('/reel-maker'), other.goto('/reel-maker')])
  // At once, before either hears of the other.
  const press = (tab: Page) =>
    tab.getByRole('button', { name: 'Generate Reel: Seen twice' }).evaluate((button: HTMLElement) => button.click())
  await expect(credits(page)).toHaveText('4 of 5 credits remaining')
  await expect(credits(other)).toHaveText('4 of 5 credits remaining')
  await Promise.all([press(page), press(other)])
  for (const hear of tabs) hear()
  await expect(other.getByRole('dialog', { name: 'Processing Your Reel' })).toBeVisible()
  const going = page.getByRole('dialog', { name: 'Processing Your Reel' })
  await expect(going.getByText('You can leave this page. The render continues.')).toBeVisible()
  await expect(credits(page)).toHaveText('3 of 5 credits remaining')
  await going.getByRole('button', { name: 'Close' }).last().click()
  await page
    .getByRole('region', { name: 'Render in progress' })
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(toastOf(page).getByText('Render canceled')).toBeVisible()
  await expect(other.getByRole('dialog', { name: 'Render canceled' })).toBeVisible()
  await expect(credits(other)).toHaveText('4 of 5 credits remaining')
  await expect(page.getByRole('region', { name: 'Render in progress' })).toHaveCount(0)
  await expect(page.getByText('No video generated yet')).toBeVisible()
})

test('what is no image is refused in words, before it is sent and after; seven are too many', async ({
  page,
  problems,
}) => {
  problems.expect(/status of 415 .*\/api\/upload\/images/)
  problems.expect(TRACED)
  await page.goto('/reel-maker')
  await page.getByRole('button', { name: 'Upload Images' }).first().click()
  const dialog = uploadDialog(page)
  await dialog.getByRole('button', { name: /^Create Reel/ }).click()
  await expect(dialog.getByText('Please select at least one image to upload')).toBeVisible()
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles([
    { ...fileNamed('notes.txt', 'words'), mimeType: 'text/plain' },
    { ...fileNamed('words.jpg', 'words'), mimeType: 'image/jpeg' },
  ])
  await expect(dialog.getByText('notes.txt: This is not a JPG, PNG, GIF or WebP image.')).toBeVisible()
  await expect(dialog.getByText(/^Image 1 \(words\.jpg\)/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Create Reel/ }).click()
  await expect(toastOf(page).getByText('Create Reel Failed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove words.jpg' }).click()
  await input.setInputFiles(Array.from({ length: 7 }, (_, index) => imageNamed(`${index + 1}.png`)))
  await expect(toastOf(page).getByText('Too many images')).toBeVisible()
  await expect(namesIn(page)).toHaveText(['1.png', '2.png', '3.png', '4.png', '5.png', '6.png'])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('on a phone an image is carried by its handle, and a reel deleted', { tag: '@phone' }, async ({
  page,
  house,
  session,
  problems,
}) => {
  problems.expect(TRACED)
  await addReel(house, session, 'For a moment')
  await page.goto('/reel-maker')
  await page.getByRole('button', { name: 'Upload Images' }).click()
  await uploadDialog(page)
    .locator('input[type=file]')
    .setInputFiles([imageNamed('one.png'), imageNamed('two.png'), imageNamed('three.png')])
  await expect(namesIn(page)).toHaveCount(3)
  await carry(page, 'Drag one.png', 'Drag three.png')
  await expect(namesIn(page)).toHaveText(['two.png', 'three.png', 'one.png'])
  await uploadDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'Delete For a moment' }).click()
  const question = page.getByRole('alertdialog')
  await expect(
    question.getByText('Are you sure you want to delete this reel? This action cannot be undone.'),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOf(page).getByText('Reel deleted')).toBeVisible()
  await expect(page.getByText('No Reels Found')).toBeVisible()
})

test('everybody can read the page and its dialogs, by light and in the dark', async ({
  page,
  house,
  session,
  problems,
}) => {
  test.slow()
  problems.expect(TRACED)
  // This render and its video are the test's own: the server knows neither.
  problems.expect(/status of 4\d\d .*(\/media\/v\/none|\/api\/airtable\/update-reel-video)/)
  await addReel(house, session, 'Seen by axe')
  let render: object = { ...RENDER }
  await page.route(/\/api\/airtable\/reel-status\//, (route) =>
    route.fulfill({ json: { success: true, status: 'processing', result: render } }),
  )
  await page.route(/\/api\/airtable\/reels(\?|$)/, async (route) => {
    const answer = await route.fetch()
    const reels: { id: string }[] = await answer.json()
    await route.fulfill({
      response: answer,
      json: reels.map((reel) => ({ ...reel, render: { ...render, reelId: reel.id } })),
    })
  })
  await page.goto('/reel-maker')
  await page.getByRole('button', { name: 'Upload Images' }).click()
  await uploadDialog(page)
    .locator('input[type=file]')
    .setInputFiles([imageNamed('one.png'), { ...fileNamed('two.txt', ''), mimeType: 'text/plain' }])
  await expect(uploadDialog(page).getByText('Uploaded')).toBeVisible()
  await expectNoViolations(page, 'upload', [1440, 390, 320])
  await uploadDialog(page).getByRole('button', { name: 'Remove one.png' }).click()
  await page.keyboard.press('Escape')

  await expect(page.getByRole('region', { name: 'Render in progress' })).toBeVisible()
  await expectNoViolations(page, 'the list and a render', [1440, 390, 320])
  await page.getByRole('button', { name: 'Show the progress of Seen by axe', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Processing Your Reel' }).getByText('62%')).toBeVisible()
  await expectNoViolations(page, 'processing', [390])
  render = {
    ...RENDER,
    status: 'completed',
    progress: 1,
    url: '/media/v/none',
    outputs: [{ url: '/media/v/none' }],
    check: {
      isFit: false,
      points: [
        { name: 'Container', found: 'MP4', wanted: 'MP4 or MOV', isMet: true },
        { name: 'Length', found: '2 s', wanted: '3 s to 15 minutes', isMet: false },
      ],
    },
  }
  // Something happens to the company, and everything round its reels is asked again.
  await addReel(house, session, 'Another one')
  await expect(page.getByRole('dialog', { name: 'Reel Created Successfully' })).toBeVisible()
  await expectNoViolations(page, 'the video', [1440, 320])
})

/** Presses Tab until the focus is on what has this name. */
async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const target = page.getByLabel(name).or(page.getByRole('button', { name })).or(page.getByRole('link', { name }))
  for (let press = 0; press < 90; press += 1) {
    await page.keyboard.press(key)
    const focused = await target.evaluateAll((found) => found.some((one) => one === document.activeElement))
    if (focused) return
  }
  throw new Error(`${key} does not reach ${name}`)
}

/** With a finger: down on one, along, and up on another. */
async function carry(page: Page, from: string, to: string): Promise<void> {
  const middleOf = async (name: string) => {
    const box = await page.getByRole('button', { name }).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const [start, end] = [await middleOf(from), await middleOf(to)]
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [start])
  await touch('touchMove', [{ x: start.x, y: (start.y + end.y) / 2 }])
  await touch('touchMove', [{ x: end.x, y: end.y + 10 }])
  await touch('touchEnd', [])
}
