/** What a name may hold, and that every text of a request is a name or is known to be something else. */
import { expect, test } from 'vitest'
import * as z from 'zod'
import { type RouteRow, routes } from '../index.ts'
import { isOneLine, ONE_LINE_NOTE } from './one-line.ts'

test.each([
  'Citrus Studio',
  'Zoë & Frères, Nº 5',
  'かき氷 東京',
  'Family \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'Heart \u2764\uFE0F\u200D\u{1F525}',
  'Wales \u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
  'Cook \u{1F469}\u{1F3FD}\u200D\u{1F373}',
  '\u0645\u06CC\u200C\u0631\u0648\u0645',
  '\u0915\u094D\u200D\u0937',
])('%s is one line', (text) => {
  expect(isOneLine(text)).toBe(true)
})

test.each([
  ['a text that is turned round', 'gro\u202Eve'],
  ['an isolated direction', 'gro\u2067ve'],
  ['a space of no width alone', '\u200B'],
  ['a space of no width', 'gro\u200Bve'],
  ['two lines', 'gro\r\nve'],
  ['a line feed', 'gro\nve'],
  ['a separator of lines', 'gro\u2028ve'],
  ['a tab', 'gro\tve'],
  ['a joiner between Latin letters', 'gro\u200Dve'],
  ['a joiner at the end', 'grove\u200D'],
  ['a joiner at the end of an emoji', '\u{1F468}\u200D'],
  ['two joiners in a row', '\u0645\u06CC\u200C\u200C\u0631'],
  ['a soft hyphen', 'gro\u00ADve'],
  ['a letter that is drawn as nothing', '\u3164'],
  ['a braille cell without dots', '\u2800'],
  ['tags without a flag', 'grove\u{E0067}'],
  ['half a character', 'gro\uD83Dve'],
])('%s is not one line', (_, text) => {
  expect(isOneLine(text)).toBe(false)
})

/** Texts of several lines, secrets, and what is looked up as it comes: an id, an address, a code. */
const OTHER = new Set([
  ...['caption', 'comment', 'firstComment', 'altTexts', 'message', 'note', 'notes', 'text', 'prompt', 'templatePrompt'],
  ...['password', 'currentPassword', 'newPassword', 'code', 'number', 'challenge', 'quote', 'token', 'nonce'],
  ...['imageUrl', 'logoUrl', 'images', 'imageUrls', 'audioTrack', 'videoUrl', 'url', 'webhookUrl', 'imageBase64'],
  ...['folderId', 'recordId', 'renderId', 'columns', 'timeZone'],
  // Looked up among users; made into a name of Instagram.
  ...[
    'POST /api/auth/login username',
    'POST /api/auth/password-reset username',
    'POST /api/accounts username',
    'PUT /api/accounts/:accountId username',
  ],
  // The server knows how the file was called.
  'PUT /api/reels/:reelId/settings name',
])

interface Shape {
  type?: string
  description?: string
  pattern?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  additionalProperties?: Shape
}

function texts(shape: Shape, name: string): { name: string; shape: Shape }[] {
  const { type, anyOf = [], allOf = [], properties = {}, items, additionalProperties } = shape
  const inner = [...anyOf, ...allOf].map((one) => ({
    ...one,
    ...(shape.description && { description: shape.description }),
  }))
  return [
    ...(type === 'string' ? [{ name, shape }] : []),
    ...inner.flatMap((one) => texts(one, name)),
    ...Object.entries(properties).flatMap(([key, one]) => texts(one, key)),
    ...(items ? texts(items, name) : []),
    ...(typeof additionalProperties === 'object' ? texts(additionalProperties, name) : []),
  ]
}

test('every text that a request carries is one line, has a form of its own, or is known to be something else', () => {
  const rows: RouteRow[] = Object.values(routes).flatMap((room) => Object.values(room))
  const unjudged = rows.flatMap(({ method, path, body }) =>
    body
      ? texts(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape, '')
          .filter(({ shape }) => shape.description !== ONE_LINE_NOTE)
          .filter(({ shape }) => !shape.pattern && !shape.format && !shape.enum && shape.const === undefined)
          .filter(({ name }) => !OTHER.has(name) && !OTHER.has(`${method} ${path} ${name}`))
          .map(({ name }) => `${method} ${path} ${name}`)
      : [],
  )
  expect(unjudged).toEqual([])
})
