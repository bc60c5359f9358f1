/** The `fields` of a question, `nextPageToken,files(id,shortcutDetails(targetId))`, and an answer cut down to them. */

type Fields = ReadonlyMap<string, Fields | null>

/** The answer with what was asked for alone; undefined for a text that is no list of fields. `*` asks for everything. */
export function pickFields(answer: object, text: string): object | undefined {
  if (text === '*') return answer
  const fields = fieldsIn(text)
  return fields && (cut(answer, fields) as object)
}

function fieldsIn(text: string): Fields | undefined {
  let at = 0
  const fields = list()
  return fields && at === text.length ? fields : undefined

  function list(): Fields | undefined {
    const found = new Map<string, Fields | null>()
    do {
      const [name] = /^[A-Za-z][A-Za-z0-9]*/.exec(text.slice(at)) ?? []
      if (name === undefined) return undefined
      at += name.length
      const inner = takeSign('(') ? list() : null
      if (inner === undefined || (inner && !takeSign(')'))) return undefined
      found.set(name, inner)
    } while (takeSign(','))
    return found
  }

  function takeSign(sign: string): boolean {
    if (text[at] !== sign) return false
    at += 1
    return true
  }
}

function cut(value: unknown, fields: Fields | null): unknown {
  if (fields === null || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => cut(one, fields))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const asked = fields.get(name)
      return asked === undefined ? [] : [[name, cut(inner, asked)]]
    }),
  )
}
