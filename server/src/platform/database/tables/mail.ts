/** Mail: to whom, what waits to be sent, and what waits to be sent together. */
import type { Generated } from 'kysely'

export interface MailTables {
  /** A user's address, or one outside: a client's, to whom a report goes. */
  mail_recipients: {
    id: Generated<number>
    user_id: number | null
    address: string
    /** Lower case. */
    address_key: string
    /** Null until the link that was sent there is used. */
    confirmed_at: number | null
    /** The mail server said that there is no such address: nothing is sent there until a user tries again. */
    bounced_at: number | null
    bounce: string | null
    /** JSON array: the topics that are not sent. */
    stopped: Generated<string>
    /** Minutes after midnight on the user's clocks: in between notices wait. Both null without quiet hours. */
    quiet_from: number | null
    quiet_until: number | null
    /** IANA name; null for the company's. */
    time_zone: string | null
    /** Stops mails without a session (RFC 8058), and can do nothing else. */
    secret: string
    created_at: number
  }
  /** The outbox: one row for each mail. */
  mails: {
    id: Generated<number>
    /** Of every try. */
    message_id: string
    recipient_id: number
    /** Where it goes, also when the recipient changes meanwhile: every try is the same mail. */
    address: string
    name: string | null
    /** One mail for each and recipient. */
    cause: string
    template: string
    /** JSON of what the template says; encrypted where it holds a secret; null once it is sent. */
    data: string | null
    created_at: number
    /** A failure after this moment is final. */
    expires_at: number
    state: 'waiting' | 'sent' | 'failed' | 'dropped'
    due_at: number
    tries: Generated<number>
    /** Of the process that sends it now. Another one takes it over once it has seen it stand still for long enough. */
    lease: string | null
    problem: string | null
    tried_at: number | null
    sent_at: number | null
  }
  /** Notifications: those of a quarter of an hour become one mail. */
  mail_notices: {
    id: Generated<number>
    recipient_id: number
    cause: string
    topic: string
    template: string
    data: string
    created_at: number
    /** The mail that it became part of. */
    mail_id: number | null
    /** 1 while it waits for others, or for the end of quiet hours. */
    is_held: Generated<0 | 1>
  }
  /** Which companies mail an address outside: it is forgotten with the last of them. */
  mail_recipient_companies: {
    company_id: number
    recipient_id: number
  }
  /** Links that confirm an address, for an hour: they outlive the address, so that removing it does not allow more of them. */
  address_links: {
    token_hash: string
    user_id: number
    /** SHA-256 of the address in lower case, hex. */
    address_hash: string
    sent_at: number
  }
  address_confirmations: {
    /** SHA-256 of the token, hex. */
    token_hash: string
    recipient_id: number
    address_key: string
    created_at: number
  }
}
