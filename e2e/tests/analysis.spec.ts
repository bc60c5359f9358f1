/** The Analysis and Posts tabs of an account: answers from imported files, their evidence and twins, in every theme and width. */
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/accessibility.ts'
import { cutOff, holdBack } from '../support/pages.ts'
import { buildPlantedDays, buildPlantedPosts, type Planted } from '../support/planted.ts'
import { expect, test } from '../support/test.ts'

const EVENING: Planted = {
  username: 'evening.table',
  posts: 200,
  effect: (hour) => (hour >= 18 && hour < 22 ? 1.8 : 1),
  fall: { daysAgo: 120, followers: 1_900 },
}
const FEW: Planted = { username: 'few.words', posts: 30, effect: () => 1 }

// A scan is work: half a second for each theme and width.
test.slow()
test.use({ viewer: 'admin' })

const widthsOf = (isPhone: boolean) => (isPhone ? [390, 320] : [1440, 768])
const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Once per worker: what is imported again changes nothing. */
test.beforeEach(async ({ house }) => {
  for (const planted of [EVENING, FEW]) {
    await house.importFile('days.csv', buildPlantedDays(planted), house.companies.grove)
    await house.importFile('posts.json', buildPlantedPosts(planted), house.companies.grove)
  }
})

test('an evening effect and a fall are found, in words, with evidence and a table for each', {
  tag: '@both',
}, async ({ page, house, isPhone }) => {
  const id = await house.accountId(EVENING.username)
  await page.goto(`/account/${id}/analysis`)
  const posting = panelOf(page, 'When to post')
  await expect(
    posting.getByText(/^Posts between 18:00 and 22:00 got .+ more likes \(likely .+\), from \d+ of \d+ posts\./),
  ).toBeVisible()
  const growth = panelOf(page, 'Growth and what moved it')
  await expect(growth.getByText(/One day stands out/)).toBeVisible()
  const fall = growth.getByRole('list', { name: 'Days that stand out' }).getByRole('button')
  await expect(fall).toHaveCount(1)
  await expect(fall).toContainText(/−1,[89]\d\d$/)
  await expectNoViolations(page, 'analysis', widthsOf(isPhone))

  await posting.getByRole('button', { name: 'Evidence: When to post' }).click()
  const evidence = page.getByRole('dialog', { name: 'When to post' })
  await expect(evidence.getByText('Method version')).toBeVisible()
  await expectNoViolations(page, 'evidence of an answer', widthsOf(isPhone))
  await page.keyboard.press('Escape')
  await expect(evidence).toBeHidden()

  await growth.getByRole('button', { name: 'Formula and inputs' }).click()
  await expect(page.getByRole('dialog', { name: /^What moved on/ })).toBeVisible()
  await expectNoViolations(page, 'evidence of a day', widthsOf(isPhone))
  await page.keyboard.press('Escape')

  await posting.getByRole('button', { name: 'What was posted' }).click()
  while ((await page.getByRole('button', { name: 'Show as a table' }).count()) > 0)
    await page.getByRole('button', { name: 'Show as a table' }).first().click()
  await expect(posting.getByRole('row', { name: /^18:00 to 22:00/ })).toBeVisible()
  await expectNoViolations(page, 'analysis as tables', widthsOf(isPhone))

  await posting.getByRole('button', { name: 'How often is this wrong?' }).click()
  await expect(page.getByRole('dialog', { name: 'How often is this wrong?' })).toBeVisible()
  await expectNoViolations(page, 'how often this is wrong', widthsOf(isPhone))
})

test('too few posts count towards sixty, and nothing at all says what to do', { tag: '@both' }, async ({
  page,
  house,
  isPhone,
}) => {
  await page.goto(`/account/${await house.accountId(FEW.username)}/analysis`)
  await expect(page.getByText(/30 of the 60 posts needed are here/).first()).toBeVisible()
  await expectNoViolations(page, 'analysis of few posts', widthsOf(isPhone))

  await page.goto(`/account/${await house.accountId('citrus.daily')}/analysis?period=90`)
  await expect(page.getByRole('heading', { name: 'No posts to compare in this period' })).toBeVisible()
  await expect(panelOf(page, 'Growth and what moved it')).toBeVisible()
  await expectNoViolations(page, 'analysis without posts', widthsOf(isPhone))

  await page.goto(`/account/${await house.accountId('quiet_corner')}/analysis`)
  await expect(page.getByRole('heading', { name: 'Nothing to analyze yet' })).toBeVisible()
  await expectNoViolations(page, 'analysis of nothing', widthsOf(isPhone))
})

test('while it loads the page has the shape of the panels; a failure is tried again', async ({
  page,
  house,
  problems,
}) => {
  problems.expect(/analysis/)
  const id = await house.accountId(EVENING.username)
  const release = await holdBack(page, /\/analysis\?/)
  await page.goto(`/account/${id}/analysis`)
  await expect(page.locator('main [data-skeleton]')).toBeVisible()
  release()
  await expect(panelOf(page, 'When to post')).toBeVisible()

  const connect = await cutOff(page, /\/analysis\?/)
  await page.getByRole('radio', { name: '90 days' }).click()
  await expect(page.getByRole('heading', { name: 'The analysis could not be loaded' })).toBeVisible()
  await expectNoViolations(page, 'analysis failed', [1440])
  connect()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(panelOf(page, 'When to post')).toBeVisible()
})

test('every post ever seen is listed, and one opens its readings', { tag: '@both' }, async ({
  page,
  house,
  isPhone,
}) => {
  await page.goto(`/account/${await house.accountId(EVENING.username)}`)
  await page.getByRole('tab', { name: 'Posts' }).click()
  await expect(page.getByText('200 posts seen so far')).toBeVisible()
  await expectNoViolations(page, 'posts', widthsOf(isPhone))
  await page
    .getByRole('button', { name: /^Post \d+ #harbour/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Readings' })
  await expect(dialog.getByRole('row')).not.toHaveCount(0)
  await expectNoViolations(page, 'readings', widthsOf(isPhone))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('tabs, period and marked days are worked from the keyboard', async ({ page, house }) => {
  const id = await house.accountId(EVENING.username)
  await page.goto(`/account/${id}`)
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/account/${id}/analysis`)
  // The page before has such a choice, too.
  await expect(panelOf(page, 'Growth and what moved it')).toBeVisible()
  await page.getByRole('radio', { name: 'Year' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`/account/${id}/analysis?period=all`)
  // The address is there before the page: until then the chart is the one of the year.
  await expect(page.getByRole('switch', { name: 'Show the year before' })).toHaveCount(0)
  const chart = panelOf(page, 'Growth and what moved it').getByRole('application')
  await chart.focus()
  await page.keyboard.press('End')
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'followers' }).first()).toBeAttached()
})
