/** A world that sends mail, to a mail server on this machine. */
import { type SmtpStandIn, smtpStandIn } from '@tangelo/stand-ins'
import { onTestFinished } from 'vitest'
import { smtpMailer } from '#adapters/mail/smtp.ts'
import { USER_IDS } from './people.ts'
import { type Person, type World, world } from './world.ts'

export interface MailWorld {
  here: World
  server: SmtpStandIn
}

export async function mailWorld(given: Parameters<typeof world>[0] = {}): Promise<MailWorld> {
  const server = await smtpStandIn()
  const smtp = { host: '127.0.0.1', port: server.port, isSecure: false, user: null, password: null }
  const mailer = smtpMailer(smtp, { connectMs: 1_000, answerMs: 1_000, idleMs: 1_000 })
  onTestFinished(async () => {
    mailer.close()
    await server.close()
  })
  const from = { name: 'Citrus Studio', address: 'us@tangelo.example' }
  return { server, here: await world({ publicUrl: 'https://tangelo.example', mail: { mailer, from }, ...given }) }
}

/** These users have an address that is confirmed: `pro@client.example`. */
export async function insertAddresses({ database, clock }: World, ...people: Person[]): Promise<void> {
  const rows = people.map((person) => ({
    user_id: USER_IDS[person],
    address: `${person}@client.example`,
    address_key: `${person}@client.example`,
    confirmed_at: clock.now(),
    secret: `secret-of-${person}`,
    created_at: clock.now(),
  }))
  await database.queries.insertInto('mail_recipients').values(rows).execute()
}

/** The text part of a mail, as it was written. */
export function textOf(bytes: string): string {
  const part =
    /Content-Type: text\/plain[^\r\n]*\r\n(?:Content-Transfer-Encoding: (\S+)\r\n)?\r\n([\s\S]*?)\r\n--/.exec(bytes)
  const [, encoding = '7bit', body = ''] = part ?? []
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const joined = body.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}

/** What comes after the `#` of the link in a mail. */
export const tokenIn = (bytes: string): string => /#([\w-]{43})\b/.exec(textOf(bytes))?.[1] ?? ''
