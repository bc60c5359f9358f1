/**
 * Reads a data set of profiles as a scraper exports it: a JSON array, JSON lines, one object, or an object that wraps lists
 * named `items` and `errorItems`. A document that breaks off gives its good items first and then one last refusal; a broken
 * line of JSON lines is refused alone. Where nothing at all could be read the file is unreadable.
 */
import { readFile } from 'node:fs/promises'
import { type FileBatch, type FileRecord, UnreadableFile } from '#ports/figures-file.ts'
import { apifyReading } from './apify-item.ts'
import { type Fields, Refusal } from './fields.ts'
import { fileChunks, fileHead } from './file-chunks.ts'
import { BrokenJson, ITEM_BYTES_MAX, ITEM_TOO_LARGE, jsonItems, LISTS } from './json-items.ts'
import { type JsonLine, jsonLines } from './json-lines.ts'
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
    yield { records: lines.map((line) => read(parseLine(line))), bytesRead }
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
  const items = isWrapper(object) ? readWrappedItems(object) : looksLikeItem(object) ? [object] : []
  yield { records: items.map(read), bytesRead }
}

/** The object a file consists of; null when it is too large to hold or not whole, so that it must be read in a stream. */
async function wholeObject(path: string, bytesMax: number): Promise<{ object: Fields; bytesRead: number } | null> {
  const { fileBytes } = await fileHead(path)
  if (fileBytes > bytesMax) return null
  const object = parseJson((await readFile(path)).toString('utf8').replace(/^\ufeff/, ''))
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
  const object = parseLine(one)
  if (isObject(object)) return !isWrapper(object)
  return one.text !== null && !one.text.trimEnd().endsWith('[') && isObject(parseLine(two))
}

function itemRecord(line: number, item: unknown, present: Present): FileRecord {
  const reading = item instanceof Refusal ? item : apifyReading(unwrapItem(item), present)
  return reading instanceof Refusal ? { line, refused: reading.reason } : { line, reading }
}

/** Some collections note beside each item where it comes from: `{source, item}`. */
function unwrapItem(item: unknown): unknown {
  return isObject(item) && isObject(item.item) && item.username === undefined ? item.item : item
}

function parseLine({ text }: JsonLine): unknown {
  if (text === null) return new Refusal(ITEM_TOO_LARGE)
  const value = parseJson(text)
  return value === undefined ? new Refusal('is not valid JSON') : value
}

function parseJson(text: string): unknown {
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
const readWrappedItems = (object: Fields) =>
  Object.entries(object).flatMap(([name, list]): unknown[] => (LISTS.includes(name) && Array.isArray(list) ? list : []))

/** An object that wraps lists is read in a stream when it is larger. */
const WHOLE_BYTES_MAX = 8 * 1024 * 1024
