/**
 * A mail server that keeps what it takes, and fails where a test wants it to: before the greeting, at EHLO, AUTH, MAIL, RCPT
 * (for single addresses too) and DATA, after the mail without an answer, and after taking it. RFC 5321, as far as a sender
 * uses it; TLS from the first byte or by STARTTLS (RFC 3207), with a certificate that it is given.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { OwnCertificate } from './own-certificate.ts'
import { LATER, NEVER, type SmtpStep } from './smtp-replies.ts'

/**
 * What happens instead of yes. `hang`: no answer, ever. `drop`: hangs up. `later`: 4xx. `never`: 5xx. At `mail`, the end of
 * the mail itself, `hang` and `drop` come before it is kept; `keep-and-drop` and `keep-and-hang` after.
 */
export type SmtpFault = 'hang' | 'drop' | 'later' | 'never' | 'keep-and-drop' | 'keep-and-hang'

export interface TakenMail {
  from: string
  to: string
  /** Without the transparency of dots, lines end in CRLF. */
  bytes: string
  messageId: string
  /** Whether it came over TLS. */
  isEncrypted: boolean
}

export interface SmtpStandIn {
  port: number
  url: string
  /** What was taken, in order, with what was taken twice. */
  taken: TakenMail[]
  /** Connections so far. */
  connections(): number
  /** Asked at every step of every mail; undefined for yes. */
  fail(how: (step: SmtpStep, about: { to: string; messageId: string }) => SmtpFault | undefined): void
  /** These addresses are refused: 5xx, 4xx. */
  refuse(address: string, reply: string): void
  close(): Promise<void>
}

export async function smtpStandIn({
  port = 0,
  user = null,
  password = null,
  tls = null,
}: {
  port?: number
  user?: string | null
  password?: string | null
  tls?: (OwnCertificate & { begins: 'at once' | 'when asked' }) | null
} = {}): Promise<SmtpStandIn> {
  const taken: TakenMail[] = []
  const refused = new Map<string, string>()
  const sockets = new Set<Socket>()
  let connections = 0
  let faultAt: Parameters<SmtpStandIn['fail']>[0] = () => undefined

  function serve(socket: Socket): void {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (converse(socket)('greeting')) socket.write('220 stand-in ESMTP\r\n')
  }

  /** Answers what comes; gives back what says whether a step passes. */
  function converse(socket: Socket) {
    const isEncrypted = socket instanceof TLSSocket
    socket.on('error', () => {})
    socket.setEncoding('latin1')
    const reply = (line: string) => void socket.write(`${line}\r\n`)
    let from = ''
    let to = ''
    let body: string[] | null = null
    let isSignedIn = user === null
    let pending = ''

    /** False where the step went wrong as a test wants it. */
    function passes(step: SmtpStep, messageId = ''): boolean {
      const fault = faultAt(step, { to, messageId })
      if (fault === undefined) return true
      if (fault === 'drop' || fault === 'keep-and-drop') socket.destroy()
      if (fault === 'later') reply(LATER[step])
      if (fault === 'never') reply(NEVER[step])
      return false
    }

    function takeMail(lines: readonly string[]): void {
      const bytes = lines.map((line) => `${line.startsWith('.') ? line.slice(1) : line}\r\n`).join('')
      const messageId = /^message-id:\s*(<[^>]+>)/im.exec(bytes)?.[1] ?? ''
      const fault = faultAt('mail', { to, messageId })
      const isTaken = fault === undefined || fault.startsWith('keep')
      if (isTaken) taken.push({ from, to, bytes, messageId, isEncrypted })
      if (fault === undefined) reply('250 2.0.0 Taken')
      else if (fault === 'later') reply(LATER.mail)
      else if (fault === 'never') reply(NEVER.mail)
      else if (fault.endsWith('drop')) socket.destroy()
    }

    function signIn(argument: string): void {
      if (!passes('AUTH')) return
      const [method, given = ''] = argument.split(' ')
      const [, name, word] = Buffer.from(given, 'base64').toString('utf8').split('\0')
      isSignedIn = method === 'PLAIN' && name === user && word === password
      reply(isSignedIn ? '235 2.7.0 Welcome' : NEVER.AUTH)
    }

    const canStartTls = tls?.begins === 'when asked' && !isEncrypted
    const offers = canStartTls ? ['250-STARTTLS'] : []

    function startTls(): void {
      if (!tls || !canStartTls) {
        reply('502 5.5.1 Not known')
        return
      }
      reply('220 2.0.0 Go ahead')
      socket.removeAllListeners('data')
      converse(new TLSSocket(socket, { isServer: true, key: tls.key, cert: tls.cert }))
    }

    function isRecipientFine(address: string): boolean {
      to = address
      const refusal = refused.get(address)
      if (refusal !== undefined) reply(refusal)
      return refusal === undefined && passes('RCPT')
    }

    function obey(line: string): void {
      const [verb = '', ...rest] = line.split(' ')
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      switch (verb.toUpperCase()) {
        case 'EHLO':
        case 'HELO':
          if (passes('EHLO'))
            reply(['250-stand-in', ...(user === null ? [] : ['250-AUTH PLAIN']), ...offers, '250 HELP'].join('\r\n'))
          break
        case 'STARTTLS':
          startTls()
          break
        case 'AUTH':
          signIn(rest.join(' '))
          break
        case 'MAIL':
          from = address
          if (!isSignedIn) reply('530 5.7.0 Authentication required')
          else if (passes('MAIL')) reply('250 2.1.0 Fine')
          break
        case 'RCPT':
          if (isRecipientFine(address)) reply('250 2.1.5 Fine')
          break
        case 'DATA':
          if (!passes('DATA')) break
          body = []
          reply('354 Go on')
          break
        case 'RSET':
        case 'NOOP':
          reply('250 2.0.0 Fine')
          break
        case 'QUIT':
          socket.end('221 2.0.0 Bye\r\n')
          break
        default:
          reply('502 5.5.1 Not known')
      }
    }

    socket.on('data', (chunk: string) => {
      pending += chunk
      const lines = pending.split('\r\n')
      pending = lines.pop() ?? ''
      for (const line of lines) {
        if (body === null) obey(line)
        else if (line === '.') {
          const whole = body
          body = null
          takeMail(whole)
        } else body.push(line)
      }
    })
    return passes
  }

  const isTls = tls?.begins === 'at once'
  const server: Server = isTls ? createTlsServer({ key: tls.key, cert: tls.cert }, serve) : createServer(serve)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const boundPort = typeof address === 'object' && address ? address.port : port
  const credentials = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  return {
    port: boundPort,
    url: `${isTls ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${boundPort}`,
    taken,
    connections: () => connections,
    fail: (how) => {
      faultAt = how
    },
    refuse: (to, reply) => void refused.set(to, reply),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
