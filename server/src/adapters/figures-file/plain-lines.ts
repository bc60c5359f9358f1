/**
 * Rows of a table for as long as it has no quotes: there a row is a line, and splitting it takes a quarter of the time that
 * the parser does. From the first chunk with a quote, or with a line break of its own kind, everything goes to the parser.
 */
const QUOTE = 0x22
const FEED = 0x0a
const RETURN = 0x0d

export function plainLines(delimiter: string) {
  let isPlain = true
  let lines = 0
  /** The beginning of a line whose end has not come yet. */
  let begun = Buffer.alloc(0)

  function add(text: string, addRow: (cells: string[], line: number) => void) {
    for (const line of text.split('\n')) {
      lines += 1
      if (line !== '') addRow(line.split(delimiter), lines)
    }
  }

  return {
    /** Lines taken so far. */
    lines: () => lines,

    /** Hands over the rows that end in these bytes; answers what the parser must read instead, or null. */
    take(bytes: Buffer, addRow: (cells: string[], line: number) => void): Buffer | null {
      if (!isPlain) return bytes
      const end = bytes.lastIndexOf(FEED)
      const whole = begun.length > 0 ? Buffer.concat([begun, bytes]) : bytes
      const length = end === -1 ? 0 : whole.length - (bytes.length - end)
      const isOther = bytes.includes(QUOTE) || (end === -1 && bytes.includes(RETURN))
      const text = isOther ? null : withoutReturns(whole.toString('utf8', 0, length))
      isPlain = text !== null
      if (text === null) return whole
      // A copy: the bytes belong to the reader.
      begun = Buffer.from(whole.subarray(end === -1 ? 0 : length + 1))
      if (end !== -1) add(text, addRow)
      return null
    },

    /** Hands over a last row that no line break ends. */
    end(addRow: (cells: string[], line: number) => void): void {
      if (!isPlain) return
      // A line break of another kind may be in it: at its end it ends the row, and before it the row would be two.
      add(begun.toString('utf8').replaceAll('\r', '\n'), addRow)
    },
  }
}

/** With line feeds alone; null where a carriage return stands by itself. */
function withoutReturns(text: string): string | null {
  if (!text.includes('\r')) return text
  const fed = (text.endsWith('\r') ? text.slice(0, -1) : text).replaceAll('\r\n', '\n')
  return fed.includes('\r') ? null : fed
}
