/**
 * A link's token against every route of the contract and every other object: it opens its own page and nothing else, in whatever
 * way it is sent. The rows come from the contract, so a new route is asked too.
 */
import { type RouteRow, routes } from '@tangelo/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientsAccess } from '../../../testing/access/clients.ts'
import { makeFurnishedWorld, POSTS } from '../../../testing/access/objects.ts'
import { cookieOf, createLink, openAt, unlockAt } from '../../../testing/share-links.ts'
import type { World } from '../../../testing/world.ts'

const KINDS = ['account', 'group', 'report', 'calendar'] as const
const PASSWORD = 'seven green pears'
const rows = Object.entries(routes).flatMap(([part, own]) =>
  Object.entries<RouteRow>(own).map(([name, row]) => ({ name: `${part}.${name}`, row })),
)

let here: World
/** By kind: a link of company 1 behind a password, and what its browser keeps. */
const links = new Map<string, { path: string; token: string; cookie: string }>()

beforeAll(async () => {
  here = await makeFurnishedWorld('file')
  for (const kind of KINDS) {
    const made = await createLink(here, { kind, targetId: 1, password: PASSWORD })
    links.set(kind, { ...made, cookie: cookieOf(await unlockAt(here, made.path, PASSWORD)) })
  }
})
afterAll(() => here.close())

const linkOf = (kind: string) => {
  const link = links.get(kind)
  if (!link) throw new Error(`no link of kind ${kind}`)
  return link
}

/** The address of a route with ids that exist, of the own company. */
const addressOf = ({ path }: RouteRow) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => (/post|reel|item|prompt/i.test(name) ? POSTS.own : '1'))

/** What a stranger gets there: a token must get the same. */
const withToken = (token: string, cookie: string) => ({ authorization: `Bearer ${token}`, cookie })

describe.each(KINDS)('the token of a link of kind %s', (kind) => {
  test.each(rows.filter(({ row }) => row.access !== 'public'))('opens nothing at $name', async ({ row }) => {
    const { token, cookie } = linkOf(kind)
    const url = addressOf(row)
    for (const address of [url, `${url}?token=${token}`]) {
      const res = await here.app.inject({ method: row.method, url: address, headers: withToken(token, cookie) })
      expect(res.statusCode, `${row.method} ${address}: ${res.body}`).toBe(401)
    }
  })

  test.each(rows.filter(({ row }) => row.access === 'public'))('is a stranger at $name', async ({ row }) => {
    const { token, cookie } = linkOf(kind)
    const ask = (headers: Record<string, string>) =>
      here.app.inject({ method: row.method, url: addressOf(row), headers })
    const [stranger, bearer] = [await ask({}), await ask(withToken(token, cookie))]
    expect(bearer.statusCode).toBe(stranger.statusCode)
    expect(bearer.body).toBe(stranger.body)
  })

  test('opens its own page, and under it no other object', async () => {
    const { path, cookie, token } = linkOf(kind)
    expect((await openAt(here, path, { cookie })).statusCode).toBe(200)
    const others = KINDS.flatMap((other) => [`${other}/1`, `${other}s/1`, `${other}/2`])
    const below = ['1', '2', 'file', 'csv', 'api', 'api/accounts/1', '../accounts/1', ...others].map(
      (one) => `${path}/${one}`,
    )
    const pictures = Object.values(POSTS).map((id) => `${path}/pictures/${id}/480`)
    const queries = [`/api/s/${token}`, `/api/s/${token}/items`, `/media/s/${token}`]
    for (const url of [...below, ...pictures, ...queries])
      expect((await openAt(here, url, { cookie })).statusCode, url).toBe(404)
  })

  test('does not unlock a link of another kind', async () => {
    for (const other of KINDS.filter((one) => one !== kind)) {
      const { path } = linkOf(other)
      expect((await openAt(here, path, { cookie: linkOf(kind).cookie })).statusCode).toBe(401)
    }
  })
})

test('the matrix asks every route of the contract, with as many tokens as links have kinds', () => {
  expect(rows.length).toBeGreaterThan(150)
  expect(Object.keys(clientsAccess).filter((name) => name.startsWith('links.'))).toHaveLength(3)
})
