/** Requests for approval in tests: sent by the team, opened and answered by a client, through HTTP. */
import { expect } from 'vitest'
import { itemsIn } from './content-items.ts'
import type { Person } from './world.ts'
import { type World, world } from './world.ts'
import { HOUR } from './world-with-sources.ts'

const SECOND = 1_000
export const POST = 'recPostToApprove1'
export const OTHER = 'recPostToApprove2'
/** Tests pass days. */
const LONG = { idleMs: 100 * 24 * HOUR, maxMs: 100 * 24 * HOUR }

interface Asked {
  id: number
  linkId: number
  token: string
}

/** A world with two drafts. */
export async function withDrafts(given: Parameters<typeof world>[0] = {}) {
  const here = await world({ accounts: ['nasa'], session: LONG, ...given })
  await itemsIn(here, [
    { id: POST, caption: 'Six <lemons> & a table', publishDate: '2026-11-24T18:30:00.000Z' },
    { id: OTHER, caption: 'The upper garden' },
  ])
  return here
}

const BODY = { clientName: 'Ana Duarte', timeZone: 'Europe/Lisbon', message: 'Two for the week.' }

export const requestBody = (posts: string[], more: object = {}) => ({ ...BODY, posts, ...more })

export async function send(here: World, posts: string[], more: object = {}, who: Person = 'pro'): Promise<Asked> {
  const res = await here.ask(who, 'POST', '/api/approvals', requestBody(posts, more))
  expect(res.statusCode, res.body).toBe(201)
  const { request, url } = res.json()
  return { id: request.id, linkId: request.linkId, token: new URL(url).pathname.slice('/s/'.length) }
}

/** What the forms of the page carry. */
export async function open(here: World, token: string, query = '') {
  const res = await here.ask('stranger', 'GET', `/s/${token}${query}`)
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(res.body)?.[1] ?? ''
  return { res, item: field('item'), nonce: field('nonce'), text: res.body }
}

export const answer = (here: World, token: string, body: object) =>
  here.ask('stranger', 'POST', `/api/s/${token}/answers`, { answer: 'approved', name: 'Ana', ...body })

/** The client approves the first open post, and it counts. */
export async function approve(here: World, token: string, query = ''): Promise<string> {
  const { item, nonce } = await open(here, token, query)
  const res = await answer(here, token, { item, nonce })
  expect(res.statusCode, res.body).toBe(200)
  here.clock.moveBy(30 * SECOND)
  return item
}

export const list = async (here: World) => (await here.ask('pro', 'GET', '/api/approvals')).json()

export const states = async (here: World) => (await list(here))[0].items.map(({ state }: { state: string }) => state)

export const setRule = (here: World, isOn: boolean) =>
  here.ask('admin', 'PUT', '/api/companies/1', { requiresApproval: isOn })

export const move = (here: World, id: string, change: object, who: Person = 'pro') =>
  here.ask(who, 'PUT', `/api/airtable/posts/${id}`, change)

export const statusOf = async (here: World, id: string): Promise<string> =>
  (await here.ask('pro', 'GET', `/api/content/posts/${id}`)).json().status

export async function withDraft(): Promise<World> {
  const here = await world()
  await itemsIn(here, [{ id: POST, caption: 'Six lemons', publishDate: '2026-11-24T18:30:00.000Z' }])
  return here
}
