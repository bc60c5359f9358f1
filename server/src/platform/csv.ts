/**
 * Rows of a file that people open in a spreadsheet (RFC 4180). What somebody typed stays text there: a cell that a spreadsheet
 * would take for a formula begins with an apostrophe.
 */

/** Without it spreadsheets take the file for one of their own country's letters. */
export const CSV_BEGINNING = '\uFEFF'

/** As OWASP lists them, with their full-width likes. */
const FORMULA = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]'
/** Where the semicolon parts cells, quotes do not hold: what follows one, or begins a line, begins a cell there. */
const CELL_START = new RegExp(`(^|[;\\t\\r\\n])([\\s"]*)(?=${FORMULA})`, 'g')

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell ?? ''))).join(',')}\r\n`

const quoted = (text: string) =>
  `"${text
    .replaceAll(CELL_START, "$1'$2")
    .replace(/^[\t\r]/, "'$&")
    .replaceAll('"', '""')}"`
