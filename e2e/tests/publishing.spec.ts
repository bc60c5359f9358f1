/**
 * Publishing as an agency does it: the account is connected by its owner, a post is rehearsed and published, its steps are watched,
 * the next one is planned and withdrawn, one is posted by hand after a reminder, and one whose answer was lost is decided; with axe in
 * every state, and at 320 px.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { publishingStandIn } from '@tangelo/stand-ins'
import { expectNoViolations } from '../support/accessibility.ts'
import { PASSWORD } from '../support/house.ts'
import type { Problems } from '../support/problems.ts'
import { expect, test } from '../support/test.ts'

test.slow()

test('an account is connected, a post rehearsed, published and watched; another one is planned and withdrawn', {
  tag: '@both',
}, async ({ page, emptyServer, problems, isPhone }) => {
  const widths = widthsOf(isPhone)
  const { stand, address, made } = await begin({ page, emptyServer, problems })

  // Without a connected account the dialog leads to it.
  await page.goto(`${address}/planning?post=${made.first}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('No account is connected')).toBeVisible()
  await expectNoViolations(page, 'no account is connected', widths)
  await page.getByRole('link', { name: 'Connect @sample.bakery' }).click()
  await connect(page)

  const dialog = page.getByRole('dialog', { name: 'Publish to @sample.bakery' })
  await openDialog(page, `${address}/planning?post=${made.first}`)
  await expect(dialog.getByText(/^\d+ checks: .*1 warning/)).toBeVisible()
  await dialog.locator('summary').click()
  await expectNoViolations(page, 'rehearsal', widths)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('It is live on @sample.bakery, published once.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Order to publish' })).toBeVisible()
  await expect(page.getByText('No figures yet')).toBeVisible()
  await expectNoViolations(page, 'published', widths)
  expect(stand.account('sample.bakery').media.filter(({ containerId }) => containerId !== null)).toHaveLength(1)

  await openDialog(page, `${address}/planning?post=${made.second}`)
  await dialog.getByRole('radio', { name: /Another time/ }).check()
  await expect(dialog.getByRole('button', { name: /^Plan for/ })).toBeEnabled()
  await dialog.getByRole('button', { name: /^Plan for/ }).click()
  await page.goto(`${address}/planning?tab=publishing`)
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

test('a post is posted by hand after a reminder, and one whose answer was lost is decided', {
  tag: '@both',
}, async ({ page, emptyServer, problems, isPhone }) => {
  const widths = widthsOf(isPhone)
  const { stand, address, made } = await begin({ page, emptyServer, problems })
  await page.goto(`${address}/account/${made.accountId}`)
  await connect(page)

  const dialog = page.getByRole('dialog', { name: 'Publish to @sample.bakery' })
  await openDialog(page, `${address}/planning?post=${made.first}`)
  await dialog.getByRole('radio', { name: /^Remind me/ }).check()
  const byHand = page.getByRole('dialog', { name: 'Post to @sample.bakery yourself' })
  await expect(byHand.getByText(/^This server sends no mail/)).toBeVisible()
  await expect(byHand.getByRole('button', { name: 'Remind me now' })).toBeEnabled()
  await expectNoViolations(page, 'rehearsal of a reminder', widths)
  await byHand.getByRole('button', { name: 'Remind me now' }).click()
  await expect(page.getByRole('heading', { name: 'Time to post it' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'Save the picture' })).toBeVisible()
  await expectNoViolations(page, 'a reminder', widths)
  const reminder = page.url()

  // The answer to the order is lost, and a colleague posts the same by hand before anything is looked up.
  stand.faults.next(1, 'drop', { of: 'publish' })
  stand.faults.next(6, { delayMs: 1_500 }, { of: 'readNode' })
  await openDialog(page, `${address}/planning?post=${made.second}`)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  const orders = () => stand.calls.latest().filter(({ operation }) => operation === 'publish').length
  await expect.poll(orders, { timeout: 30_000, intervals: [100] }).toBe(1)
  stand.postByHand('sample.bakery', { caption: 'The upper garden' })
  await expect(page.getByRole('heading', { name: 'Needs your decision' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The same caption.', { exact: false })).toHaveCount(2)
  await expectNoViolations(page, 'unclear', widths)
  const unclear = page.url()

  await page.goto(`${address}/planning?tab=publishing`)
  await expect(page.getByRole('heading', { name: 'Needs you 2' })).toBeVisible()
  await expectNoViolations(page, 'a queue that needs a person', widths)
  await page.goto(unclear)
  await page.getByRole('radio', { name: /^It is live, but it is none of these/ }).check()
  await expectNoViolations(page, 'none of the posts that fit', widths)
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'This is it' }).click()
  await expect(page.getByText('admin looked and it is live.')).toBeVisible()
  await page.goto(reminder)
  await page.getByRole('textbox', { name: 'Address of the post' }).fill('https://www.instagram.com/p/DByHand/')
  await page.getByRole('button', { name: 'I have posted it' }).click()
  await expect(page.getByText('admin posted it to @sample.bakery.')).toBeVisible()
  await expect(page.getByText('It is not known which post this is')).toBeVisible()
  await expectNoViolations(page, 'posted by hand', widths)
  expect(stand.violations).toEqual([])
  await stand.end()
})

const widthsOf = (isPhone: boolean): number[] => (isPhone ? [390, 320] : [1440])

/** A server beside the stand-in of Instagram, with an administrator who is signed in, and what `furnish` makes. */
async function begin({
  page,
  emptyServer,
  problems,
}: {
  page: Page
  emptyServer: (settings?: Readonly<Record<string, string>>) => Promise<{ address: string }>
  problems: Problems
}) {
  problems.expect(/\/api\/accounts\/\d+\/analysis/)
  const stand = await publishingStandIn({ processingMs: 0 }).start()
  problems.allowOrigin(stand.url)
  await page.route(`${stand.url}/favicon.ico`, (asked) => asked.fulfill({ status: 204 }))
  const { hosts, clientId, clientSecret } = stand
  const port = String(await freePort())
  const { address } = await emptyServer({
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
  await page.goto(`${address}/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForFunction(() => window.localStorage.getItem('auth_token'))
  return { stand, address, made: await furnish(page, address) }
}

/** On the page of the account, as its owner. */
async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Continue to Instagram' }).click()
  await page.getByRole('link', { name: 'Continue as sample.bakery' }).click()
  await expect(page.getByText('Connected through Instagram')).toBeVisible()
}

async function openDialog(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
}

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
    accountId: String(account.id),
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
