import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ownCertificate, type SmtpFault, type SmtpStep, smtpStandIn } from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MailFailure, Message } from '#ports/mailer.ts'
import { smtpMailer } from './smtp.ts'
import { messageBytes } from './smtp-message.ts'

const TIMES = { connectMs: 1_000, answerMs: 1_000, idleMs: 200 }

const message = (changes: Partial<Message> = {}): Message => ({
  messageId: '<one@tangelo.example>',
  date: Date.UTC(2026, 10, 20, 9),
  from: { name: 'Citrus Studio', address: 'us@tangelo.example' },
  to: { name: 'Ann', address: 'ann@client.example' },
  subject: 'A report',
  text: 'Hello.\n.\n..two dots\n',
  html: '<p>Hello.</p>\n',
  unsubscribeUrl: 'https://tangelo.example/api/mail/unsubscribe/x.alerts',
  attachments: [],
  ...changes,
})

async function mailServer(given: Parameters<typeof smtpStandIn>[0] = {}) {
  const server = await smtpStandIn(given)
  const mailer = smtpMailer(
    {
      host: '127.0.0.1',
      port: server.port,
      isSecure: false,
      user: given.user ?? null,
      password: given.password ?? null,
    },
    TIMES,
  )
  onTestFinished(async () => {
    mailer.close()
    await server.close()
  })
  const send = (changes?: Partial<Message>) => mailer.send(message(changes), new AbortController().signal)
  const failure = (changes?: Partial<Message>): Promise<MailFailure> =>
    send(changes).then(
      () => {
        throw new Error('It was taken')
      },
      (error) => error,
    )
  return { server, mailer, send, failure }
}

const headerOf = (bytes: string, name: string): string =>
  new RegExp(`^${name}: ((?:.|\r\n[ \t])*)$`, 'im').exec(
    bytes.replaceAll('\r\n', '\n').replace(/\n[ \t]/g, ' '),
  )?.[1] ?? ''

/** RFC 2047. */
const decoded = (header: string): string =>
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
    expect(decoded(headerOf(server.taken[0]?.bytes ?? '', 'Subject'))).toBe('Zoë “wins” 🍊 — ещё')
  })
})

describe('a mail server that fails', () => {
  const cases: [SmtpStep, SmtpFault, MailFailure['kind'], RegExp][] = [
    ['greeting', 'hang', 'passing', /did not answer|could not be reached/],
    ['greeting', 'drop', 'passing', /hung up|broke/],
    ['greeting', 'later', 'passing', /refuses the connection: 421/],
    ['greeting', 'never', 'set-up', /refuses the connection: 554/],
    ['EHLO', 'hang', 'passing', /did not answer/],
    ['EHLO', 'drop', 'passing', /hung up/],
    ['AUTH', 'hang', 'passing', /did not answer/],
    ['AUTH', 'drop', 'passing', /hung up/],
    ['AUTH', 'later', 'passing', /sign-in: 454/],
    ['AUTH', 'never', 'set-up', /sign-in: 535/],
    ['MAIL', 'hang', 'passing', /did not answer/],
    ['MAIL', 'drop', 'passing', /hung up/],
    ['MAIL', 'later', 'passing', /sender: 451/],
    ['MAIL', 'never', 'set-up', /sender: 550/],
    ['RCPT', 'hang', 'passing', /did not answer/],
    ['RCPT', 'drop', 'passing', /hung up/],
    ['RCPT', 'later', 'passing', /address: 450/],
    ['RCPT', 'never', 'address', /address: 550 5\.1\.1 No such user/],
    ['DATA', 'hang', 'passing', /did not answer/],
    ['DATA', 'drop', 'passing', /hung up/],
    ['DATA', 'later', 'passing', /the mail: 451/],
    ['DATA', 'never', 'refused', /the mail: 554/],
    ['mail', 'hang', 'unclear', /may have taken/],
    ['mail', 'drop', 'unclear', /may have taken/],
    ['mail', 'keep-and-hang', 'unclear', /may have taken/],
    ['mail', 'keep-and-drop', 'unclear', /may have taken/],
    ['mail', 'later', 'passing', /the mail: 451/],
    ['mail', 'never', 'refused', /the mail: 554/],
  ]
  test.each(cases)('at %s by %s: %s', async (step, fault, kind, words) => {
    const { server, send, failure } = await mailServer({ user: 'me', password: 'secretword' })
    server.fail((at) => (at === step ? fault : undefined))
    const { kind: found, message: sentence } = await failure()
    expect({ found, sentence }).toEqual({ found: kind, sentence: expect.stringMatching(words) })
    // The next one is not held up by it.
    server.fail(() => undefined)
    await send()
    expect(server.taken.at(-1)?.messageId).toBe('<one@tangelo.example>')
  })

  test.each([
    ['550 5.7.1 Relaying denied', 'refused'],
    ['552 5.2.2 Mailbox full', 'refused'],
    ['550 No such user', 'address'],
    ['553 5.1.3 Bad address', 'address'],
    ['550 relay not permitted', 'refused'],
    ['550 Administrative prohibition', 'refused'],
    ['530 Authentication required', 'refused'],
    ['552 Quota exceeded', 'refused'],
    ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'refused'],
  ])('at one address by %s: %s', async (reply, kind) => {
    const { server, send, failure } = await mailServer()
    server.refuse('gone@client.example', reply)
    expect((await failure({ to: { name: null, address: 'gone@client.example' } })).kind).toBe(kind)
    await send()
  })

  test('by not being there', async () => {
    const { server, failure } = await mailServer()
    await server.close()
    const { kind, message: sentence } = await failure()
    expect([kind, sentence]).toEqual(['passing', 'The mail server could not be reached: the connection was refused.'])
  })

  test('by repeating the password in its answer: it is not told on', async () => {
    const { server, failure } = await mailServer({ user: 'me', password: 'secretword' })
    server.fail((at) => (at === 'AUTH' ? 'drop' : undefined))
    expect((await failure()).message).not.toContain('secretword')
    const sent = Buffer.from('\0me\0secretword').toString('base64')
    const loud = createServer((socket) => void socket.end(`554 secretword and ${sent} are wrong\r\n`)).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((resolve) => loud.once('listening', resolve))
    onTestFinished(() => void loud.close())
    const { port } = loud.address() as { port: number }
    const other = smtpMailer({ host: '127.0.0.1', port, isSecure: false, user: 'me', password: 'secretword' }, TIMES)
    const error = await other.send(message(), new AbortController().signal).catch((found) => found)
    expect(error.message).toBe('The mail server refuses the connection: 554 … and … are wrong')
  })

  test('by speaking no TLS where it must', async () => {
    const { server } = await mailServer()
    const other = smtpMailer(
      { host: '127.0.0.1', port: server.port, isSecure: true, user: null, password: null },
      TIMES,
    )
    const error = await other.send(message(), new AbortController().signal).catch((found) => found)
    expect([error.kind, error.message]).toEqual(['set-up', expect.stringMatching(/TLS|certificate/)])
  })

  test('and an abort ends at once what is under way', async () => {
    const { server, mailer } = await mailServer()
    const ending = new AbortController()
    server.fail((at) => {
      if (at === 'MAIL') setTimeout(() => ending.abort())
      return at === 'MAIL' ? 'hang' : undefined
    })
    const begun = performance.now()
    const error = await mailer.send(message(), ending.signal).catch((found) => found)
    expect(error.kind).toBe('passing')
    expect(performance.now() - begun).toBeLessThan(900)
  })
})

/** Not 127.0.0.1, where STARTTLS is left out, and yet this machine. */
const NOT_LOCAL = '0.0.0.0'

/** With a server that shows a certificate of its own; this process trusts it, or not. */
async function overTls(
  begins: 'at once' | 'when asked',
  {
    isTrusted = true,
    goodFor = [NOT_LOCAL],
    host = NOT_LOCAL,
  }: { isTrusted?: boolean; goodFor?: string[]; host?: string } = {},
) {
  const own = ownCertificate(goodFor)
  const before = getCACertificates('default')
  if (isTrusted) setDefaultCACertificates([...before, own.cert])
  const account = { user: 'me', password: 'secretword' }
  const server = await smtpStandIn({ ...account, tls: { ...own, begins } })
  const settings = { ...account, host, port: server.port, isSecure: begins === 'at once' }
  const mailer = smtpMailer(settings, TIMES)
  onTestFinished(async () => {
    setDefaultCACertificates(before)
    mailer.close()
    await server.close()
  })
  return { server, send: () => mailer.send(message(), new AbortController().signal) }
}

describe('TLS with a certificate that a server made for itself', () => {
  test.each(['at once', 'when asked'] as const)('%s: a mail arrives encrypted where it is trusted', async (begins) => {
    const { server, send } = await overTls(begins)
    await send()
    await send()
    expect(server.taken.map(({ isEncrypted }) => isEncrypted)).toEqual([true, true])
    expect(server.connections()).toBe(1)
  })

  test.each([
    ['that is not trusted', { isTrusted: false }, /certificate of the mail server is not trusted: self-signed/],
    ['of another host', { goodFor: ['10.0.0.1'] }, /certificate of the mail server is not trusted: .*altnames/],
  ])('at once, and %s: no password is sent', async (_, options, words) => {
    const { server, send } = await overTls('at once', options)
    const error = await send().catch((found) => found)
    expect([error.kind, error.message]).toEqual(['set-up', expect.stringMatching(words)])
    expect(server.taken).toEqual([])
  })

  test('when asked, and not trusted: no password is sent', async () => {
    const { server, send } = await overTls('when asked', { isTrusted: false })
    const error = await send().catch((found) => found)
    expect([error.kind, error.message]).toEqual(['set-up', expect.stringMatching(/certificate|TLS/)])
    expect(server.taken).toEqual([])
  })

  test('a server on the network that offers no TLS gets no password', async () => {
    const server = await smtpStandIn({ user: 'me', password: 'secretword' })
    onTestFinished(() => server.close())
    const steps: string[] = []
    server.fail((step) => void steps.push(step))
    const settings = { host: NOT_LOCAL, port: server.port, isSecure: false, user: 'me', password: 'secretword' }
    const error = await smtpMailer(settings, TIMES)
      .send(message(), new AbortController().signal)
      .catch((found) => found)
    expect(error.kind).toBe('set-up')
    expect(steps).not.toContain('AUTH')
  })
})

test('the adapter alone knows nodemailer, and at exactly one version', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(dependencies.nodemailer).toMatch(/^\d+\.\d+\.\d+$/)
})
