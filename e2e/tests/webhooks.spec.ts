/** A webhook from its secret to what arrives, and what administrators see of it. The receiver is a program beside the browser. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expectNoViolations } from '../support/accessibility.ts'
import { chooseOption, expectToast } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

interface Received {
  readonly id: string
  readonly at: string
  readonly signatures: string
  readonly body: string
}

/** Refuses until a test changes it. */
async function receiver() {
  const received: Received[] = []
  let status = 500
  const server = createServer(async (request, response) => {
    const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      String(request.headers[`webhook-${name}`]),
    )
    received.push({ id: id ?? '', at: at ?? '', signatures: signatures ?? '', body: await text(request) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    takeAll: () => {
      status = 204
    },
    end: () => server.close(),
  }
}

/** As docs/webhooks.md says. */
function signatureOf({ id, at, body }: Received, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}

test.use({ viewer: 'admin' })

test('a webhook is tested, signed with the secret that was shown, and sent again from the list', async ({
  page,
  house,
}) => {
  const there = await receiver()
  const username = await house.addPerson('pro', house.companies.citrus)
  await page.goto('/admin?tab=users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(username)
  await page.getByRole('button', { name: `Edit ${username}` }).click()
  await page.getByLabel('Webhook URL').fill(there.url)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'User updated', `The changes to ${username} are saved.`)

  await page.getByRole('button', { name: `Edit ${username}` }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Not delivered. It answered with status 500.')).toBeVisible()
  there.takeAll()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText(/^Delivered with status 204 after \d+ ms\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'New signing secret' }).click()
  await page.getByRole('button', { name: 'Make a new secret' }).click()
  const secret = (await page.getByRole('status', { name: 'Signing secret' }).textContent()) ?? ''
  await expectNoViolations(page, 'the new secret', [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Done' }).click()

  const draft = await house.addDraft({ caption: 'An orange' })
  await expect.poll(() => there.received.length).toBe(3)
  const delivered = there.received[2]
  if (!delivered) throw new Error('nothing came')
  expect(JSON.parse(delivered.body)).toMatchObject({
    type: 'draft.changed',
    data: { post: { id: draft.id }, by: 'pro' },
  })
  expect(delivered.signatures.split(' ')).toContain(signatureOf(delivered, secret))

  await page.goto('/admin?tab=system&part=webhooks')
  const list = page.getByRole('list', { name: 'Deliveries' })
  await expect(list.getByRole('listitem').first()).toContainText('Delivered')
  await expectNoViolations(page, 'the deliveries', [1440, 390])
  await page.setViewportSize({ width: 1440, height: 900 })
  await list
    .getByRole('button', { name: `Draft changed for ${username}, details` })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Body' })).toContainText('"caption": "An orange"')
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = page.getByRole('dialog', { name: 'Draft changed' })
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(390 - 2 * 8)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await list
    .getByRole('button', { name: `Resend Draft changed to ${username}` })
    .first()
    .click()
  await expectToast(page, 'Sent again', 'It is on its way with the same event id.')
  await expect.poll(() => there.received.length).toBe(4)
  expect(there.received[3]?.id).toBe(delivered.id)

  await chooseOption(page, 'State', 'Failed')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('It answered with status 500.')

  // A removed receiver gets no deliveries.
  await page.goto('/admin?tab=users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(username)
  await page.getByRole('button', { name: `Edit ${username}` }).click()
  await page.getByLabel('Webhook URL').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'User updated', `The changes to ${username} are saved.`)
  there.end()
})
