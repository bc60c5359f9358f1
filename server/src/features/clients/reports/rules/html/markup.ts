/** HTML from templates: every value is escaped unless it is markup of ours. */

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | null | false | undefined | Markup | readonly Value[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Control characters have no place in a document, and U+0000 none in HTML at all. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu

const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(CONTROLS, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (value === null || value === undefined || value === false) return ''
  return escapeText(String(value))
}

export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.reduce((text, part, at) => text + textOf(values[at - 1]) + part))

/** Text of users: its direction is its own, and ends with it. */
export const own = (text: string): Markup => html`<bdi>${text}</bdi>`

/** A place in percent, with as many digits as a screen shows. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`
/** A coordinate. */
export const place = (value: number): string => String(Number(value.toFixed(1)))
