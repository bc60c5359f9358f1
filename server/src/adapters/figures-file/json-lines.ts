/** Lines of a file of JSON lines, without holding the file. */
import { fileChunks } from './file-chunks.ts'
import { ITEM_BYTES_MAX } from './json-items.ts'

export interface JsonLine {
  /** Null for a line that is too long. */
  text: string | null
}

interface JsonLines {
  lines: JsonLine[]
  bytesRead: number
}

/** Blank lines are left out; a line that is too long is passed over without being held. */
export async function* jsonLines(path: string): AsyncGenerator<JsonLines> {
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
