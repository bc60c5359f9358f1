/** The `q` of a search: comparisons of names, types, parents and the bin, joined by `and`, `or`, `not` and brackets. */
import type { DriveItem } from './drive-tree.ts'

export interface DriveQuery {
  fits(item: DriveItem): boolean
  /** The folders whose contents it asks for. */
  parents: readonly string[]
}

type Fits = DriveQuery['fits']

const WORD = /\s*(?:([A-Za-z.]+)|'((?:[^'\\]|\\['\\])*)'|(!=|=|\(|\)))/y

/** Null for a text that is none, or asks for what is not played. */
export function driveQuery(text: string): DriveQuery | null {
  const parents: string[] = []
  try {
    const words = wordsOf(text)
    const fits = either()
    return words.length === 0 ? { fits, parents } : null

    function either(): Fits {
      const parts = [both()]
      while (takes('or')) parts.push(both())
      return (item) => parts.some((part) => part(item))
    }

    function both(): Fits {
      const parts = [single()]
      while (takes('and')) parts.push(single())
      return (item) => parts.every((part) => part(item))
    }

    function single(): Fits {
      if (takes('not')) {
        const inner = single()
        return (item) => !inner(item)
      }
      if (takes('(')) {
        const inner = either()
        if (!takes(')')) throw notUnderstood()
        return inner
      }
      return comparison()
    }

    function comparison(): Fits {
      const first = words.shift()
      if (first?.kind === 'text') {
        if (!takes('in') || !takes('parents')) throw notUnderstood()
        parents.push(first.word)
        return ({ parents: own }) => own.includes(first.word)
      }
      const sign = words.shift()?.word
      const value = words.shift()
      if (first?.word === 'trashed' && sign === '=' && value?.kind === 'sign')
        return ({ isTrashed }) => isTrashed === (value.word === 'true')
      if (value?.kind !== 'text') throw notUnderstood()
      return textual(`${first?.word} ${sign}`, value.word)
    }

    function takes(word: string): boolean {
      if (words[0]?.kind !== 'sign' || words[0].word !== word) return false
      words.shift()
      return true
    }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function textual(comparison: string, value: string): Fits {
  switch (comparison) {
    case 'name =':
      return ({ name }) => name.toLowerCase() === value.toLowerCase()
    case 'mimeType =':
      return ({ mimeType }) => mimeType === value
    case 'mimeType !=':
      return ({ mimeType }) => mimeType !== value
    // By how it begins, as the vendor does.
    case 'mimeType contains':
      return ({ mimeType }) => mimeType.startsWith(value)
    default:
      throw notUnderstood()
  }
}

function wordsOf(text: string) {
  const words: { kind: 'text' | 'sign'; word: string }[] = []
  const end = text.trimEnd().length
  WORD.lastIndex = 0
  while (WORD.lastIndex < end) {
    const [, name, quoted, sign] = WORD.exec(text) ?? []
    if (quoted !== undefined) words.push({ kind: 'text', word: quoted.replaceAll(/\\(.)/g, '$1') })
    else if (name ?? sign) words.push({ kind: 'sign', word: name ?? sign ?? '' })
    else throw notUnderstood()
  }
  return words
}

const notUnderstood = () => new SyntaxError('not understood')
