/**
 * Publishing as an agency does it: the account is connected by its owner, a post is rehearsed and published, its steps are watched,
 * the next one is planned and withdrawn; with axe in every state, and at 320 px.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { publishingStandIn } from '@tangelo/stand-ins'
import { expectNoViolations } from '../support/accessibility.ts'
import { PASSWORD } from '../support/house.ts'
import { expect, test } from '../support/test.ts'

test.slow()

test('an account is connected, a post rehearsed, published and watched; another one is planned and withdrawn', {
  tag: '@both',
}, async ({ page, emptyServer, problems, isPhone }) => {
  const widths = isPhone ? [390, 320] : [1440]
  problems.expect(/\/api\/accounts\/\d+\/analysis/)
  const stand = await publishingStandIn({ processingMs: 0 }).start()
  problems.allowOrigin(stand.url)
  await page.route(`${stand.url}/favicon.ico`, (asked) => asked.fulfill({ status: 204 }))
  const { hosts, clientId, clientSecret } = stand
  const port = String(await freePort())
  const server = await emptyServer({
    ADMIN_PASSWORD: PASSWORD,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    GRAPH_API_URL: hosts.facebookGraph,
    INSTAGRAM_APP_ID: clientId,
    INSTAGRAM_APP_SECRET: clientSecret,
    INSTAGRAM_WWW_URL: hosts.instagramWww,
    INSTAGRAM_OAUTH_URL: hosts.instagramApi,
    INSTAGRAM_GRAPH_URL: hosts.instagramGraph,
    GRAPH_UPLOAD_URL: hosts.upload,
  })
  await page.goto(`${server.address}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForFunction(() => window.localStorage.getItem('auth_token'))
  const made = await furnish(page, server.address)

  // Without a connected account the dialog leads to it.
  await page.goto(`${server.address}/planning?post=${made.first}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('No account is connected')).toBeVisible()
  await expectNoViolations(page, 'no account is connected', widths)
  await page.getByRole('link', { name: 'Connect @sample.bakery' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Continue to Instagram' }).click()
  await page.getByRole('link', { name: 'Continue as sample.bakery' }).click()
  await expect(page.getByText('Connected through Instagram')).toBeVisible()

  await page.goto(`${server.address}/planning?post=${made.first}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish to @sample.bakery' })
  await expect(dialog.getByText(/^\d+ checks: .*1 warning/)).toBeVisible()
  await dialog.locator('summary').click()
  await expectNoViolations(page, 'rehearsal', widths)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('It is live on @sample.bakery, published once.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Order to publish' })).toBeVisible()
  await expectNoViolations(page, 'published', widths)
  expect(stand.account('sample.bakery').media.filter(({ containerId }) => containerId !== null)).toHaveLength(1)

  await page.goto(`${server.address}/planning?post=${made.second}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('radio', { name: /Another time/ }).check()
  await expect(dialog.getByRole('button', { name: /^Plan for/ })).toBeEnabled()
  await dialog.getByRole('button', { name: /^Plan for/ }).click()
  await page.goto(`${server.address}/planning?tab=publishing`)
  await expect(page.getByRole('heading', { name: 'Goes out 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit slots' })).toBeVisible()
  await expectNoViolations(page, 'queue', widths)
  await page.getByRole('button', { name: 'Edit slots' }).click()
  await page.getByRole('combobox', { name: 'Time on Tuesday' }).fill('18:30')
  await page.getByRole('button', { name: 'Add a slot on Tuesday' }).click()
  await expectNoViolations(page, 'slots', widths)
  await page.getByRole('button', { name: 'Save slots' }).click()
  await expect(page.getByText(/^Next free: Tue/)).toBeVisible()
  await page.getByRole('link', { name: /The upper garden/ }).click()
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(page.getByRole('radio', { name: /next free slot/ })).toBeChecked()
  await expectNoViolations(page, 'another time', widths)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Nothing was sent.', { exact: false }).first()).toBeVisible()
  await expectNoViolations(page, 'withdrawn', widths)
  expect(stand.violations).toEqual([])
  await stand.end()
})

/** The account, and two drafts for it with a picture each; the first has too many hashtags. */
async function furnish(page: Page, address: string) {
  const token = await page.evaluate(() => window.localStorage.getItem('auth_token'))
  const headers = { authorization: `Bearer ${token}` }
  const ask = async (path: string, sent: object) => {
    const answer = await page.request.post(`${address}${path}`, { headers, ...sent })
    expect(answer.status(), path).toBeLessThan(300)
    return answer.json()
  }
  const account = await ask('/api/accounts', { data: { username: 'sample.bakery' } })
  const picture = { name: 'one.jpg', mimeType: 'image/jpeg', buffer: await drawPicture(page) }
  const draft = async (caption: string): Promise<string> => {
    const { imageUrls } = await ask('/api/upload/images', { multipart: { images: picture } })
    const data = { caption, mediaType: 'image', imageUrl: imageUrls[0], accountId: account.id }
    return String((await ask('/api/content/posts', { data })).id)
  }
  return {
    first: await draft('One last swim #a1 #a2 #a3 #a4 #a5 #a6'),
    second: await draft('The upper garden'),
  }
}

/** A JPEG that Instagram takes as it is, drawn by the browser. */
async function drawPicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1080
    canvas.height = 1350
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('This browser cannot draw')
    drawing.fillStyle = '#4db6c6'
    drawing.fillRect(0, 0, 1080, 1350)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** The server has to know its own address before it starts: Instagram comes back there, and fetches pictures from it. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
