/** A client on a phone, from the mail that asks for an approval to the answer: by touch, without an account, over a real mail server. */
import { createServer } from 'node:net'
import { smtpStandIn } from '@tangelo/stand-ins'
import { expectClean } from '../support/clean-document.ts'
import { expect, test } from '../support/test.ts'

test.slow()

const PASSWORD = 'a ripe tangelo in March'

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** The HTML of a mail, as its client shows it: quoted-printable (RFC 2045). */
function htmlOf(mail: string): string {
  const part = mail.slice(mail.indexOf('Content-Type: text/html'))
  const [, body = ''] = part.split('\r\n\r\n').map((text, at, all) => (at === 1 ? all.slice(1).join('\r\n\r\n') : text))
  const [quoted = ''] = body.split('\r\n--')
  const bytes = quoted
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('a client opens the mail, follows it and approves by touch; the next mail of this kind is stopped in one tap', {
  tag: '@phone',
}, async ({ page, emptyServer }) => {
  const smtp = await smtpStandIn()
  const port = await freePort()
  const { address } = await emptyServer({
    ADMIN_PASSWORD: PASSWORD,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Citrus Studio <hello@citrus.example>',
  })
  const login = await page.request.post(`${address}/api/auth/login`, {
    data: { username: 'admin', password: PASSWORD },
  })
  const { token } = await login.json()
  const send = async (path: string, data: object) => {
    const made = await page.request.post(`${address}${path}`, { data, headers: { authorization: `Bearer ${token}` } })
    expect(made.status(), await made.text()).toBe(201)
    return made.json()
  }
  const { id: companyId } = await send('/api/companies', { name: 'Harbour Kitchen' })
  const draft = { caption: 'Six lemons and a long table', publishDate: '2030-11-24T18:30:00.000Z', companyId }
  const { id } = await send('/api/content/posts', draft)
  const asked = { posts: [id], clientName: 'Ana Duarte', timeZone: 'Europe/Lisbon', mailTo: 'ana@client.example' }
  await send('/api/approvals', asked)
  await expect.poll(() => smtp.taken.length, { timeout: 30_000 }).toBe(1)
  const [mail] = smtp.taken
  expect(mail?.to).toBe('ana@client.example')

  await page.goto('about:blank')
  await page.setContent(htmlOf(mail?.bytes ?? ''))
  await expectClean(page, 'the mail', { isMail: true })
  await page.getByRole('link', { name: 'Look at the post' }).tap()
  await expect(page.getByText('Six lemons and a long table')).toBeVisible()
  await expect(page.getByText(/^Sunday, Nov 24/)).toBeVisible()
  await page.getByLabel('Your name').tap()
  await page.keyboard.type('Ana')
  await page.getByRole('button', { name: 'Approve' }).tap()
  await expect(page.getByRole('status')).toContainText('Approved by Ana')

  const [, stop = ''] = /^List-Unsubscribe: <([^>]+)>/im.exec((mail?.bytes ?? '').replaceAll(/\r\n[ \t]/g, ' ')) ?? []
  await page.goto(stop)
  await page.getByRole('button', { name: 'Stop these mails' }).tap()
  await expect(page.getByText('You no longer receive posts to approve.')).toBeVisible()
  const again = await page.request.post(`${address}/api/approvals`, {
    data: asked,
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await again.json()).error).toBe('not_sendable')
  await smtp.close()
})
