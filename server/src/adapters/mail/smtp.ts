/**
 * Sends over SMTP. One try is one mail on one connection; a connection that has taken a mail waits a little for the next one.
 * Nothing is repeated here: whether a mail is tried again is decided where its state is stored.
 */
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Mailer, MailFailure, type Message } from '#ports/mailer.ts'
import { smtpFailure } from './smtp-failure.ts'
import { messageBytes } from './smtp-message.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`); otherwise by STARTTLS where the server offers it. */
  isSecure: boolean
  user: string | null
  password: string | null
}

export interface SmtpTimes {
  connectMs: number
  /** Of one answer. */
  answerMs: number
  /** How long a connection waits for another mail. */
  idleMs: number
}

const USUAL_TIMES: SmtpTimes = { connectMs: 10_000, answerMs: 30_000, idleMs: 5_000 }

/** On this machine nothing can listen in between, and certificates are seldom for its name. */
const isLocal = (host: string): boolean =>
  host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.')) || host === '::1'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export function smtpMailer(settings: SmtpSettings, times: SmtpTimes = USUAL_TIMES): Mailer {
  const { host, port, isSecure, user, password } = settings
  // Some servers repeat the command that they did not understand.
  const secrets = password === null ? [] : [password, base64(password), base64(`\0${user ?? ''}\0${password}`)]
  /** Each with the timer that ends it. */
  const idle = new Map<SMTPConnection, NodeJS.Timeout>()

  const options = {
    host,
    port,
    secure: isSecure,
    // A password never crosses a network in the clear.
    requireTLS: user !== null && !isLocal(host),
    ignoreTLS: isLocal(host),
    connectionTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    socketTimeout: times.answerMs,
  }

  const failureOf = (error: unknown, mayBeTaken: boolean): MailFailure =>
    error instanceof Error ? smtpFailure(error, { mayBeTaken, secrets }) : new MailFailure('passing', String(error))

  function forget(connection: SMTPConnection): void {
    clearTimeout(idle.get(connection))
    idle.delete(connection)
  }

  function takeConnection(signal: AbortSignal): Promise<SMTPConnection> {
    const [waiting] = idle.keys()
    if (waiting) {
      forget(waiting)
      return Promise.resolve(waiting)
    }
    const connection = new SMTPConnection(options)
    return new Promise<SMTPConnection>((resolve, reject) => {
      const abort = () => connection.close()
      const fail = (error: unknown) => {
        // First of all: closing ends the connection, which fails as well.
        reject(failureOf(error, false))
        leave()
        connection.close()
      }
      // Closed by the server, or by an abort.
      const failAsClosed = () => fail(Object.assign(new Error('closed'), { code: 'ECONNECTION' }))
      const leave = () => {
        signal.removeEventListener('abort', abort)
        connection.removeListener('error', fail)
        connection.removeListener('end', failAsClosed)
      }
      // One that nothing waits for must not end the process.
      connection.on('error', () => forget(connection))
      connection.on('end', () => forget(connection))
      connection.once('error', fail)
      connection.once('end', failAsClosed)
      signal.addEventListener('abort', abort, { once: true })
      const enter = (refused?: unknown) => {
        if (refused) {
          fail(refused)
          return
        }
        leave()
        resolve(connection)
      }
      connection.connect((error) => {
        if (error || user === null) enter(error)
        else connection.login({ credentials: { user, pass: password ?? '' } }, enter)
      })
    })
  }

  function keep(connection: SMTPConnection): void {
    const leave = () => {
      forget(connection)
      connection.quit()
    }
    idle.set(connection, setTimeout(leave, times.idleMs).unref())
  }

  function sendOn(connection: SMTPConnection, message: Message, bytes: Buffer, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let hasGoneOut = false
      // Read only once the server has said that it takes the mail.
      const stream = new Readable({
        read() {
          hasGoneOut = true
          this.push(bytes)
          this.push(null)
        },
      })
      const abort = () => connection.close()
      const settle = (error: unknown) => {
        signal.removeEventListener('abort', abort)
        connection.removeListener('error', settle)
        connection.removeListener('end', settleAsClosed)
        if (error) {
          connection.close()
          reject(failureOf(error, hasGoneOut))
        } else resolve()
      }
      const settleAsClosed = () => settle(Object.assign(new Error('closed'), { code: 'ECONNECTION' }))
      signal.addEventListener('abort', abort, { once: true })
      connection.once('error', settle)
      connection.once('end', settleAsClosed)
      connection.send({ from: message.from.address, to: [message.to.address] }, stream, settle)
    })
  }

  return {
    server: `${host}:${port}`,

    async send(message, signal) {
      const bytes = await messageBytes(message)
      signal.throwIfAborted()
      const connection = await takeConnection(signal)
      await sendOn(connection, message, bytes, signal)
      keep(connection)
    },

    close() {
      for (const connection of [...idle.keys()]) {
        forget(connection)
        connection.quit()
      }
    },
  }
}
