/** What both sides show or enforce of mail. No zod here: the screen may import it at run time. */

/** Kinds of mail that a user may stop. Mails that a user has asked for are of none. */
export const MAIL_TOPICS = ['alerts', 'approvals', 'weekly-digest'] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]
/** Kinds of mail to clients, who have no account: each may be stopped by itself. */
export const CLIENT_MAIL_TOPICS = ['report', 'approval'] as const
export type ClientMailTopic = (typeof CLIENT_MAIL_TOPICS)[number]
/** RFC 5321. */
export const MAIL_ADDRESS_MAX_LENGTH = 254
/** As people have them: no quotes, no comment, nothing that could end a header. */
export const MAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]{0,200}[\p{L}\p{N}])?$/u
/** How a recipient's address is. `none`: there is no address. */
export const MAIL_STATES = ['none', 'unconfirmed', 'confirmed', 'bounced'] as const
export type MailState = (typeof MAIL_STATES)[number]
/** How long a link in a mail that sets a password is good. */
export const PASSWORD_LINK_MINUTES = 60
/** How long a link that confirms an address is good. */
export const ADDRESS_LINK_HOURS = 48
/** Notifications of so many minutes are one mail. */
export const NOTICES_TOGETHER_MINUTES = 15
