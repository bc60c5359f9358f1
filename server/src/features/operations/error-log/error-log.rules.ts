/** The stored form of an error: enough to find its cause, and no credentials. Pure. */
import { createHash } from 'node:crypto'

export interface ErrorReport {
  fingerprint: string
  doing: string
  message: string
  place: string | null
  requestId: string | null
}

const MESSAGE_MAX_LENGTH = 500
/** A shorter setting is a word that may stand anywhere. */
const SECRET_MIN_LENGTH = 6

const HIDDEN = '…'
/** Identifiers that are harmless without context, by their format. A UUID names a row, and grants no access. */
const LOOKS_SECRET: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+\S+/gi, `$1 ${HIDDEN}`],
  [/(:\/\/)[^/\s@]+@/g, `$1${HIDDEN}@`],
  [/([?&][^=&\s"']{1,60}=)[^&\s"']+/g, `$1${HIDDEN}`],
  [/("?\b\w{0,20}(?:password|secret|token|api_?key)"?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;})]+)/gi, `$1${HIDDEN}`],
  [/\b(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w-]{32,}/gi, HIDDEN],
]

/** `secrets`: values of settings, which are hidden wherever they stand. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) if (secret.length >= SECRET_MIN_LENGTH) shown = shown.replaceAll(secret, HIDDEN)
  for (const [looks, instead] of LOOKS_SECRET) shown = shown.replace(looks, instead)
  return shown
}

/** `details` and `doing` as they go to the log; the error itself is called `err` or `error` there. */
export function reportOf(details: object, doing: string, secrets: readonly string[]): ErrorReport {
  const { err, error = err, reqId } = details as { err?: unknown; error?: unknown; reqId?: unknown }
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : error === undefined ? doing : String(error)
  const message = withoutSecrets(cause.slice(0, MESSAGE_MAX_LENGTH * 4), secrets)
    // PostgreSQL keeps no text with the first of these in it.
    .replaceAll(/[\0\s]+/g, ' ')
    .slice(0, MESSAGE_MAX_LENGTH)
  const place = error instanceof Error ? placeIn(error.stack ?? '') : null
  const faultless = message.replaceAll(/\d+/g, '#')
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([doing, faultless, place]))
    .digest('hex')
  return { fingerprint, doing, message, place, requestId: typeof reqId === 'string' ? reqId : null }
}

/** The first line of our own in a stack, without the folder of the installation. */
function placeIn(stack: string): string | null {
  const [, path, line] = stack.match(/\/server\/src\/([\w/.-]+):(\d+):\d+/) ?? []
  return path && line ? `${path}:${line}` : null
}
