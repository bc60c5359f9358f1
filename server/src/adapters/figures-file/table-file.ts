/**
 * Reads a table row by row, with any separator. Blank rows are skipped. Where a quote is never closed or a line never
 * ends, the good rows before it stand, and one last refusal says that nothing after it was read.
 */
import { CsvError, type Info, parse } from 'csv-parse'
import {
  type ColumnMapping,
  type FileBatch,
  type FileRecord,
  type ReadOptions,
  UnreadableFile,
} from '#ports/figures-file.ts'
import { countPlaces, isSeparatorLine, readHeader, separatorOf } from './columns.ts'
import { fileChunks } from './file-chunks.ts'
import { type Grouping, groupingCollector } from './grouped-counts.ts'
import type { Present } from './moments.ts'
import { plainLines } from './plain-lines.ts'
import { type ReadRow, tableReader } from './table-rows.ts'

const LINE_BYTES_MAX = 1024 * 1024
/** More than a line may have: what reaches it has line breaks inside, so a quote is open. */
const ROW_LENGTH_MAX = 2 * LINE_BYTES_MAX
const LINE_TOO_LONG = 'is longer than 1 MB'
const QUOTE_OPEN = 'has a quote that is never closed'

export async function* tableRecords(
  path: string,
  head: Buffer,
  present: Present,
  { columns }: ReadOptions = {},
): AsyncGenerator<FileBatch> {
  const delimiter = separatorOf(head)
  let table: ReturnType<typeof tableReader> | null = null
  const rows = rowCollector(delimiter, (header) => {
    table = tableReader(header, present, columns)
    return table.read
  })
  const take = async () => {
    const records = rows.take()
    return table?.isInDoubt() ? table.settle(records, await groupingIn(path, delimiter, columns)) : records
  }
  for await (const { broken, bytesRead } of feedFile(path, rows)) {
    const records = await take()
    yield { records: broken === null ? records : [...records, rows.breakOff(broken)], bytesRead }
    if (broken !== null) return
  }
  rows.expectSome()
}

/** Looks through the whole file: how a count is grouped may show in its last row alone. */
async function groupingIn(path: string, delimiter: string, mapping?: ColumnMapping): Promise<Grouping> {
  const collector = groupingCollector()
  const rows = rowCollector(delimiter, (header) => {
    const noteRow = collector.under(countPlaces(readHeader(header, mapping)))
    return (cells, line) => {
      noteRow(cells)
      return { line, refused: '' }
    }
  })
  const steps = feedFile(path, rows)
  while (!(await steps.next()).done) rows.take()
  return collector.grouping()
}

/** Feeds all rows of a file, a few at a time; `broken` says what ended it before its end. */
async function* feedFile(
  path: string,
  rows: ReturnType<typeof rowCollector>,
): AsyncGenerator<{ broken: string | null; bytesRead: number }> {
  const isTooLong = lineMeter()
  let bytesRead = 0
  for await (const chunk of fileChunks(path)) {
    bytesRead = chunk.bytesRead
    const broken = isTooLong(chunk.bytes) ? LINE_TOO_LONG : await rows.feed(chunk.bytes)
    yield { broken, bytesRead }
    if (broken !== null) return
  }
  yield { broken: await rows.end(), bytesRead }
}

function rowCollector(delimiter: string, readerUnder: (header: string[]) => ReadRow) {
  let read: ReadRow | null = null
  let records: FileRecord[] = []
  let recordCount = 0
  /** The last line of the row before. */
  let lastLine = 0
  /** The parser counts a Windows line break inside quotes as two lines. */
  let countedTwice = 0
  let mayHoldNul = false
  const plain = plainLines(delimiter)

  function addParsed(cells: string[], info: Info): void {
    let line = plain.lines() + info.lines - countedTwice
    if (line > lastLine + 1) {
      const breaks = cells
        .map(lineBreaksIn)
        .reduce((sum, cell) => ({ all: sum.all + cell.all, pairs: sum.pairs + cell.pairs }))
      countedTwice += breaks.pairs
      lastLine = line - breaks.pairs
      line = lastLine - breaks.all
    } else {
      lastLine = line
    }
    addRow(cells, line)
  }

  function addRow(cells: string[], line: number): void {
    lastLine = Math.max(lastLine, line)
    if (read === null) {
      if (!isSeparatorLine(cells) && !isBlank(cells)) read = readerUnder(cells)
      return
    }
    if (isBlank(cells)) return
    recordCount += 1
    const holdsNul = mayHoldNul && cells.some((cell) => cell.includes('\0'))
    records.push(holdsNul ? { line, refused: 'the row holds NUL bytes, so it is damaged' } : read(cells, line))
  }

  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_LENGTH_MAX,
    on_record: (cells: string[], info) => {
      addParsed(cells, info)
      return null
    },
  })
  // The failure reaches the writer of the bytes; without a listener it would also end the process.
  parser.on('error', () => {})

  const outcome = (hand: (done: (error?: Error | null) => void) => void) =>
    new Promise<string | null>((resolve, reject) => {
      hand((error) => {
        if (!error) resolve(null)
        else if (error instanceof CsvError) resolve(QUOTE_OPEN)
        else reject(error)
      })
    })

  return {
    /** Null, or what broke the table. */
    async feed(bytes: Buffer) {
      mayHoldNul ||= bytes.includes(0)
      const rest = plain.take(bytes, addRow)
      return rest && withoutStacks(() => outcome((done) => parser.write(rest, done)))
    },
    end() {
      plain.end(addRow)
      return outcome((done) => parser.end(done))
    },
    take(): FileRecord[] {
      const taken = records
      records = []
      return taken
    },
    /** The last record of a table that breaks off; the whole file is refused when nothing came before. */
    breakOff(broken: string): FileRecord {
      if (recordCount === 0) throw new UnreadableFile(`Line ${lastLine + 1} ${broken}`)
      return { line: lastLine + 1, refused: `the row ${broken}: nothing after it was read`, breaksOff: true }
    },
    expectSome() {
      if (read === null) throw new UnreadableFile('The file is empty')
      if (recordCount === 0) throw new UnreadableFile('The table has a header but no rows')
    },
  }
}

/**
 * The parser creates an error for every row of another width, which is never shown; its stack costs more than the row
 * itself.
 */
function withoutStacks<Result>(step: () => Result): Result {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return step()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Reports a line that has grown too long, whatever its content, before it is held in memory. */
function lineMeter(): (bytes: Buffer) => boolean {
  let sinceBreak = 0
  return (bytes) => {
    const first = firstBreak(bytes)
    if (first === -1) {
      sinceBreak += bytes.length
      return sinceBreak > LINE_BYTES_MAX
    }
    const isTooLong = sinceBreak + first > LINE_BYTES_MAX
    sinceBreak = bytes.length - 1 - Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d))
    return isTooLong
  }
}

function firstBreak(bytes: Buffer): number {
  const feed = bytes.indexOf(0x0a)
  return feed === -1 ? bytes.indexOf(0x0d) : feed
}

function lineBreaksIn(cell: string): { all: number; pairs: number } {
  const breaks = cell.match(/\r\n|\r|\n/g) ?? []
  return { all: breaks.length, pairs: breaks.filter((found) => found === '\r\n').length }
}

const isBlank = (cells: string[]) => cells.every((cell) => cell === '' || cell.trim() === '')
