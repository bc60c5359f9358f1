/** Names in brackets, as Stripe's forms and queries spell objects and lists: `items[0][price]=price_1`. */

export type FormValue = string | FormValue[] | { [name: string]: FormValue }

export function formObject(pairs: URLSearchParams): Record<string, FormValue> {
  const root: Record<string, FormValue> = {}
  for (const [name, value] of pairs) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part)
    put(root, path, value)
  }
  return toLists(root) as Record<string, FormValue>
}

function put(into: Record<string, FormValue>, [part = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    into[part] = value
    return
  }
  const inner = into[part]
  const next = typeof inner === 'object' && !Array.isArray(inner) ? inner : {}
  into[part] = next
  put(next, rest, value)
}

/** Objects whose names count from 0 are lists. */
function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, toLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

export const textIn = (form: Readonly<Record<string, FormValue>>, name: string): string | undefined => {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export function objectIn(form: Readonly<Record<string, FormValue>>, name: string): Record<string, FormValue> {
  const value = form[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}

export function listIn(form: Readonly<Record<string, FormValue>>, name: string): FormValue[] {
  const value = form[name]
  return Array.isArray(value) ? value : []
}

export function textsIn(form: Readonly<Record<string, FormValue>>, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectIn(form, name)).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}
