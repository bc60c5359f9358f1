/** Items of one large JSON document, without holding the document. */
import { JSONParser, TokenType } from '@streamparser/json'

/** 2,000 posts whose captions are 2,200 emoji each, the longest that Instagram takes, are 18 MB. */
export const ITEM_BYTES_MAX = 24 * 1024 * 1024
export const ITEM_TOO_LARGE = 'is larger than 24 MB'
/** The names under which a wrapping object may list its items. */
export const LISTS: readonly string[] = ['items', 'errorItems']
const DEPTH_MAX = 100

/** The document cannot be read any further. The message goes on after "the item". */
export class BrokenJson extends Error {
  override name = 'BrokenJson'
}

/**
 * Takes the items out of a large document as its bytes come in, holding one item at a time. `depth` is how many brackets stand
 * around an item: 1 in a list, 2 in a list inside an object.
 */
export function jsonItems(depth: 1 | 2) {
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

  const guardStep = (step: () => void) => {
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
      guardStep(() => parser.write(bytes))
      if (!parser.isEnded && bytesFed - lastToken > ITEM_BYTES_MAX) throw new BrokenJson(ITEM_TOO_LARGE)
    },
    end(): void {
      guardStep(() => {
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
