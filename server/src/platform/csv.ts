/**
 * Rows of a file for spreadsheets (RFC 4180). User input stays text there: a cell that a spreadsheet would take for a
 * formula begins with an apostrophe.
 */

/** Without it spreadsheets take the file for one in their own country's letters. */
export const CSV_BEGINNING = '\uFEFF'

/** As OWASP lists them, with their full-width likes. */
const FORMULA = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
const BLANK = '(?:[^\\S\\t\\r\\n]|")*'
const BEGINS_CELL = new RegExp(`^(?=[\\t\\r]|${BLANK}${FORMULA})`)
/** A spreadsheet that parts cells elsewhere, by semicolon or tab, sees no quotes round this one. */
const BEGINS_INNER_CELL = new RegExp(`([;\\t\\r\\n])(?=${BLANK}${FORMULA})`, 'g')

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell ?? ''))).join(',')}\r\n`

const quoted = (text: string) =>
  `"${text.replaceAll(BEGINS_INNER_CELL, "$1'").replace(BEGINS_CELL, "'").replaceAll('"', '""')}"`
