/** Our mailer with a mail server on this machine, and a mail that tests change as they need it. */
import { smtpStandIn } from '@tangelo/stand-ins'
import { onTestFinished } from 'vitest'
import { smtpMailer } from '#adapters/mail/smtp.ts'
import type { MailFailure, Message } from '#ports/mailer.ts'

export const TIMES = { connectMs: 1_000, answerMs: 1_000, idleMs: 200 }

export const message = (changes: Partial<Message> = {}): Message => ({
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

export async function mailServer(given: Parameters<typeof smtpStandIn>[0] = {}, times = TIMES) {
  const server = await smtpStandIn(given)
  const mailer = smtpMailer(
    {
      host: '127.0.0.1',
      port: server.port,
      isSecure: false,
      user: given.user ?? null,
      password: given.password ?? null,
    },
    times,
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
