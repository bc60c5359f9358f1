/** For tests of links that set a password: asking for one, the token in its mail, and using it. */
import { type MailWorld, tokenIn } from './mail-world.ts'
import type { World } from './world.ts'

export const NEW = 'plum jam, two jars'

export const request = ({ ask }: World, username: string) =>
  ask('stranger', 'POST', '/api/auth/password-reset', { username })
export const complete = ({ ask }: World, token: string, newPassword = NEW) =>
  ask('stranger', 'POST', '/api/auth/password-reset/complete', { token, newPassword })

export async function receiveToken({ here, server }: MailWorld): Promise<string> {
  await here.sendMail()
  return tokenIn(server.taken.at(-1)?.bytes ?? '')
}
