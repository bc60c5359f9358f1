/**
 * The text of the `fields` parameter: `name.modifier(value){inner,…},…`. What stands in round brackets is taken as it
 * is, since names may hold full stops.
 */
export interface AskedField {
  name: string
  /** Such as `limit` → `12`. */
  modifiers: ReadonlyMap<string, string>
  /** Undefined without curly brackets. */
  inner: AskedField[] | undefined
}

/** @throws {SyntaxError} that says where the text stops being a list of fields. */
export function parseFields(text: string): AskedField[] {
  let at = 0
  const fields = list()
  if (at < text.length) throw unexpected()
  return fields

  function list(): AskedField[] {
    const found = [field()]
    while (text[at] === ',') {
      at += 1
      found.push(field())
    }
    return found
  }

  function field(): AskedField {
    const name = word()
    const modifiers = new Map<string, string>()
    while (text[at] === '.') {
      at += 1
      const modifier = word()
      modifiers.set(modifier, value())
    }
    return { name, modifiers, inner: text[at] === '{' ? group() : undefined }
  }

  function word(): string {
    const [found] = /^[a-z_]+/.exec(text.slice(at)) ?? []
    if (found === undefined) throw unexpected()
    at += found.length
    return found
  }

  function value(): string {
    const end = text.indexOf(')', at)
    if (text[at] !== '(' || end < 0) throw unexpected()
    const found = text.slice(at + 1, end)
    at = end + 1
    return found
  }

  function group(): AskedField[] {
    at += 1
    const inner = list()
    if (text[at] !== '}') throw unexpected()
    at += 1
    return inner
  }

  function unexpected(): SyntaxError {
    const found = text[at] === undefined ? 'end of string' : `'${text[at]}'`
    return new SyntaxError(`Syntax error "Expected a field name, unexpected ${found}" at character ${at}`)
  }
}
