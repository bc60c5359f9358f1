/** What a mail may say: one template for each, with the data that it needs. Texts are plain; no template takes HTML. */
import type { MailTopic } from '@tangelo/contract/limits'

/** A page of ours: a path from `PUBLIC_URL`, and the words on its button. */
export interface PageLink {
  path: string
  label: string
}

/** Something that happened, for users who want to know of this topic. */
export interface Notice {
  topic: MailTopic
  /** One line: the subject, where the mail holds no other notice. */
  title: string
  /** Paragraphs. */
  lines: readonly string[]
  link?: PageLink | null
}

/** A longer one, in sections. */
export interface Digest {
  topic: MailTopic
  title: string
  lines: readonly string[]
  sections: readonly { heading: string; lines: readonly string[]; link?: PageLink | null }[]
  link?: PageLink | null
}

/** A file in blob storage. */
export interface LetterFile {
  hash: string
  name: string
  type: string
}

/** A post that its person publishes by hand. Texts as they are copied; media as paths from `PUBLIC_URL`. */
export interface DuePublication {
  publicationId: string
  account: string
  caption: string
  taggedUsers: readonly string[]
  collaborators: readonly string[]
  location: string | null
  firstComment: string
  altTexts: readonly string[]
  media: readonly string[]
}

/** What every template needs. */
export interface LetterData {
  notice: Notice
  digest: Digest
  'confirm-address': { username: string; token: string }
  'password-reset': { username: string; token: string }
  invitation: { username: string; by: string; token: string }
  'password-changed': { username: string }
  report: { title: string; companyName: string; period: string; file: LetterFile }
  approval: {
    companyName: string
    message: string | null
    posts: number
    /** The day and the zone after which the link opens nothing. */
    until: string
    hasPassword: boolean
    token: string
  }
  'publication-due': DuePublication
  test: { by: string }
}
export type Template = keyof LetterData

/** Templates that become part of one mail with others (docs/decisions/0047). */
export type NoticeTemplate = 'notice' | 'digest'

/** These hold a link that opens something: encrypted in the store, and gone once the mail is sent. */
export const SECRET_TEMPLATES: ReadonlySet<Template> = new Set([
  'confirm-address',
  'password-reset',
  'invitation',
  'approval',
])

/** These go to an address that its owner has not confirmed: using the link in them is the confirmation. */
export const UNCONFIRMED_TEMPLATES: ReadonlySet<Template> = new Set(['confirm-address', 'invitation'])
