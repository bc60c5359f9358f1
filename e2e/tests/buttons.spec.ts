/** What a button says can be read in every state, also under the pointer, where it always is after a click. */
import { contrastOf } from '../support/contrast.ts'
import { expect, test } from '../support/test.ts'

const VARIANTS = ['default', 'primary', 'danger', 'quiet'] as const
const STATES = { enabled: {}, disabled: { disabled: '' }, busy: { 'aria-disabled': 'true', 'aria-busy': 'true' } }
const AA = 4.5

test.use({ viewer: 'admin' })

for (const theme of ['light', 'dark'] as const) {
  test(`every kind of button has a contrast of 4.5 at rest, under the pointer, pressed, busy and disabled, ${theme}`, async ({
    page,
  }, { annotations }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto('/test')
    await expect(page.getByRole('button', { name: 'Test button' })).toBeVisible()
    const tooLow: string[] = []
    for (const variant of VARIANTS) {
      for (const [state, attributes] of Object.entries(STATES)) {
        await page.evaluate(
          ([variant, attributes]) => {
            const button = document.createElement('button')
            button.className = 'button'
            button.textContent = 'Try me'
            button.dataset.variant = variant
            for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value)
            document.body.replaceChildren(button)
          },
          [variant, attributes] as const,
        )
        const button = page.getByText('Try me')
        const compare = async (pointer: string): Promise<void> => {
          const contrast = await contrastOf(button)
          annotations.push({ type: `${theme} ${variant} ${state} ${pointer}`, description: contrast.toFixed(2) })
          if (contrast < AA) tooLow.push(`${variant}, ${state}, ${pointer}: ${contrast.toFixed(2)}`)
        }
        await page.mouse.move(600, 600)
        await compare('at rest')
        await button.hover({ force: true })
        await compare('under the pointer')
        await page.mouse.down()
        await compare('pressed')
        await page.mouse.up()
      }
    }
    expect(tooLow).toEqual([])
  })

  test(`the button that was just pressed can be read while its call is under way, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto('/')
    await page.getByRole('button', { name: 'Add Account' }).click()
    await page.getByRole('textbox', { name: 'Username' }).fill('busy.under.pointer')
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/accounts', async (route) => {
      await released
      await route.fulfill({ json: {} })
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Add Account' }).click()
    const busy = page.getByRole('button', { name: 'Adding Account...' })
    await expect(busy).toBeVisible()
    expect(await busy.evaluate((button) => button.matches(':hover'))).toBe(true)
    expect(await contrastOf(busy)).toBeGreaterThanOrEqual(AA)
    release()
    await expect(busy).toHaveCount(0)
  })
}
