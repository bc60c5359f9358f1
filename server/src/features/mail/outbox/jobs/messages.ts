/** The message of a mail: its letter with what it names, as it goes to the mail server. */
import type { MailTopic } from '@tangelo/contract/limits'
import type { Encryption } from '#platform/encryption.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import { type Mailbox, MailFailure, type Message } from '#ports/mailer.ts'
import { type LetterFile, SECRET_TEMPLATES, type Template } from '../../letters/letters.rules.ts'
import { asHtml, asText } from '../../letters/rules/blocks.ts'
import { type LetterContent, NOTICES_LISTED_MAX, writeLetter } from '../../letters/rules/write-letter.ts'
import { clientTopicOf, purposeOf, unsubscribePath } from '../outbox.rules.ts'
import type { ClaimedMail } from '../outbox.store.ts'
import type { NoticeRow } from '../store/notices.ts'

export interface MessageParts {
  encryption: Encryption
  blobs: Pick<BlobStorage, 'get'>
  from: Mailbox
  publicUrl: string
}

export function messagesOf({ encryption, blobs, from, publicUrl }: MessageParts) {
  async function contentOf({ template, data, message_id }: ClaimedMail, notices: readonly NoticeRow[]) {
    if (template === 'notices')
      return {
        template,
        notices: notices
          .slice(0, NOTICES_LISTED_MAX)
          .map((row) => ({ template: row.template, data: JSON.parse(row.data) })),
        more: Math.max(0, notices.length - NOTICES_LISTED_MAX),
      } as LetterContent
    const isSecret = SECRET_TEMPLATES.has(template as Template)
    const text = isSecret ? encryption.decrypt(data ?? '', purposeOf(message_id)) : (data ?? '{}')
    return { template, data: JSON.parse(text) } as LetterContent
  }

  async function filesOf(content: LetterContent): Promise<Message['attachments']> {
    const files: LetterFile[] = content.template === 'report' ? [content.data.file] : []
    return Promise.all(
      files.map(async ({ hash, name, type }) => {
        const content = await blobs.get(hash)
        if (content === null) throw new MailFailure('refused', 'The file that it brings was deleted.')
        return { name, type, content }
      }),
    )
  }

  return async function messageOf(mail: ClaimedMail, notices: readonly NoticeRow[]): Promise<Message> {
    const content = await contentOf(mail, notices)
    const ofClients = clientTopicOf(mail.template)
    const topics = ofClients ? [ofClients] : [...new Set(notices.map(({ topic }) => topic as MailTopic))]
    const path = topics.length === 0 ? null : unsubscribePath(mail.recipient.secret, topics)
    const unsubscribeUrl = path && publicUrl + path
    const letter = writeLetter(content, { publicUrl, unsubscribeUrl })
    return {
      messageId: mail.message_id,
      date: mail.created_at,
      from,
      to: { name: mail.name, address: mail.address },
      subject: letter.subject,
      text: asText(letter),
      html: asHtml(letter),
      unsubscribeUrl,
      attachments: await filesOf(content),
    }
  }
}
