/** A mail server that fails, at any step and in any way: what kind of failure that is, and that the next mail arrives. */
import { createServer } from 'node:net'
import type { SmtpFault, SmtpStep } from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MailFailure } from '#ports/mailer.ts'
import { mailServer, message, TIMES } from '#testing/mail-server.ts'
import { smtpMailer } from './smtp.ts'

const HOUR_MS = 3_600_000

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
    // Servers that wait with these until they know the recipient.
    ['504 5.5.2 <us@localhost>: Sender address rejected: need fully-qualified address', 'set-up'],
    ['550 5.1.8 <us@tangelo.example>: Domain not found', 'set-up'],
    ['550 5.1.0 <us@tangelo.example>: Sender address rejected: User unknown', 'set-up'],
    ['504 5.5.2 <node>: Helo command rejected: need fully-qualified hostname', 'set-up'],
    ['550 Sender verify failed', 'set-up'],
    ['450 4.1.8 <us@tangelo.example>: Sender address rejected: Domain not found', 'passing'],
    ['550 5.1.1 <sender@client.example>: Recipient address rejected: User unknown', 'address'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable', 'address'],
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

  test('by repeating the password in its answer: it is not passed on', async () => {
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
    // Of the two that could end it, only the abort comes in time.
    const { server, mailer } = await mailServer({}, { connectMs: HOUR_MS, answerMs: HOUR_MS, idleMs: HOUR_MS })
    const ending = new AbortController()
    server.fail((at) => {
      if (at === 'MAIL') setTimeout(() => ending.abort())
      return at === 'MAIL' ? 'hang' : undefined
    })
    const error = await mailer.send(message(), ending.signal).catch((found) => found)
    expect(error.kind).toBe('passing')
  })
})
