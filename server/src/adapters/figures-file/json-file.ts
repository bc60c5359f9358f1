/**
 * Reads a data set of profiles as a scraper exports it: a JSON array, JSON lines, one object, or an object that wraps lists
 * named `items` and `errorItems`. A document that breaks off gives its good items first and then one last refusal; a broken
 * line of JSON lines is refused alone. Where nothing at all could be read the file is unreadable.
 */
import { readFile } from 'node:fs/promises'
import { JSONParser, TokenType } from '@streamparser/json'
import { type FileBatch, type FileRecord, UnreadableFile } from '#ports/figures-file.ts'
import { apifyReading } from './apify-item.ts'
import { type Fields, Refusal } from './fields.ts'
import { fileChunks, fileHead } from './file-chunks.ts'
import type { Present } from './moments.ts'

const NO_PROFILES = 'This JSON file holds no Instagram profiles'

type ItemReader = (item: unknown) => FileRecord

export async function* jsonRecords(path: string, head: Buffer, present: Present): AsyncGenerator<FileBatch> {
  let items = 0
  const read: ItemReader = (item) => {
    items += 1
    return itemRecord(items, item, present)
  }
  if (head.toString('latin1').trimStart().startsWith('[')) yield* listRecords(path, 1, read, () => items)
  else if (await holdsLines(path)) yield* lineRecords(path, read)
  else yield* objectRecords(path, read, () => items)
  if (items === 0) throw new UnreadableFile(NO_PROFILES)
}

/** `depth` is how many brackets stand around an item. */
async function* listRecords(
  path: string,
  depth: 1 | 2,
  read: ItemReader,
  itemsRead: () => number,
): AsyncGenerator<FileBatch> {
  const items = jsonItems(depth)
  let bytesRead = 0
  try {
    for await (const chunk of fileChunks(path)) {
      bytesRead = chunk.bytesRead
      items.feed(chunk.bytes)
      yield { records: items.take().map(read), bytesRead }
    }
    items.end()
  } catch (error) {
    if (!(error instanceof BrokenJson)) throw error
    const records = items.take().map(read)
    const last = itemsRead()
    if (last === 0) throw new UnreadableFile(`The first item of this JSON file ${error.message}`)
    records.push({ line: last + 1, refused: `${error.message}: nothing after it was read`, breaksOff: true })
    yield { records, bytesRead }
  }
}

async function* lineRecords(path: string, read: ItemReader): AsyncGenerator<FileBatch> {
  for await (const { lines, bytesRead } of jsonLines(path)) {
    yield { records: lines.map((line) => read(parsedLine(line))), bytesRead }
  }
}

async function* objectRecords(path: string, read: ItemReader, itemsRead: () => number): AsyncGenerator<FileBatch> {
  let whole = await wholeObject(path, WHOLE_BYTES_MAX)
  if (whole === null) {
    yield* listRecords(path, 2, read, itemsRead)
    // It wraps no lists: it may be one large profile.
    whole = itemsRead() === 0 ? await wholeObject(path, ITEM_BYTES_MAX) : null
  }
  if (whole === null) return
  const { object, bytesRead } = whole
  const items = isWrapper(object) ? wrappedItems(object) : looksLikeItem(object) ? [object] : []
  yield { records: items.map(read), bytesRead }
}

/** The object a file consists of; null when it is too large to hold or not whole, so that it must be read in a stream. */
async function wholeObject(path: string, bytesMax: number): Promise<{ object: Fields; bytesRead: number } | null> {
  const { fileBytes } = await fileHead(path)
  if (fileBytes > bytesMax) return null
  const object = parsed((await readFile(path)).toString('utf8').replace(/^\ufeff/, ''))
  return isObject(object) ? { object, bytesRead: fileBytes } : null
}

/** True when the first line that says something is an object of its own, or, where that one is broken, the second. */
async function holdsLines(path: string): Promise<boolean> {
  const first: JsonLine[] = []
  for await (const { lines } of jsonLines(path)) {
    first.push(...lines)
    if (first.length >= 2) break
  }
  const [one, two] = first
  if (two === undefined || one === undefined) return false
  const object = parsedLine(one)
  if (isObject(object)) return !isWrapper(object)
  return one.text !== null && !one.text.trimEnd().endsWith('[') && isObject(parsedLine(two))
}

function itemRecord(line: number, item: unknown, present: Present): FileRecord {
  const reading = item instanceof Refusal ? item : apifyReading(unwrapped(item), present)
  return reading instanceof Refusal ? { line, refused: reading.reason } : { line, reading }
}

/** Some collections note beside each item where it comes from: `{source, item}`. */
function unwrapped(item: unknown): unknown {
  return isObject(item) && isObject(item.item) && item.username === undefined ? item.item : item
}

function parsedLine({ text }: JsonLine): unknown {
  if (text === null) return new Refusal(ITEM_TOO_LARGE)
  const value = parsed(text)
  return value === undefined ? new Refusal('is not valid JSON') : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Refusal)
const isWrapper = (object: Fields) => LISTS.some((name) => Array.isArray(object[name]))
const looksLikeItem = (object: Fields) => ['username', 'followersCount', 'error', 'item'].some((name) => name in object)
const wrappedItems = (object: Fields) =>
  Object.entries(object).flatMap(([name, list]): unknown[] => (LISTS.includes(name) && Array.isArray(list) ? list : []))

/** 2,000 posts whose captions are 2,200 emoji each, the longest that Instagram takes, are 18 MB. */
const ITEM_BYTES_MAX = 24 * 1024 * 1024
const ITEM_TOO_LARGE = 'is larger than 24 MB'
/** An object that wraps lists is read in a stream when it is larger. */
const WHOLE_BYTES_MAX = 8 * 1024 * 1024
/** The names under which a wrapping object may list its items. */
const LISTS: readonly string[] = ['items', 'errorItems']
const DEPTH_MAX = 100

/** The document cannot be read any further. The message goes on after "the item". */
class BrokenJson extends Error {
  override name = 'BrokenJson'
}

/** `depth` is how many brackets stand around an item: 1 in a list, 2 in a list inside an object. */
/** Takes the items out of a large document as its bytes come in, holding one item at a time. */
function jsonItems(depth: 1 | 2) {
  const parser = new JSONParser({
    paths: depth === 1 ? ['$.*'] : LISTS.map((name) => `$.${name}.*`),
    keepStack: false,
  })
  let items: unknown[] = []
  let open = 0
  let itemStart = 0
  /** Where the latest token stood, to see a text that never ends. */
  let lastToken = 0
  let bytesFed = 0

  parser.onValue = ({ value }) => {
    items.push(value)
  }
  parser.onToken = ({ token, offset }) => {
    lastToken = offset
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      if (open <= depth) itemStart = offset
      open += 1
      if (open > DEPTH_MAX) throw new BrokenJson('is nested too deeply')
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      open -= 1
    }
    if (open > depth && offset - itemStart > ITEM_BYTES_MAX) throw new BrokenJson(ITEM_TOO_LARGE)
  }

  const guarded = (step: () => void) => {
    try {
      step()
    } catch (error) {
      if (error instanceof BrokenJson) throw error
      throw new BrokenJson('is not valid JSON')
    }
  }

  return {
    /** Throws `BrokenJson`; the items before the break can still be taken. */
    feed(bytes: Buffer): void {
      bytesFed += bytes.length
      guarded(() => parser.write(bytes))
      if (!parser.isEnded && bytesFed - lastToken > ITEM_BYTES_MAX) throw new BrokenJson(ITEM_TOO_LARGE)
    },
    end(): void {
      guarded(() => {
        if (!parser.isEnded) parser.end()
      })
    },
    take(): unknown[] {
      const taken = items
      items = []
      return taken
    },
  }
}

interface JsonLine {
  /** Null for a line that is too long. */
  text: string | null
}

interface JsonLines {
  lines: JsonLine[]
  bytesRead: number
}

/** Blank lines are left out; a line that is too long is passed over without being held. */
async function* jsonLines(path: string): AsyncGenerator<JsonLines> {
  let begun: Buffer[] = []
  let begunBytes = 0
  let bytesRead = 0
  const add = (bytes: Buffer) => {
    begunBytes += bytes.length
    if (begunBytes > ITEM_BYTES_MAX) begun = []
    else begun.push(bytes)
  }
  const finish = (): JsonLine[] => {
    const isTooLong = begunBytes > ITEM_BYTES_MAX
    const text = Buffer.concat(begun).toString('utf8')
    begun = []
    begunBytes = 0
    if (isTooLong) return [{ text: null }]
    return text.trim() === '' ? [] : [{ text }]
  }
  for await (const chunk of fileChunks(path)) {
    bytesRead = chunk.bytesRead
    const lines: JsonLine[] = []
    let from = 0
    for (let end = chunk.bytes.indexOf(0x0a); end !== -1; end = chunk.bytes.indexOf(0x0a, from)) {
      add(chunk.bytes.subarray(from, end))
      lines.push(...finish())
      from = end + 1
    }
    add(chunk.bytes.subarray(from))
    yield { lines, bytesRead }
  }
  yield { lines: finish(), bytesRead }
}
