/** Pure translations from rows to the API's shapes, from there to columns, and to entries of the audit log. */
import { type Account, type AccountMetrics, type AccountPost, routes } from '@tangelo/contract'
import { type AccountCategory, TAGS_PER_COMPANY_MAX } from '@tangelo/contract/limits'
import { type AuditDetails, differences, type NewAuditEntry } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import { conflict } from '#platform/errors.ts'
import type { PostReading } from '#ports/figures-file.ts'
import type { AccountRow } from './accounts.store.ts'
import type { ListedRow } from './store/indexed-pages.ts'

const moment = (value: number | null) => (value === null ? null : momentToText(value))

export const asMetrics = (row: AccountRow): AccountMetrics => ({
  profilePicture: mediaAddress(row.picture_hash),
  bioText: row.bio_text,
  followers: row.followers,
  followerChange: row.follower_change,
  following: row.following,
  followingChange: row.following_change,
  posts: row.posts,
  postsChange: row.posts_change,
  engagementRate: row.engagement_rate,
  engagementRateChange: row.engagement_rate_change,
  comparedWith: moment(row.compared_at),
  countsBrokenAt: moment(row.counts_broken_at),
  engagementBrokenAt: moment(row.rate_broken_at),
  followersTrend: JSON.parse(row.followers_trend),
})

export const asAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  category: row.category,
  notes: row.notes,
  inputUrl: row.input_url,
  companyId: row.company_id,
  tags: JSON.parse(row.tags),
  source: row.source,
  createdAt: momentToText(row.created_at),
  lastUpdated: moment(row.captured_at),
  metrics: asMetrics(row),
})

/** Pictures are shown once they have been copied here; a source's own link would die within days (D18). */
const mediaAddress = (hash: string | null | undefined) => (hash ? `/media/${hash}` : null)

const asPost = (post: PostReading, pictures: ReadonlyMap<string, string>): AccountPost => ({
  id: post.id,
  type: post.type,
  caption: post.caption,
  url: post.url,
  imageUrl: mediaAddress(pictures.get(post.id)),
  likes: post.likes,
  comments: post.comments,
  postedAt: moment(post.postedAt),
})

/* JSON to be kept and handed out as it is, so it is checked here as other answers are when they leave. */

export const renderAccount = (row: AccountRow): string =>
  JSON.stringify(routes.accounts.update.reply.parse(asAccount(row)))

/** `pictures`: the hashes of the copies, by post. */
export const renderPosts = (posts: readonly PostReading[], pictures: ReadonlyMap<string, string>): string =>
  JSON.stringify(routes.accounts.posts.reply.parse(posts.map((post) => asPost(post, pictures))))

/** An account in a list. `period`: undefined where none was asked for. */
export function asListed(
  account: string,
  row: Omit<ListedRow, 'id' | 'shown'> | undefined,
  staleBefore: number,
): string {
  const isStale = row?.captured_at != null && Number(row.captured_at) + Number(row.slack_ms) < staleBefore
  const refresh = JSON.stringify({ interval: row?.refresh_interval ?? 'daily', everyDays: row?.refresh_days ?? 1 })
  const period = row?.period === undefined ? '' : `,"period":${row.period}`
  return `${account.slice(0, -1)},"isStale":${isStale},"refresh":${refresh}${period}}`
}

/** The part of a shown account that holds its figures. Within a text a quotation mark is escaped: this finds the field. */
export const sliceMetrics = (account: string): string => account.slice(account.indexOf('"metrics":{') + 10, -1)

export interface AccountChange {
  username?: string | undefined
  category?: AccountCategory | null | undefined
  notes?: string | null | undefined
  companyId?: number | undefined
}

/** Absent fields stay as they are, null clears them. A name that is new has to be followed; one that is only sent again is already. */
export const toChangedColumns = (change: AccountChange, before: { username: string }) => ({
  ...(change.username !== undefined && {
    username: change.username,
    username_key: change.username.toLowerCase(),
    ...(change.username.toLowerCase() !== before.username.toLowerCase() && { is_followed: 0 as const }),
  }),
  ...(change.category !== undefined && { category: change.category }),
  ...(change.notes !== undefined && { notes: change.notes || null }),
  ...(change.companyId !== undefined && { company_id: change.companyId }),
})

type Audited = Pick<AccountRow, 'id' | 'username' | 'category' | 'notes' | 'company_id'>

const toAudited = ({ username, category, notes }: Audited) => ({ username, category, notes })

export const accountAct = (
  act: 'account.made' | 'account.changed' | 'account.deleted',
  { id, username, company_id }: Audited,
  details: AuditDetails = {},
): NewAuditEntry => ({ act, object: { kind: 'account', id, name: username }, companyId: company_id, details })

interface Move<Company> {
  from: Company | undefined
  to: Company | undefined
}

/** Why an account stays; null where it may move. Sample figures are never mixed with one's own (D46). */
export function demoMoveRefusal({ from, to }: Move<{ is_demo: 0 | 1 }>): string | null {
  if (!from || !to || from.is_demo === to.is_demo) return null
  return from.is_demo === 1
    ? 'Accounts of the demo workspace cannot be moved out of it'
    : 'Your own accounts cannot be moved into the demo workspace'
}

/** Null when nothing has changed. `move`: the companies that it left and went to. */
export function accountChanged(
  before: Audited,
  after: Audited,
  move: Move<{ name: string }> | null,
): NewAuditEntry | null {
  const details = {
    ...differences<ReturnType<typeof toAudited>>(toAudited(before), toAudited(after)),
    ...(move && { company: { from: move.from?.name ?? null, to: move.to?.name ?? null } }),
  }
  return Object.keys(details).length === 0 ? null : accountAct('account.changed', before, details)
}

export const tooManyTags = () => conflict('too_many_tags', `A company has at most ${TAGS_PER_COMPANY_MAX} tags`)
