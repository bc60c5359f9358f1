/** What an SMTP server meant by not taking a mail (RFC 5321, RFC 3463), in a sentence for administrators. */
import { MailFailure, type MailFailureKind } from '#ports/mailer.ts'

/** As nodemailer reports one. */
interface SmtpError {
  message: string
  code?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  command?: string | undefined
  timeoutType?: string | undefined
}

const WORDS_LENGTH = 200

/** The server's own words on one line, without the password. */
function serverWords({ response = '' }: SmtpError, secrets: readonly string[]): string {
  let words = response.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  for (const secret of secrets) if (secret !== '') words = words.replaceAll(secret, '…')
  return words.length > WORDS_LENGTH ? `${words.slice(0, WORDS_LENGTH)}…` : words
}

/** A policy of the server (5.7), a full mailbox (5.2.2), a mail that is too large (5.2.3): the address itself is good. */
const NOT_ABOUT_THE_ADDRESS = /\b5\.(7|3|2\.2|2\.3)\b/
/** Of servers that give no such code: what is about a mailbox, unless the words are about us. */
const MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553])
const ENHANCED = /^\d{3}[ -]\d\.\d/
const ABOUT_US = /relay|authenti|sign.?in|log.?in|block|black|spam|policy|prohibit|reputation|starttls/i

/** Addresses may hold any word. */
const ADDRESSES = /\S+@\S+/g
const SENDER = /\b(sender|helo|ehlo)\b/i
/** The sender's address (5.1.7, 5.1.8) or a command (5.5); 5.5.0 is what Outlook.com says of every unknown mailbox. */
const ABOUT_THE_SENDER = /(^\d{3}[ -]|#)[45]\.(1\.[78]|5\.[1-9])\b/

/** Postfix and others refuse us only once they know the recipient. */
const isAboutTheSender = (response: string): boolean =>
  ABOUT_THE_SENDER.test(response) || SENDER.test(response.replaceAll(ADDRESSES, ''))

const isAboutTheAddress = (code: number, response: string): boolean =>
  ENHANCED.test(response)
    ? !NOT_ABOUT_THE_ADDRESS.test(response)
    : MAILBOX_CODES.has(code) && !NOT_ABOUT_THE_ADDRESS.test(response) && !ABOUT_US.test(response)

function refusal(error: SmtpError, words: string): [MailFailureKind, string] {
  const { command = '', responseCode = 0, response = '' } = error
  const isFinal = responseCode >= 500
  const isOfSender = command === 'MAIL FROM' || (command === 'RCPT TO' && isAboutTheSender(response))
  if (isOfSender) return [isFinal ? 'set-up' : 'passing', `The mail server refuses the sender: ${words}`]
  if (command === 'RCPT TO') {
    const kind = isAboutTheAddress(responseCode, response) ? 'address' : 'refused'
    return [isFinal ? kind : 'passing', `The mail server refuses the address: ${words}`]
  }
  if (command.startsWith('AUTH'))
    return [isFinal ? 'set-up' : 'passing', `The mail server refuses the sign-in: ${words}`]
  if (command === 'STARTTLS') return ['set-up', `The mail server refuses encryption: ${words}`]
  if (command === 'DATA') return [isFinal ? 'refused' : 'passing', `The mail server refuses the mail: ${words}`]
  return [isFinal ? 'set-up' : 'passing', `The mail server refuses the connection: ${words}`]
}

function silence({ code, command, message, timeoutType }: SmtpError): [MailFailureKind, string] {
  switch (code) {
    case 'EDNS':
      return ['set-up', 'The host of SMTP_URL is not known: check its name.']
    case 'ETLS':
      return ['set-up', `The mail server does not speak TLS as it must: ${message}.`]
    case 'EAUTH':
      return ['set-up', 'The mail server does not take a user name and a password this way.']
    case 'ETIMEDOUT':
      return timeoutType === 'CONNECT_TIMEOUT'
        ? ['passing', 'The mail server could not be reached within the time.']
        : ['passing', 'The mail server did not answer within the time.']
    case 'ECONNECTION':
      return ['passing', 'The mail server hung up.']
    case 'ESOCKET':
      return /ECONNREFUSED/.test(message)
        ? ['passing', 'The mail server could not be reached: the connection was refused.']
        : /certificate|self.signed|altnames|ssl|tls/i.test(message)
          ? ['set-up', `The certificate of the mail server is not trusted: ${message}.`]
          : ['passing', 'The connection to the mail server broke.']
    case 'EENVELOPE':
      return ['refused', `The mail cannot be addressed: ${message}.`]
    default:
      return ['passing', `The mail server could not be understood at ${command ?? 'the beginning'}.`]
  }
}

/** `mayBeTaken`: the whole mail has gone out, so that a lost answer leaves open whether the server has it. */
export function smtpFailure(
  error: SmtpError,
  { mayBeTaken, secrets }: { mayBeTaken: boolean; secrets: readonly string[] },
): MailFailure {
  if (error.responseCode) return new MailFailure(...refusal(error, serverWords(error, secrets)))
  const [kind, message] = silence(error)
  return mayBeTaken
    ? new MailFailure('unclear', `${message} It may have taken the mail.`)
    : new MailFailure(kind, message)
}
