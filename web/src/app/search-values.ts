/** What addresses are made of: how their search part is read and written, and what a value in it may be. */
export type Raw = Readonly<Record<string, unknown>>

type Reader<Value> = (value: unknown) => Value | undefined

const WORD_MAX_LENGTH = 100

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A text, cut to a readable length. */
export const word =
  (maxLength = WORD_MAX_LENGTH): Reader<string> =>
  (value) =>
    isWord(value) ? value.slice(0, maxLength) : undefined

export const matching =
  (shape: RegExp): Reader<string> =>
  (value) =>
    isWord(value) && shape.test(value) ? value : undefined

/** One of the values; the default is left out. */
export const oneOf =
  <const Value extends string>(values: readonly Value[], standard?: NoInfer<Value>): Reader<Value> =>
  (value) =>
    values.find((known) => known === value && known !== standard)

export const id = matching(/^[1-9]\d{0,9}$/)
/** Of which only the shape is judged: the page leaves out what it does not know. */
export const keyword = matching(/^[a-z_]{1,20}$/)
export const recordId = matching(/^rec[A-Za-z0-9]{14}$/)

/** One that exists, with a year of four digits: of 30 February, `Date` makes another day. */
export const day: Reader<string> = (value) =>
  isWord(value) && !value[10] && JSON.stringify(new Date(value)).startsWith(`"${value}T`) ? value : undefined

/** Reads what a page keeps in its address; what is not understood is left out. */
export function readSearch<Search extends object>(
  readers: {
    readonly [Name in keyof Search]: Reader<Search[Name]>
  },
): (raw: Raw) => Readonly<Partial<Search>> {
  const named = Object.entries<Reader<unknown>>(readers)
  return (raw) => {
    const read = named.map(([name, reader]) => [name, reader(raw[name])] as const)
    return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<Search>
  }
}

/** Of a route: keeps every address of its page to what its reading understands, also one typed in, and one with defaults. */
export function keepSearch<Search extends object>(validateSearch: (raw: Raw) => Search) {
  const clean = ({ search, next }: { search: Search; next: (search: Search) => Search }): Search =>
    validateSearch(Object.fromEntries(Object.entries(next(search))))
  return { validateSearch, search: { middlewares: [clean] } }
}

/** `?q=green+tea&accounts=1,2`, without the quotes and brackets a general notation would need. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Raw): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text.replaceAll('%2C', ',')}` : ''
}
