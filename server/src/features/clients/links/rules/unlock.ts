/**
 * The cookie of an unlocked link: a moment and a signature over it, whose key is the link's token and the hash of its password. Of
 * the two only one is stored, and another password makes every earlier cookie worthless. Pure.
 */
import { createHmac } from 'node:crypto'
import { LINK_UNLOCK_HOURS } from '@tangelo/contract/limits'
import { sameSecret } from '#platform/secrets.ts'

const NAME = 'tangelo_link'
const UNLOCK_SECONDS = LINK_UNLOCK_HOURS * 3_600

interface Secrets {
  token: string
  passwordHash: string
}

const signUnlock = (until: number, { token, passwordHash }: Secrets): string =>
  createHmac('sha256', `${token}\n${passwordHash}`).update(`unlocked until ${until}`).digest('base64url')

/** `Set-Cookie` for each path: the page of the link, and where its decisions go. */
export function unlockCookies(secrets: Secrets, now: number, isSecure: boolean): string[] {
  const until = now + UNLOCK_SECONDS * 1000
  const rest = `; Max-Age=${UNLOCK_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return ['/s', '/api/s'].map(
    (root) => `${NAME}=${until}.${signUnlock(until, secrets)}; Path=${root}/${secrets.token}${rest}`,
  )
}

/** Whether a `Cookie` header holds the signature of this link and this password, and its time is not over. */
export function isUnlocked(header: string | undefined, secrets: Secrets, now: number): boolean {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [name, value = ''] = pair.trim().split('=', 2)
    return name === NAME ? [value] : []
  })
  return values.some((value) => {
    const [until = '', signature = ''] = value.split('.', 2)
    return /^\d{1,16}$/.test(until) && Number(until) > now && sameSecret(signature, signUnlock(Number(until), secrets))
  })
}
