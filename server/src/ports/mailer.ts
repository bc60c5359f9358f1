/** Hands one mail to a mail server. */

/** A name and an address, as in a header. */
export interface Mailbox {
  name: string | null
  address: string
}

export interface Message {
  /** With its angle brackets. Every byte that is sent follows from these fields: the same message is the same bytes. */
  messageId: string
  /** Epoch milliseconds, for the Date header. */
  date: number
  from: Mailbox
  to: Mailbox
  subject: string
  text: string
  html: string
  /** Stops such mails with one POST (RFC 8058). */
  unsubscribeUrl: string | null
  attachments: readonly { name: string; type: string; content: Uint8Array }[]
}

/**
 * What became of a mail that was not taken.
 * `address`: there is no such address, or it takes no mail. `refused`: this mail is not taken, and will not be.
 * `passing`: not now. `unclear`: it may have been taken. `set-up`: no mail is taken from us as we are set up.
 */
export type MailFailureKind = 'address' | 'refused' | 'passing' | 'unclear' | 'set-up'

export class MailFailure extends Error {
  override name = 'MailFailure'
  readonly kind: MailFailureKind
  constructor(kind: MailFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

export interface Mailer {
  /** Host and port, for administrators. */
  readonly server: string
  /** Returns once the server has taken the mail. Throws `MailFailure` with a sentence for administrators. */
  send(message: Message, signal: AbortSignal): Promise<void>
  /** Ends connections that wait for the next mail. */
  close(): void
}
