/**
 * The authorization matrix (D6): every route of the contract, requested by every actor, for an own, a foreign and a missing
 * object. Each domain has its rows in access/. A route without a row fails, and so does one that the application does not serve.
 */
import { type RouteRow, routes } from '@tangelo/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTORS, type Actor, type Case } from './access/actors.ts'
import { analyticsAccess } from './access/analytics.ts'
import { billingAccess } from './access/billing.ts'
import { clientsAccess } from './access/clients.ts'
import { contentAccess } from './access/content.ts'
import { driveAccess } from './access/drive.ts'
import { identityAccess } from './access/identity.ts'
import { mailAccess } from './access/mail.ts'
import { makeFurnishedWorld, POSTS, PROGRAM } from './access/objects.ts'
import { operationsAccess } from './access/operations.ts'
import { publishingAccess } from './access/publishing.ts'
import { reelsAccess } from './access/reels.ts'
import { webhooksAccess } from './access/webhooks.ts'
import { type Person, type World, world } from './world.ts'

/** One entry per route of the contract, named as it is there. */
const MATRIX: Record<string, Case[]> = {
  ...analyticsAccess,
  ...billingAccess,
  ...clientsAccess,
  ...mailAccess,
  ...contentAccess,
  ...driveAccess,
  ...identityAccess,
  ...operationsAccess,
  ...publishingAccess,
  ...reelsAccess,
  ...webhooksAccess,
}

const contractRows = Object.entries(routes).flatMap(([room, rows]) =>
  Object.entries<RouteRow>(rows).map(([name, row]) => ({ name: `${room}.${name}`, row })),
)

test('every route of the contract has a row in the matrix', () => {
  expect(Object.keys(MATRIX).sort()).toEqual(contractRows.map(({ name }) => name).sort())
})

test('every route of the contract is served, and nothing else under /api but the documentation and what the provider of payments sends', async () => {
  const { app } = await world()
  const served = parseRoutes(app.printRoutes({ commonPrefix: false })).filter((route) => / \/api\//.test(route))
  const expected = contractRows.map(({ row }) => `${row.method} ${row.path}`)
  // The provider of payments signs what it sends: who asks without that is in the tests of payment-events.
  const others = ['GET /api/openapi.json', 'GET /api/docs', 'POST /api/webhooks/stripe']
  expect(served.sort()).toEqual([...expected, ...others].sort())
})

// Reads and refusals leave these as they are; a change that succeeds, and a failed sign-in, get a world of their own.
let shared: World
let aWeekLater: World
beforeAll(async () => {
  shared = await makeFurnishedWorld('file')
  aWeekLater = await makeFurnishedWorld('file')
  aWeekLater.clock.moveBy(8 * 24 * 3_600_000)
})
afterAll(async () => {
  await shared.close()
  await aWeekLater.close()
})

describe.each(contractRows)('$name', ({ name, row }) => {
  const cases = MATRIX[name] ?? []
  // So that no rate limit is reached.
  beforeAll(() => shared.clock.moveBy(60_000))

  test.each(
    cases.flatMap(({ url, body, expected }) => ACTORS.map((actor) => ({ url, body, actor, status: expected[actor] }))),
  )('$actor asks $url: $status', async ({ url, body, actor, status }) => {
    // Plans are put in by a GET as well.
    const mayWrite = row.method !== 'GET' || name.startsWith('plans.initialize')
    const leavesTraces = mayWrite && (status < 300 || name === 'auth.login')
    const here = actor === 'expired' ? aWeekLater : leavesTraces ? await makeFurnishedWorld() : shared
    const who = actor === 'expired' ? 'admin' : actor
    if (row.stream && status < 300) return expect(await statusOfStream(here, who, row, { url, body })).toBe(status)
    const res = await here.ask(who, row.method, url, body)
    expect(res.statusCode, res.body).toBe(status)
    if (status >= 400) expect(res.json()).toMatchObject({ error: expect.any(String), status, success: false })
  })

  test.each(cases.map(({ url, body, expected }) => ({ url, body, status: forPrograms(row, expected) })))(
    'a program asks $url: $status',
    async ({ url, body, status }) => {
      const here = name === 'auth.login' ? await makeFurnishedWorld() : shared
      const res = await here.ask('stranger', row.method, url, body, { authorization: `Bearer ${PROGRAM}` })
      expect(res.statusCode, res.body).toBe(status)
    },
  )

  // A refused client learns nothing of what exists, neither from the body nor from a header.
  test.each(groupAlikeRefusals(cases))('$actor cannot tell $urls apart', async ({ actor, alike }) => {
    const here = actor === 'expired' ? aWeekLater : shared
    const answers = []
    for (const { url, body } of alike) {
      const {
        statusCode,
        headers,
        body: text,
      } = await here.ask(actor === 'expired' ? 'admin' : actor, row.method, url, body)
      answers.push({ statusCode, headers: { ...headers, date: '', 'x-request-id': '' }, text })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

/** D9: what is for everybody meets a stranger, what tokens open its owner; everything else is closed, whatever it is. */
const forPrograms = ({ access }: RouteRow, { stranger, pro }: Record<Actor, number>) =>
  access === 'public' ? stranger : access === 'reader' ? pro : 403

test('the matrix asks more than nine hundred questions, and compares foreign with missing wherever an object is named', () => {
  const cases = Object.values(MATRIX).flat()
  expect(cases.length * ACTORS.length).toBeGreaterThanOrEqual(900)
  for (const { name } of contractRows.filter(({ row }) => row.path.includes('/:') && row.access !== 'admin'))
    expect(
      groupAlikeRefusals(MATRIX[name] ?? []).filter(({ actor }) => actor === 'pro'),
      name,
    ).not.toEqual([])
})

test('a status for many reaches the own items and no others', async () => {
  for (const [who, changed] of [
    ['admin', [POSTS.own, POSTS.foreign]],
    ['pro', [POSTS.own]],
    ['foreigner', [POSTS.foreign]],
    ['loner', []],
  ] as const) {
    const { ask } = await makeFurnishedWorld()
    const posts = Object.values(POSTS).map((id) => ({ id }))
    const answer = (await ask(who, 'POST', '/api/content/posts/status', { posts, status: 'Approved' })).json()
    expect(answer.changed.map(({ id }: { id: string }) => id)).toEqual(changed)
    expect(answer.refused).toHaveLength(3 - changed.length)
  }
})

/** A stream has no end of its own: its status is known from the beginning, and then it is hung up. */
async function statusOfStream(
  { app, tokens }: World,
  who: Person | 'stranger' | 'garbage',
  { method }: RouteRow,
  { url, body }: Pick<Case, 'url' | 'body'>,
) {
  const headers = who in tokens ? { authorization: `Bearer ${tokens[who as Person]}` } : {}
  const payload = body === undefined ? {} : { payload: body }
  const { statusCode, raw } = await app.inject({ method, url, headers, payloadAsStream: true, ...payload })
  raw.res.destroy()
  return statusCode
}

/** For everybody, the requests of one shape that are refused with one status: for objects of others, and for missing ones. */
function groupAlikeRefusals(cases: Case[]): { actor: Actor; urls: string; alike: Case[] }[] {
  const shapeOf = ({ body = {} }: Case, status: number) => JSON.stringify([status, Object.keys(body)])
  // To an administrator nothing is foreign.
  return ACTORS.filter((actor) => actor !== 'admin').flatMap((actor) =>
    [...Map.groupBy(cases, (one) => shapeOf(one, one.expected[actor])).values()]
      .filter(([first, ...others]) => first !== undefined && first.expected[actor] >= 400 && others.length > 0)
      .map((alike) => ({ actor, urls: alike.map(({ url }) => url).join(' and '), alike })),
  )
}

/** `GET /api/accounts/:accountId` and so on, from the tree that Fastify prints. */
function parseRoutes(tree: string): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = line.match(/^(.*)[├└]── (\S*)(?: \(([^)]*)\))?/)
    if (!found) return []
    const [, indent = '', part = '', methods] = found
    const depth = indent.length / 4
    parents.length = depth
    const path = parents.join('') + part
    parents[depth] = part
    return (methods?.split(', ') ?? []).filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`)
  })
}
