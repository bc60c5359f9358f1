/** Mails as they arrive at a mail server: their bytes, their headers, and no header that a name has begun. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mailServer, message } from '#testing/mail-server.ts'
import { messageBytes } from './smtp-message.ts'

const headerOf = (bytes: string, name: string): string =>
  new RegExp(`^${name}: ((?:.|\r\n[ \t])*)$`, 'im').exec(
    bytes.replaceAll('\r\n', '\n').replace(/\n[ \t]/g, ' '),
  )?.[1] ?? ''

/** RFC 2047. */
const decodeHeader = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_, kind, text) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('_', ' ').replace(/=(?=[0-9A-F]{2})/g, '%')),
    )

describe('a mail', () => {
  test('arrives as it is, signed in, with the headers that stop it in one click', async () => {
    const { server, send } = await mailServer({ user: 'me@x.org', password: 'p@ss:wörd' })
    await send()
    const [taken] = server.taken
    expect(taken).toMatchObject({
      from: 'us@tangelo.example',
      to: 'ann@client.example',
      messageId: '<one@tangelo.example>',
    })
    const bytes = taken?.bytes ?? ''
    expect(headerOf(bytes, 'List-Unsubscribe')).toBe('<https://tangelo.example/api/mail/unsubscribe/x.alerts>')
    expect(headerOf(bytes, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(bytes, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(bytes, 'Date')).toBe('Fri, 20 Nov 2026 09:00:00 +0000')
    expect(bytes).toContain('\r\n..two dots\r\n')
    expect(bytes).toBe((await messageBytes(message())).toString())
  })

  test('is the same bytes every time, with its files', async () => {
    const attachments = [{ name: 'Bericht für März.html', type: 'text/html', content: Buffer.from('<p>ü</p>') }]
    const [one, other] = [await messageBytes(message({ attachments })), await messageBytes(message({ attachments }))]
    expect(one.equals(other)).toBe(true)
    expect(one.equals(await messageBytes(message({ attachments, messageId: '<two@tangelo.example>' })))).toBe(false)
  })

  test('over the same connection as the one before, and over another once that has been left', async () => {
    const { server, send } = await mailServer()
    await send()
    await send({ messageId: '<two@tangelo.example>' })
    expect([server.taken.length, server.connections()]).toEqual([2, 1])
  })
})

describe('no name begins a header', () => {
  const evil = 'Ann\r\nBcc: eve@evil.example\r\n\r\nBody "quoted", <ann@x.org>; Zoë 🍊'
  test.each([
    ['subject', { subject: evil }],
    ['sender', { from: { name: evil, address: 'us@tangelo.example' } }],
    ['recipient', { to: { name: evil, address: 'ann@client.example' } }],
    ['file', { attachments: [{ name: `${evil}.html`, type: 'text/html', content: Buffer.from('x') }] }],
  ])('of a %s', async (_, changes) => {
    const { server, send } = await mailServer()
    await send(changes)
    const [taken] = server.taken
    expect(taken?.to).toBe('ann@client.example')
    const [head = ''] = (taken?.bytes ?? '').split('\r\n\r\n')
    const names = head.split('\r\n').flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? [])
    expect(names).not.toContain('bcc')
    expect(new Set(names).size).toBe(names.length)
    expect(taken?.bytes).not.toMatch(/^Bcc:/im)
  })

  test('and a subject of any language is read as it was written', async () => {
    const { server, send } = await mailServer()
    await send({ subject: 'Zoë “wins” 🍊 — ещё' })
    expect(decodeHeader(headerOf(server.taken[0]?.bytes ?? '', 'Subject'))).toBe('Zoë “wins” 🍊 — ещё')
  })
})

test('the adapter alone knows nodemailer, and at exactly one version', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(dependencies.nodemailer).toMatch(/^\d+\.\d+\.\d+$/)
})
