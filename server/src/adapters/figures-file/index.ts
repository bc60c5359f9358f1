/** Files of figures as people bring them: tables, and data sets of Apify's profile scraper. Recognized by content alone. */
import { type FiguresFile, type FileBatch, type ReadOptions, UnreadableFile } from '#ports/figures-file.ts'
import { expectUtf8, type FileFormat, fileHead, inBatches } from './file-chunks.ts'
import { jsonRecords } from './json-file.ts'
import { presentAt } from './moments.ts'
import { tableRecords } from './table-file.ts'
import { tableColumns } from './table-shape.ts'

export interface FiguresFileOptions {
  /** Epoch milliseconds; nothing later is taken. */
  now?: () => number
  /** IANA name: where a calendar day ends (D15). */
  timeZone?: string
}

export function figuresFile({ now = Date.now, timeZone = 'UTC' }: FiguresFileOptions = {}): FiguresFile {
  async function* records(path: string, options?: ReadOptions): AsyncGenerator<FileBatch> {
    const present = presentAt(now(), timeZone)
    const { bytes: head } = await fileHead(path)
    const format = formatOf(head)
    await expectUtf8(path, format)
    const recordsOf = format === 'json' ? jsonRecords : tableRecords
    yield* recordsOf(path, head, present, options)
  }
  return {
    async shape(path) {
      const { bytes: head, fileBytes } = await fileHead(path)
      return formatOf(head) === 'json'
        ? { format: 'json' }
        : { format: 'table', ...tableColumns(head, fileBytes > head.length + 3) }
    },
    read: (path, options) => inBatches(records(path, options)),
  }
}

const EXPECTED = 'Expected is a CSV table or a JSON data set of Instagram profiles'

/** Beginnings of files that people take for tables. */
const OTHERS: { begins: number[]; says: string }[] = [
  {
    begins: [0x50, 0x4b],
    says: 'This is a spreadsheet or a zip file. Export the sheet as CSV (UTF-8) and import that',
  },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], says: 'This is a spreadsheet. Export the sheet as CSV (UTF-8) and import that' },
  { begins: [0x1f, 0x8b], says: 'This file is compressed. Unpack it and import what is inside' },
  { begins: [0x89, 0x50, 0x4e, 0x47], says: `This is a picture. ${EXPECTED}` },
  { begins: [0xff, 0xd8, 0xff], says: `This is a picture. ${EXPECTED}` },
  { begins: [0x47, 0x49, 0x46, 0x38], says: `This is a picture. ${EXPECTED}` },
  { begins: [0x25, 0x50, 0x44, 0x46], says: `This is a PDF. ${EXPECTED}` },
  { begins: [0xff, 0xfe], says: 'This text is stored as UTF-16. Save it as CSV (UTF-8) and import that' },
  { begins: [0xfe, 0xff], says: 'This text is stored as UTF-16. Save it as CSV (UTF-8) and import that' },
  { begins: [0x3c], says: `This is a web page or an XML file. ${EXPECTED}` },
]

/** Tells what a file is by its first bytes, never by its name; a byte order mark is already left out. */
function formatOf(head: Buffer): FileFormat {
  const other = OTHERS.find(({ begins }) => begins.every((byte, at) => head[at] === byte))
  if (other) throw new UnreadableFile(other.says)
  const start = head.findIndex((byte) => !isWhite(byte))
  const first = head[start]
  if (first === undefined) throw new UnreadableFile('The file is empty')
  if (first === 0x7b || first === 0x5b) return 'json'
  const lineEnd = head.findIndex((byte, at) => at > start && (byte === 0x0a || byte === 0x0d))
  if (head.subarray(start, lineEnd === -1 ? undefined : lineEnd).some(isControl)) {
    throw new UnreadableFile(`This is not a text file. ${EXPECTED}`)
  }
  return 'table'
}

const isWhite = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
const isControl = (byte: number) => (byte < 0x20 && byte !== 0x09 && byte !== 0x0c) || byte === 0x7f
