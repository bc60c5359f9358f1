/** The bytes of a mail. They follow from the message alone: no random boundary, no present time, no version of ours. */
import { hash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailbox, Message } from '#ports/mailer.ts'

/** Control characters would end a header or begin another one; what shows direction or nothing could hide a text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu
const oneLine = (text: string): string => text.replace(UNPRINTABLE, ' ').trim()

const mailbox = ({ name, address }: Mailbox) => ({ name: oneLine(name ?? ''), address: oneLine(address) })

export function messageBytes(message: Message): Promise<Buffer> {
  const { messageId, date, from, to, subject, text, html, unsubscribeUrl, attachments } = message
  const composer = new MailComposer({
    messageId,
    date: new Date(date),
    from: mailbox(from),
    to: mailbox(to),
    subject: oneLine(subject),
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== null && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: attachments.map(({ name, type, content }) => ({
      filename: oneLine(name),
      contentType: type,
      content: Buffer.from(content),
    })),
    baseBoundary: hash('sha256', messageId, 'hex').slice(0, 32),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}
