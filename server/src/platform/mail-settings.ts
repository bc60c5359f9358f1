/** What `SMTP_URL` and `MAIL_FROM` say. A wrong one switches mail off with a reason, and stops nothing else. */
import { MAIL_ADDRESS } from '@tangelo/contract/limits'
import type { Settings } from './settings.ts'

export interface MailSettings {
  smtp: { host: string; port: number; isSecure: boolean; user: string | null; password: string | null }
  from: { name: string | null; address: string }
}

/** `problem`: why mail is off, in a sentence for administrators; null for both where nothing is set. */
export interface MailConfig {
  settings: MailSettings | null
  problem: string | null
}

const SMTP_EXAMPLE = 'smtps://user:password@smtp.example.org'
const FROM_EXAMPLE = 'Citrus Studio <reports@example.org>'
/** Submission, with TLS from the first byte, and without. */
const SECURE_PORT = 465
const PLAIN_PORT = 587

function smtpIn(text: string): MailSettings['smtp'] | null {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return null
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return null
  const isSecure = url.protocol === 'smtps:'
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (isSecure ? SECURE_PORT : PLAIN_PORT) : Number(url.port),
      isSecure,
      user: url.username === '' ? null : decodeURIComponent(url.username),
      password: url.password === '' ? null : decodeURIComponent(url.password),
    }
  } catch {
    return null
  }
}

function mailboxIn(text: string): MailSettings['from'] | null {
  const [, name = '', address = ''] = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]+)>)\s*$/.exec(text) ?? [null, '', text.trim()]
  if (!MAIL_ADDRESS.test(address) || /[\p{Cc}]/u.test(name)) return null
  return { name: name.trim() || null, address }
}

export function mailIn({
  SMTP_URL,
  MAIL_FROM,
  PUBLIC_URL,
}: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>): MailConfig {
  if (SMTP_URL === undefined && MAIL_FROM === undefined) return { settings: null, problem: null }
  const off = (problem: string): MailConfig => ({ settings: null, problem })
  if (SMTP_URL === undefined) return off(`MAIL_FROM is set, but SMTP_URL is not: set it, as in ${SMTP_EXAMPLE}.`)
  if (MAIL_FROM === undefined) return off(`SMTP_URL is set, but MAIL_FROM is not: set it, as in ${FROM_EXAMPLE}.`)
  const smtp = smtpIn(SMTP_URL)
  if (!smtp) return off(`SMTP_URL is not understood: it must be an address like ${SMTP_EXAMPLE}.`)
  const from = mailboxIn(MAIL_FROM)
  if (!from) return off(`MAIL_FROM is not understood: it must be an address like ${FROM_EXAMPLE}.`)
  if (PUBLIC_URL === undefined)
    return off('PUBLIC_URL is not set: the links in mails need the address under which people reach this server.')
  return { settings: { smtp, from }, problem: null }
}

/** What must stand in no log: the password, plainly, as in the address, and as it goes to the server. */
export function mailSecretsIn({ settings }: MailConfig): string[] {
  const { user, password } = settings?.smtp ?? {}
  if (!password) return []
  const sent = [password, `\0${user ?? ''}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  return [password, encodeURIComponent(password), ...sent]
}
