/** The reel editor: what is arranged is kept, the preview is drawn under the policy of its own, and costs nothing. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/accessibility.ts'
import { addReel, COLOURS } from '../support/reels.ts'
import { expect, test } from '../support/test.ts'

const NAMES = Object.keys(COLOURS)
const editorOf = (page: Page, name: string) => page.getByRole('region', { name: `Editor of ${name}` })
const namesIn = (page: Page) => page.getByRole('list', { name: 'Images in their order' }).locator('b')
/** The visible colour in the middle of the preview. */
async function colourShown(page: Page): Promise<string> {
  const canvas = page.locator('.editor-canvas canvas')
  const picture = await canvas.screenshot()
  return page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(bitmap, bitmap.width / 2, bitmap.height / 3, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
    return red > 200 && green > 80 && blue < 90
      ? 'orange'
      : green > red && green > blue
        ? 'green'
        : blue > red
          ? 'blue'
          : `${red}, ${green}, ${blue}`
  }, picture.toString('base64'))
}

test.use({ viewer: 'maker' })

test('pictures are put into another order with keys, the preview follows, and a reload shows the same', {
  tag: '@both',
}, async ({ page, house, session, isPhone }) => {
  const name = `Three colours ${isPhone ? 'phone' : 'desk'}`
  const id = await addReel(house, session, name)
  await page.goto(`/reel-maker?record=${id}`)
  const editor = editorOf(page, name)
  await expect(namesIn(page)).toHaveText(NAMES)
  await expect.poll(() => colourShown(page)).toBe('orange')

  await editor
    .getByRole('list')
    .getByRole('button', { name: /orange/ })
    .focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(namesIn(page)).toHaveText(['green.png', 'orange.png', 'blue.png'])
  await editor.getByRole('slider', { name: 'Position' }).press('Home')
  await expect.poll(() => colourShown(page)).toBe('green')
  await editor.getByRole('slider', { name: 'Position' }).press('End')
  await expect.poll(() => colourShown(page)).toBe('blue')
  await editor.getByRole('radio', { name: 'Slide' }).click()
  await editor.getByRole('textbox', { name: 'Seconds of green.png' }).fill('4.5')
  await page.keyboard.press('Enter')
  await expect(editor.getByText('Saved seconds ago')).toBeVisible()

  await page.reload()
  await expect(namesIn(page)).toHaveText(['green.png', 'orange.png', 'blue.png'])
  await expect(editor.getByRole('radio', { name: 'Slide' })).toBeChecked()
  await expect(editor.getByRole('textbox', { name: 'Seconds of green.png' })).toHaveValue('4.5 s')
})

test('dragged by the mouse, taken back with Ctrl+Z', async ({ page, house, session }) => {
  const id = await addReel(house, session, 'Dragged')
  await page.goto(`/reel-maker?record=${id}`)
  await expect(namesIn(page)).toHaveText(NAMES)
  const items = editorOf(page, 'Dragged').getByRole('list', { name: 'Images in their order' }).getByRole('listitem')
  await items.nth(0).getByText('orange.png').hover()
  await page.mouse.down()
  await items.nth(1).hover()
  const last = await items.nth(2).boundingBox()
  await page.mouse.move((last?.x ?? 0) + 60, (last?.y ?? 0) + (last?.height ?? 0) - 2, { steps: 4 })
  await page.mouse.up()
  await expect(namesIn(page)).toHaveText(['green.png', 'blue.png', 'orange.png'])
  await page.keyboard.press('Control+z')
  await expect(namesIn(page)).toHaveText(NAMES)
})

test('Space plays to the end of it', async ({ page, house, session }) => {
  const id = await addReel(house, session, 'Played')
  await page.goto(`/reel-maker?record=${id}`)
  await expect.poll(() => colourShown(page)).toBe('orange')
  const position = page.getByRole('slider', { name: 'Position' })
  await position.press('End')
  await position.press('Shift+ArrowLeft')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(position).toHaveAttribute('aria-valuetext', '0:08.0 of 0:08.0')
})

test('everybody can read it, by light and in the dark', async ({ page, house, session }) => {
  const id = await addReel(house, session, 'Read')
  await page.goto(`/reel-maker?record=${id}`)
  await expect.poll(() => colourShown(page)).toBe('orange')
  await expectNoViolations(page, 'the reel editor', [1440, 390, 320])
})
