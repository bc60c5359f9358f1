/**
 * Reels out of folders: of this server, without any key; and of a Google Drive that is connected, imported
 * from, lost, connected again and let go.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { googleStandIn } from '@tangelo/stand-ins'
import { expectNoViolations } from '../support/accessibility.ts'
import { PASSWORD } from '../support/house.ts'
import { expectToast } from '../support/pages.ts'
import { COLOURS, imageNamed } from '../support/reels.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewer: 'maker' })

test('two folders of pictures show up by themselves; one is imported, and is a draft, a reel, and marked on the disk', {
  tag: '@desktop',
}, async ({ page, isPhone }) => {
  test.slow()
  const widths = isPhone ? [390] : [1440, 390]
  await page.goto('/reel-imports')
  await expect(page.getByText('No Reel Folders Found')).toBeVisible()
  const folder = (await page.locator('code').first().textContent()) ?? ''
  await put(folder, 'Harbour', ['one.png'])
  await put(folder, 'Ferry', ['one.png', 'two.png', 'three.png'])
  await writeFile(join(folder, 'Ferry', 'description.txt'), 'The 7:40 ferry')
  const card = page.getByRole('link', { name: /^Preview: Ferry/ })
  await expect(card).toBeVisible()
  await card.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Images in this folder (3)')).toBeVisible()
  await expectNoViolations(page, 'reel imports', widths)

  await page.getByRole('button', { name: 'Import as Reel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Reel from Google Drive' })
  await dialog.getByRole('checkbox').uncheck()
  await expect(dialog.getByRole('button', { name: 'Import Reel' })).toBeDisabled()
  await expectNoViolations(page, 'import a reel', widths)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Import Reel' }).click()
  await expectToast(
    page,
    'Reel imported successfully',
    'The reel has been imported to Airtable and the folder "Ferry" has been renamed.',
  )
  expect((await readdir(folder)).sort()).toEqual(['Ferry-published', 'Harbour'])
  await expect(page.getByRole('link', { name: /^Preview: Ferry-published/ })).toBeVisible()
  await page.getByRole('link', { name: 'Open the reel' }).click()
  await expect(page.getByText('three.png')).toBeVisible()
})

test('a Google Drive is connected, imported from, lost, connected again and let go', {
  tag: '@desktop',
}, async ({ page, emptyServer, problems }) => {
  test.slow()
  problems.expect(/status of 409 .*\/api\/google\/reels/)
  const google = await googleStandIn().start()
  problems.allowOrigin(google.url)
  // What browsers ask every page for is no part of the contract.
  await page.route(`${google.url}/favicon.ico`, (asked) => asked.fulfill({ status: 204 }))
  try {
    google.addReels({ name: 'Ferry', description: 'The 7:40 ferry', images: 3 })
    const { clientId, clientSecret, url } = google
    const server = await emptyServer({
      ADMIN_PASSWORD: PASSWORD,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ACCOUNTS_URL: url,
      GOOGLE_OAUTH_URL: url,
      GOOGLE_API_URL: url,
    })
    await page.goto(`${server.address}/login`)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Google Drive Imports' }).click()
    await expect(page.getByText('Google Drive Authentication Required')).toBeVisible()
    await expectNoViolations(page, 'connect a drive', [1440, 390])
    const connect = async () => {
      await page.getByRole('link', { name: 'Connect to Google Drive' }).click()
      await page.getByRole('link', { name: 'Continue' }).click()
      const words = 'You can now import content from your Google Drive'
      await expectToast(page, 'Google Drive Connected Successfully', words)
      await expect(page).toHaveURL(`${server.address}/reel-imports`)
    }
    await connect()
    await page.getByRole('link', { name: 'Preview: Ferry' }).click()
    await page.getByRole('button', { name: 'Import as Reel' }).click()
    await page.getByRole('button', { name: 'Import Reel' }).click()
    const imported = 'The reel has been imported to Airtable and the folder "Ferry" has been renamed.'
    await expectToast(page, 'Reel imported successfully', imported)
    expect(google.renames).toEqual(['Ferry-published'])

    google.grants.revokeAll()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('The connection has ended')).toBeVisible()
    await connect()
    await page.getByRole('button', { name: 'Reconnect Google Drive' }).click()
    const words = 'Please click the "Connect to Google Drive" button to reconnect your account.'
    await expectToast(page, 'Reauthorization Required', words)
    expect(google.grants.living()).toEqual([])
    expect(google.violations).toEqual([])
  } finally {
    await google.end()
  }
})

async function put(folder: string, name: string, files: readonly string[]): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  const colours = Object.values(COLOURS)
  for (const [at, file] of files.entries())
    await writeFile(join(folder, name, file), imageNamed(file, colours[at]).buffer)
}
