/** Links for clients in tests: made through the door, and opened as a person with a browser would. */
import type { RouteInput } from '@tangelo/contract'
import type { LightMyRequestResponse } from 'fastify'
import type { Person, World } from './world.ts'

/** A browser in front of a person. */
export const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
}

type CreateRequest = Partial<RouteInput<'POST /api/links'>['body']>

/** The path of a new link to account 1, and its id. */
export async function createLink(
  { ask }: World,
  options: CreateRequest = {},
  who: Person = 'pro',
): Promise<{ id: number; path: string; token: string }> {
  const body = { kind: 'account', targetId: 1, name: 'For Anna', expiresInDays: 30, ...options }
  const res = await ask(who, 'POST', '/api/links', body)
  if (res.statusCode !== 201) throw new Error(res.body)
  const { id, url } = res.json()
  const { pathname: path } = new URL(url)
  return { id, path, token: path.slice('/s/'.length) }
}

export const openAt = ({ app }: World, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...BROWSER, ...headers } })

/** Sends the password as the form of the page does. */
export const unlockAt = ({ app }: World, path: string, password: string, remoteAddress = '203.0.113.9') =>
  app.inject({
    method: 'POST',
    url: `${path}/unlock`,
    remoteAddress,
    payload: new URLSearchParams({ password }).toString(),
    headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
  })

/** What a browser sends after these answers. */
export const cookieOf = ({ headers }: LightMyRequestResponse): string =>
  String([headers['set-cookie']].flat()[0]).split(';')[0] ?? ''

/** The newest link in the list of the team. */
export async function findNewestLink({ ask }: World) {
  const [link] = (await ask('pro', 'GET', '/api/links')).json()
  return link
}

/** Its id; what a link to it opens is the frozen file. */
export async function createFrozenReport({ ask }: World): Promise<number> {
  const content = { title: 'October', subject: { kind: 'account', id: 1 }, sections: [{ kind: 'figures' }] }
  const res = await ask('pro', 'POST', '/api/reports', { ...content, from: '2026-10-01', to: '2026-10-31' })
  return res.json().id
}
