/**
 * The actors of the authorization matrix (D6), the status each one gets, and the cases of an own, a foreign and a missing
 * object. `own` and `foreign` are seen from company 1.
 */
import { PEOPLE, type Person } from '../world.ts'

export type Actor = Person | 'stranger' | 'garbage' | 'expired'
export const ACTORS: Actor[] = ['stranger', 'garbage', 'expired', ...(Object.keys(PEOPLE) as Person[])]

/** A request, and the status by actor. */
export interface Case {
  url: string
  body?: object | FormData
  expected: Record<Actor, number>
}

/** Of accounts and companies; accounts 1 and 2 belong to the companies of that id. */
export const IDS = { own: 1, foreign: 2, missing: 999 }

export const everybody = (status: number): Record<Actor, number> =>
  Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Record<Actor, number>

/** What a client without a valid session gets. */
const withoutSession = { stranger: 401, garbage: 401, expired: 401 }

export const admins = (status: number): Record<Actor, number> => ({
  ...withoutSession,
  admin: status,
  pro: 403,
  basic: 403,
  foreigner: 403,
  loner: 403,
})

export const signedIn = (status: number): Record<Actor, number> => ({ ...everybody(status), ...withoutSession })

/** An object of a company: its users see it, others get the same 404 as for a missing one. */
export const company = (owner: 1 | 2 | null, status: number, adminStatus = status): Record<Actor, number> => ({
  ...withoutSession,
  admin: owner === null ? 404 : adminStatus,
  pro: owner === 1 ? status : 404,
  basic: owner === 1 ? status : 404,
  foreigner: owner === 2 ? status : 404,
  loner: 404,
})

interface Ids<Id> {
  own: Id
  foreign: Id
  missing: Id
}

/** For administrators and pro users of the company. */
export const reelMakers = (owner: 1 | 2 | null, status: number): Record<Actor, number> => ({
  ...company(owner, status),
  basic: 403,
  loner: 403,
})

export const perObject = (ids: Ids<string>, path: string, status: number, body?: (id: string) => object): Case[] =>
  (
    [
      [ids.own, 1],
      [ids.foreign, 2],
      [ids.missing, null],
    ] as const
  ).map(([id, owner]) => ({
    url: path.replace(':id', id),
    expected: reelMakers(owner, status),
    ...(body && { body: body(id) }),
  }))

/** For admins only, who see every company: own and foreign are both theirs. */
export const adminPerObject = (path: string, status: number, body?: object, ids: Ids<number> = IDS): Case[] => [
  { url: path.replace(':id', String(ids.own)), expected: admins(status), ...(body && { body }) },
  { url: path.replace(':id', String(ids.foreign)), expected: admins(status), ...(body && { body }) },
  { url: path.replace(':id', String(ids.missing)), expected: admins(404), ...(body && { body }) },
]
