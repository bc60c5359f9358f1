/** Nothing in view moves while the answers of a page come in one by one, the last asked first. */
import { layoutShiftOf, openOneByOne, SHIFT_MAX } from '../support/layout-shift.ts'
import { expect, test } from '../support/test.ts'

const PAGES = [
  '/',
  '/planning',
  '/planning?tab=calendar',
  '/planning?tab=approvals',
  '/planning?tab=publishing',
  '/compare',
  '/pricing',
  '/prompts',
  '/admin?tab=connections',
  '/reports',
  '/account/:id',
  '/account/:id/posts',
]

test.use({ viewer: 'admin' })

test('no page jumps while its answers come in one by one', { tag: '@both' }, async ({ page, house }) => {
  test.setTimeout(120_000)
  const id = await house.accountId('citrus.daily')
  await page.clock.install()
  for (const path of PAGES) {
    await openOneByOne(page, path.replace(':id', String(id)))
    const { sum, moved } = await layoutShiftOf(page)
    expect.soft(sum, `${path}: ${moved.join('\n')}`).toBeLessThanOrEqual(SHIFT_MAX)
  }
})
