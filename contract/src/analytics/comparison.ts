import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Done, Id, Moment, PathId } from '../base/shared.ts'
import { GROUP_ACCOUNTS_MAX, GROUP_NAME_MAX_LENGTH, PEER_MEASURES } from './limits.ts'

/** A named set of accounts of one company. */
export const AccountGroup = z.object({
  id: z.int(),
  companyId: z.int(),
  name: z.string(),
  accountIds: z.array(z.int()),
  createdAt: Moment,
})
export type AccountGroup = z.infer<typeof AccountGroup>

/** Null where there are too few days or posts to say. */
const PeerFigures = z.object({
  /** Ratio per 30 days, 0.029 is 2.9 %; over the last six months, never across a change of source. */
  growth: z.number().nullable(),
  /** Mean over the last six months. */
  postsPerWeek: z.number().nullable(),
  /** Multiple of what the followers and formats of these accounts let expect; 1 is usual. */
  likes: z.number().nullable(),
  /** Comments per 100 likes over the last three months. */
  comments: z.number().nullable(),
})

const Peer = PeerFigures.extend({
  accountId: z.int(),
  username: z.string(),
  followers: z.int().nullable(),
  isExcluded: z.boolean(),
})

/** Where the account stands among its peers, in one measure. */
const Place = z.object({
  measure: z.enum(PEER_MEASURES),
  own: z.number().nullable(),
  median: z.number().nullable(),
  /** Percentiles, 0 to 100, between which its place lies in 95 of 100 cases; null with fewer than eight peers. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Peers that know this figure. */
  peers: z.int(),
  sentence: z.string(),
})

export const Peers = z.object({
  /** Whom the account is compared with: a named group, or similar accounts of its company. */
  basis: z.object({
    kind: z.enum(['similar', 'group']),
    groupId: z.int().nullable(),
    /** Followers of the peers lie within this factor; null for a group. */
    factor: z.int().nullable(),
    sentence: z.string(),
  }),
  sentence: z.string(),
  own: PeerFigures,
  places: z.array(Place),
  peers: z.array(Peer),
})
export type Peers = z.infer<typeof Peers>

const groupName = oneLine(
  z
    .string('A name is required')
    .trim()
    .min(1, 'A name is required')
    .max(GROUP_NAME_MAX_LENGTH, `Names of groups have at most ${GROUP_NAME_MAX_LENGTH} characters`),
)

const accountIds = z
  .array(Id)
  .min(1, 'A group has at least one account')
  .max(GROUP_ACCOUNTS_MAX, `A group has at most ${GROUP_ACCOUNTS_MAX} accounts`)

const params = z.strictObject({ groupId: PathId })

const LISTED_IDS = /^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,99}$/

export const comparison = {
  groups: route({
    method: 'GET',
    path: '/api/groups',
    access: 'signedIn',
    summary: 'List the named groups of accounts, by name',
    query: z.strictObject({ companyId: PathId.optional() }),
    reply: z.array(AccountGroup),
  }),
  createGroup: route({
    method: 'POST',
    path: '/api/groups',
    access: 'signedIn',
    summary: 'Name a group of accounts of one company',
    body: z.strictObject({ name: groupName, accountIds }),
    reply: AccountGroup,
    status: 201,
  }),
  updateGroup: route({
    method: 'PUT',
    path: '/api/groups/:groupId',
    access: 'signedIn',
    summary: 'Change the name or the accounts of a group; absent fields stay',
    params,
    body: z.strictObject({ name: groupName.optional(), accountIds: accountIds.optional() }),
    reply: AccountGroup,
  }),
  removeGroup: route({
    method: 'DELETE',
    path: '/api/groups/:groupId',
    access: 'signedIn',
    summary: 'Delete a group; its accounts stay',
    params,
    reply: Done,
  }),
  peers: route({
    method: 'GET',
    path: '/api/accounts/:accountId/peers',
    access: 'signedIn',
    summary: 'Compare an account with similar ones of its company, or with a group',
    params: z.strictObject({ accountId: PathId }),
    query: z.strictObject({
      groupId: PathId.optional(),
      /** Ids of peers to leave out, with commas between. */
      exclude: z.string().regex(LISTED_IDS, 'must be ids with commas between').optional(),
    }),
    reply: Peers,
  }),
}
