/**
 * Rows of a file for spreadsheets (RFC 4180). User input stays text there: a cell that a spreadsheet would take for a
 * formula begins with an apostrophe. One that begins so already gets another: `withoutMarks` gives back what was written.
 */

/** Without it spreadsheets take the file for one in their own country's letters. */
export const CSV_BEGINNING = '\uFEFF'

/** As OWASP lists them, with their full-width likes. */
const FORMULA = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
const BLANK = '(?:[^\\S\\t\\r\\n]|")*'
/** After the apostrophes that stand before it. */
const BEGINNING = `'*(?:[\\t\\r]|${BLANK}${FORMULA})`
const INNER_BEGINNING = `'*${BLANK}${FORMULA}`
const BEGINS_CELL = new RegExp(`^(?=${BEGINNING})`)
/** A spreadsheet that parts cells elsewhere, by semicolon or tab, sees no quotes round this one. */
const BEGINS_INNER_CELL = new RegExp(`([;\\t\\r\\n])(?=${INNER_BEGINNING})`, 'g')
const MARK = new RegExp(`^'(?=${BEGINNING})`)
const INNER_MARK = new RegExp(`([;\\t\\r\\n])'(?=${INNER_BEGINNING})`, 'g')

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoteCell(cell ?? ''))).join(',')}\r\n`

const quoteCell = (text: string) =>
  `"${text.replaceAll(BEGINS_INNER_CELL, "$1'").replace(BEGINS_CELL, "'").replaceAll('"', '""')}"`

/** The text of a cell that `csvLine` wrote, without the apostrophes that it added. */
export const withoutMarks = (cell: string): string =>
  cell.includes("'") ? cell.replace(MARK, '').replaceAll(INNER_MARK, '$1') : cell
