/** Mail over TLS: no password is sent to a server that is not trusted. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ownCertificate, smtpStandIn } from '@tangelo/stand-ins'
import { describe, expect, onTestFinished, test } from 'vitest'
import { message, TIMES } from '#testing/mail-server.ts'
import { smtpMailer } from './smtp.ts'

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
