/** What a mail server says to one sender: RFC 5321 as far as a sender uses it, and what a test wants in place of yes. */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
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

/** Asked at every step of every mail; undefined for yes. */
export type FaultAt = (step: SmtpStep, about: { to: string; messageId: string }) => SmtpFault | undefined

export interface SmtpAccess {
  user: string | null
  password: string | null
  tls: (OwnCertificate & { begins: 'at once' | 'when asked' }) | null
}

export interface SmtpRules extends SmtpAccess {
  taken: TakenMail[]
  /** Addresses that are refused, with the reply. */
  refused: ReadonlyMap<string, string>
  faultAt: FaultAt
}

/** Answers what comes; gives back what says whether a step passes. */
export function converse(socket: Socket, rules: SmtpRules) {
  const { user, password, tls, taken, refused } = rules
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
    const fault = rules.faultAt(step, { to, messageId })
    if (fault === undefined) return true
    if (fault === 'drop' || fault === 'keep-and-drop') socket.destroy()
    if (fault === 'later') reply(LATER[step])
    if (fault === 'never') reply(NEVER[step])
    return false
  }

  function takeMail(lines: readonly string[]): void {
    const bytes = lines.map((line) => `${line.startsWith('.') ? line.slice(1) : line}\r\n`).join('')
    const messageId = /^message-id:\s*(<[^>]+>)/im.exec(bytes)?.[1] ?? ''
    const fault = rules.faultAt('mail', { to, messageId })
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
    converse(new TLSSocket(socket, { isServer: true, key: tls.key, cert: tls.cert }), rules)
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
