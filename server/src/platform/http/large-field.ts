/**
 * JSON bodies that are one large text in ASCII, base64 for instance, and little else. The text is taken out before the
 * rest is parsed: looking through 14 MB for what must not be in JSON takes three times as long, on the main thread.
 */
import { isAscii } from 'node:buffer'
import type { FastifyInstance } from 'fastify'

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** For all routes of this scope that are registered afterwards. `name` is a field of the body itself, not of what is in it. */
export function takesLargeField(scope: FastifyInstance, name: string): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const large = largeField(body, name)
    if (!large) return parse(request, body.toString(), done)
    parse(request, large.rest, (error, value) => {
      if (typeof value === 'object' && value !== null && name in value && value[name] === '') value[name] = large.text
      done(error, value)
    })
  })
}

/**
 * The field's text, and the body with nothing in its place. Null where it is not written in the usual way: without spaces, and
 * without a backslash in it. A quote within a text has a backslash before it, so what looks like the field is the field.
 */
function largeField(body: Buffer, name: string): { text: string; rest: string } | null {
  const key = `"${name}":"`
  const at = body.indexOf(key)
  if (at === -1) return null
  const start = at + key.length
  const end = body.indexOf(QUOTE, start)
  const bytes = body.subarray(start, end)
  if (end === -1 || bytes.includes(BACKSLASH) || !isAscii(bytes)) return null
  return {
    text: body.toString('latin1', start, end),
    rest: body.toString('utf8', 0, start) + body.toString('utf8', end),
  }
}
