/** What comes in, against the schema of its row, and the sentence for each field that does not fit. */
import type * as z from 'zod'
import { invalidInput } from '../errors.ts'

/** What a part of a request is by its schema. Throws `invalid_input`, which names each bad field with a sentence of its own. */
export function parseInput(schema: z.ZodType, value: unknown): unknown {
  refuseUnstorable(value)
  const result = schema.safeParse(value === undefined ? {} : value, { error: wordsFor })
  if (result.success) return result.data
  // A map and not an object: a client may call a field `constructor`.
  const fields = new Map<string, string>()
  for (const issue of result.error.issues.flatMap(ofNearest)) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    const words = issue.code === 'unrecognized_keys' ? 'is not a field of this request' : issue.message
    for (const name of names) if (!fields.has(name)) fields.set(name, words)
  }
  const [[name, words] = ['', 'The request is not understood']] = fields
  throw invalidInput(sentence(name, words), Object.fromEntries(fields))
}

/** A body of several kinds: what is wrong by the kind that it is nearest to. A field of several kinds has words of its own. */
const ofNearest = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] =>
  issue.code === 'invalid_union' && issue.path.length === 0
    ? (issue.errors.toSorted((one, other) => one.length - other.length)[0] ?? [issue])
    : [issue]

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'empty',
}

const FORMATS: Record<string, string> = {
  datetime: 'a moment like 2026-11-20T09:00:00Z',
  url: 'an address like https://example.org',
}

/** The message where the contract has none of its own; begins after the field's name. */
function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : ''
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.join() === '' ? 'must be empty' : `must be one of: ${issue.values.join(', ')}`
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'well-formed'}`
    case 'invalid_union':
      return wordsForKinds(issue.errors)
    case 'custom':
      return 'is not right'
    case 'too_big':
      return unit ? `must have at most ${issue.maximum}${unit}` : `must be at most ${issue.maximum}`
    case 'too_small':
      return unit ? `must have at least ${issue.minimum}${unit}` : `must be at least ${issue.minimum}`
    default:
      return undefined
  }
}

/** A field that may be of several kinds: what each of them wants. */
function wordsForKinds(kinds: readonly (readonly z.core.$ZodIssue[])[]): string {
  const expectations = kinds.flatMap(([first]) =>
    first && /^must be /.test(first.message) ? first.message.slice(8) : [],
  )
  return expectations.length > 0
    ? `must be ${[...new Set(expectations)].join(' or ')}`
    : 'is of a kind that is not taken here'
}

/** Messages that are sentences stand alone; the others ('must be …') need the field's name before them. */
const sentence = (name: string, words: string) => (/^[A-Z]/.test(words) ? words : `${name || 'The request'} ${words}`)

/** Text that PostgreSQL cannot keep, or that would come back changed: refused on every store alike, wherever it stands. */
function refuseUnstorable(input: unknown): void {
  const waiting: { name: string; value: unknown }[] = [{ name: '', value: input }]
  // A loop and not a recursion: a body may be nested deeper than the stack is.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, value } = next
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) waiting.push({ name: name || key, value: part })
    if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) continue
    const words = value.includes('\0') ? 'must not hold the character U+0000' : 'must be well-formed Unicode text'
    throw invalidInput(sentence(name, words), { [name]: words })
  }
}
