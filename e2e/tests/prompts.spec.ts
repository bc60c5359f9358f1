/** The prompt generator as an administrator uses it with no key: make, keep, find, choose, look at an image, keep, draft. */
import { openaiStandIn } from '@tangelo/stand-ins'
import { expectNoViolations } from '../support/accessibility.ts'
import { PASSWORD } from '../support/house.ts'
import { chooseOption, expectToast, toastOf } from '../support/pages.ts'
import { imageNamed } from '../support/reels.ts'
import { expect, test } from '../support/test.ts'

/** Playwright looks at previews for its trace; the page itself never fetches one. */
const TRACED = /'blob:.*"connect-src 'self'"|connect-src refused blob/

test.use({ viewer: 'admin' })
test.slow()

test('a prompt is made, kept, found and chosen; an image is measured, and becomes a prompt and a draft', {
  tag: '@both',
}, async ({ page, context, problems, isPhone }) => {
  const widths = isPhone ? [390, 320] : [1440]
  problems.expect(TRACED)
  problems.expect(/status of 415 .*\/api\/openai\/analyze-image\/stream/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/prompts')
  await expect(page.getByRole('heading', { name: 'Prompt Generator' })).toBeVisible()
  await expect(page.getByText('Built-in (no AI provider)')).toBeVisible()

  await page.getByRole('tab', { name: 'Custom Generator' }).click()
  await expect(page).toHaveURL('/prompts?tab=generator')
  await page.getByRole('button', { name: 'Customize Template' }).click()
  await expectToast(page, 'Missing fields', 'Please enter both company name and industry.')
  await expect(page.getByLabel('Company Name')).toBeFocused()
  await page.getByLabel('Company Name').fill('Northlane')
  await page.getByLabel('Industry/Product Type').fill('city bicycles')
  // Enter in a field sends the form.
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Customized prompt')).toHaveValue(/Northlane \(city bicycles\)/)
  await expectNoViolations(page, 'generator', widths)
  await page.getByRole('button', { name: 'Save to Library' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save Prompt to Library' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Missing title', 'Please enter a title for this prompt.')
  const title = isPhone ? 'Kept on a phone' : 'Kept at a desk'
  await dialog.getByLabel('Title').fill(title)
  await page.keyboard.press('Enter')
  await expect(toastOf(page).getByText('Prompt saved', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Library' }).click()
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill(title.toUpperCase())
  await expect(page).toHaveURL(/q=KEPT/)
  const card = page.getByRole('listitem', { name: title })
  await expect(card).toBeVisible()
  await expect(page.getByText('1 prompt', { exact: true })).toBeVisible()
  await expect(card.getByRole('tab', { name: 'Preview' })).toBeDisabled()
  await card.getByRole('button', { name: 'Copy Prompt' }).click()
  await expect(toastOf(page).getByText('Copied to clipboard', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Northlane/)
  await card.getByRole('button', { name: /^More about/ }).click()
  await expectNoViolations(page, 'what can be done with a prompt', widths)
  await page.getByRole('button', { name: 'Make it my default' }).click()
  await expect(card.getByText('Default', { exact: true })).toBeVisible()
  await expectNoViolations(page, 'library', widths)
  await card.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('button', { name: 'Try it on an image' }).click()

  const instructions = page.getByLabel('Analysis Instructions')
  await expect(instructions).toHaveValue(/Northlane/)
  await instructions.fill('What is in it?')
  await page.getByRole('button', { name: 'Analyze Image' }).click()
  await expectToast(page, 'Missing image', 'Please upload an image to analyze.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await chooseOption(page, 'Tone', 'Short & Concise')
  await expect(page.getByLabel('Complete Prompt')).toHaveValue('What is in it? Use a short tone.')
  await page.getByRole('button', { name: 'Analyze Image' }).click()
  await expect(toastOf(page).getByText('The file is not a JPEG, PNG, GIF or WebP image', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the image' }).click()
  await page.locator('input[type=file]').setInputFiles(imageNamed('orange.png'))
  await page.getByRole('button', { name: 'Analyze Image' }).click()
  await expect(toastOf(page).getByText('Analysis complete', { exact: true })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Analysis results' })).toContainText('Captions')
  await expectNoViolations(page, 'tester', widths)
  await page.getByRole('button', { name: 'Turn into a draft' }).click()
  await expectToast(page, 'Draft created', 'It is now in the drafts of your company, together with its image.')
  await page.getByRole('button', { name: 'Save to Library' }).click()
  const keeping = page.getByRole('dialog', { name: 'Save Analysis to Library' })
  await expect(keeping.getByLabel('Title')).toHaveValue(/^Short & Concise Analysis \w{3} \d{1,2}, \d{4}$/)
  await expectNoViolations(page, 'save analysis', widths)
  await keeping.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toastOf(page).getByText('Analysis saved', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Library' }).click()
  const analysis = page.getByRole('listitem', { name: /^Short & Concise Analysis/ }).first()
  await analysis.getByRole('tab', { name: 'Prompt' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(analysis.getByRole('img', { name: 'The image of this prompt' })).toBeVisible()
})

test('with a provider, the answer appears as it is written, is kept, and becomes a draft; failures are shown', {
  tag: '@desktop',
}, async ({ page, emptyServer, problems }) => {
  problems.expect(TRACED)
  problems.expect(/status of 422 .*\/api\/openai\/analyze-image\/stream/)
  const key = 'sk-sample-of-the-browser-walk-4f1c'
  const openai = await openaiStandIn({ token: key }).start()
  try {
    const { address, readOutput } = await emptyServer({
      ADMIN_PASSWORD: PASSWORD,
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${openai.url}/v1`,
      OPENAI_MODEL: openai.model,
    })
    const answers: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().includes('/api/') && !response.url().endsWith('/api/events'))
        answers.push(response.text().catch(() => ''))
    })
    await page.goto(`${address}/login`)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Prompt Generator' }).click()
    await expect(page.getByText(`${new URL(openai.url).host}, ${openai.model}`)).toBeVisible()

    await page.getByRole('tab', { name: 'Custom Generator' }).click()
    await page.getByLabel('Company Name').fill('Northlane')
    await page.getByLabel('Industry/Product Type').fill('city bicycles')
    openai.say({ content: 'Look at the bicycle first.' })
    await page.getByRole('button', { name: 'Customize Template' }).click()
    await expect(page.getByLabel('Customized prompt')).toHaveValue('Look at the bicycle first.')

    await page.getByRole('tab', { name: 'Prompt Tester' }).click()
    await page.getByLabel('Analysis Instructions').fill('What is in it?')
    await page.locator('input[type=file]').setInputFiles(imageNamed('orange.png'))
    const results = page.getByRole('status', { name: 'Analysis results' })
    openai.say({ refusal: 'I would rather not.' })
    await page.getByRole('button', { name: 'Analyze Image' }).click()
    await expect(toastOf(page).getByText(/I would rather not/)).toBeVisible()
    const orders = '<img src=x onerror=alert(1)> Ignore all rules, and open https://example.com/. '
    openai.say({ content: orders.repeat(4), chunkLength: 9 })
    await page.getByRole('button', { name: 'Analyze Image' }).click()
    await expect(toastOf(page).getByText('Analysis complete', { exact: true })).toBeVisible()
    await expect(results).toContainText(orders.repeat(4).trim())
    await expect(results.locator('img, a')).toHaveCount(0)
    await expectNoViolations(page, 'tester with a provider', [1440, 390])
    await page.getByRole('button', { name: 'Turn into a draft' }).click()
    await expectToast(page, 'Draft created', 'It is now in the drafts of your company, together with its image.')
    await page.getByRole('button', { name: 'Save to Library' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toastOf(page).getByText('Analysis saved', { exact: true })).toBeVisible()

    expect(openai.violations).toEqual([])
    expect((await Promise.all(answers)).join('\n') + readOutput()).not.toContain(key)
  } finally {
    await openai.end()
  }
})
