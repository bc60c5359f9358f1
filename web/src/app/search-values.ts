/** What addresses are made of: how their search part is read and written, and what a value in it may be. */
export type Raw = Readonly<Record<string, unknown>>

export const ID = /^[1-9]\d{0,9}$/
export const isId = (value: unknown): value is string => isWord(value) && ID.test(value)

export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && /^rec[A-Za-z0-9]{14}$/.test(value)
}

export function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** Keeps every address of a page to what its reading understands: also one typed in, and one with defaults. */
export function cleanSearch<Search extends object>(read: (raw: Raw) => Search) {
  return ({ search, next }: { search: Search; next: (search: Search) => Search }): Search =>
    read(Object.fromEntries(Object.entries(next(search))))
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
