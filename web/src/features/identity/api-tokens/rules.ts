/** Pure decisions on API tokens and on calls that are tried out. */

/** spec §2: ids are shown truncated to 8 characters. */
export const shortId = (id: string): string => id.slice(0, 8)

/** Identifies a token without revealing it. */
export const maskToken = ({ prefix, lastFour }: { readonly prefix: string; readonly lastFour: string }): string =>
  `${prefix}…${lastFour}`

/** What its owner calls it, else its first and last characters. */
export const tokenName = (token: {
  readonly name: string | null
  readonly prefix: string
  readonly lastFour: string
}) => token.name ?? maskToken(token)

/** What of an answer's headers a program acts on, in this order. */
const HEADERS_SHOWN = ['ETag', 'Link', 'X-Total-Count', 'RateLimit-Remaining', 'Retry-After'] as const

export function pickShownHeaders(headers: Headers): { name: string; value: string }[] {
  return HEADERS_SHOWN.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [{ name, value }]
  })
}

/** A page that holds more text than this in one block scrolls no longer smoothly. */
export const BODY_SHOWN_MAX = 20_000

/** JSON with one field to a line, anything else as it came; cut off where it is very long. */
export function readableBody(text: string): { text: string; isCut: boolean } {
  const whole = indentJson(text)
  return { text: whole.slice(0, BODY_SHOWN_MAX), isCut: whole.length > BODY_SHOWN_MAX }
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
