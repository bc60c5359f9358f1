/**
 * Media addresses are paths inside the server and whole addresses in what leaves it (D44, docs/decisions/0032). They are made whole
 * in the text of an answer, right before it is sent: lists are kept as JSON, and one text serves every origin.
 */
import { isIPv6 } from 'node:net'
import { MediaAddress } from '@tangelo/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'

/** Names of the fields that hold a media address, or a list of them. */
export interface MediaFields {
  readonly single: readonly string[]
  readonly lists: readonly string[]
}

const FOLDER = '/media/'

/** Schemas never change, and tests make an app for each of theirs. */
const known = new WeakMap<z.core.$ZodType, MediaFields>()

/** What a schema of the contract marks as `MediaAddress`, at any depth. */
export function mediaFieldsOf(schema: z.core.$ZodType): MediaFields {
  const fields = known.get(schema) ?? findMediaFields(schema)
  known.set(schema, fields)
  return fields
}

function findMediaFields(schema: z.core.$ZodType): MediaFields {
  const single = new Set<string>()
  const lists = new Set<string>()
  const visit = (at: z.core.$ZodType, name: string, isInList: boolean): void => {
    if (at === MediaAddress) (isInList ? lists : single).add(name)
    else if (at instanceof z.ZodNullable || at instanceof z.ZodOptional || at instanceof z.ZodDefault)
      visit(at.unwrap(), name, isInList)
    else if (at instanceof z.ZodArray) visit(at.element, name, true)
    else if (at instanceof z.ZodUnion) for (const option of at.options) visit(option, name, isInList)
    else if (at instanceof z.ZodObject)
      for (const [key, part] of Object.entries<z.core.$ZodType>(at.shape)) visit(part, key, false)
  }
  visit(schema, '', false)
  return { single: [...single], lists: [...lists] }
}

/**
 * A function that puts the origin before the paths in these fields of a JSON text. A quotation mark within a text is escaped, so
 * what looks like the field is the field: a caption that begins with `/media/` stays as it is.
 */
export function wholeAddresses({ single, lists }: MediaFields, origin: string): (json: string) => string {
  const before = single.map((name) => `"${name}":"`)
  const ofList =
    lists.length > 0 ? new RegExp(`"(?:${lists.join('|')})":\\[(?:"(?:[^"\\\\]|\\\\.)*",?)*\\]`, 'g') : null
  return (json) => {
    let at = json.indexOf(FOLDER)
    if (at === -1) return json
    let text = ''
    let from = 0
    // A slash is rare in JSON and a quotation mark is not: looking for the slash is several times as fast.
    for (; at !== -1; at = json.indexOf(FOLDER, at + FOLDER.length)) {
      if (!before.some((start) => json.endsWith(start, at))) continue
      text += json.slice(from, at) + origin
      from = at
    }
    text += json.slice(from)
    return ofList ? text.replaceAll(ofList, (list) => list.replaceAll(`"${FOLDER}`, `"${origin}${FOLDER}`)) : text
  }
}

const same = (json: string) => json

/** The same for the answers of one route: whole addresses at the origin of each request. */
export function wholeAddressesOf(reply: z.core.$ZodType): (request: FastifyRequest) => (json: string) => string {
  const fields = mediaFieldsOf(reply)
  if (fields.single.length + fields.lists.length === 0) return () => same
  // One server is used at one origin, rarely at two.
  let last = { origin: '', makeWhole: same }
  return (request) => {
    const origin = originOf(request)
    if (origin !== last.origin) last = { origin, makeWhole: wholeAddresses(fields, origin) }
    return last.makeWhole
  }
}

const HOST = /^(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** The last name a client used: mostly the next one uses it too. */
let last: { scheme: string; host: string; origin: string | null } = { scheme: '', host: '', origin: null }

/** Null where the Host names nothing. */
function originNamedBy(scheme: string, host: string): string | null {
  if (host !== last.host || scheme !== last.scheme) {
    const origin = HOST.test(host) ? (URL.parse(`${scheme}://${host}`)?.origin ?? null) : null
    last = { scheme, host, origin }
  }
  return last.origin
}

/**
 * Where this server is for the client of a request: `PUBLIC_URL`, else the origin the request came to. A proxy that is not trusted
 * cannot change it, and a Host that names nothing is replaced by the address of the connection.
 */
export function originOf(request: FastifyRequest): string {
  const { publicUrl } = request.server
  if (publicUrl !== null) return publicUrl
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const named = originNamedBy(scheme, request.host)
  if (named) return named
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket
  return `${scheme}://${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`
}
