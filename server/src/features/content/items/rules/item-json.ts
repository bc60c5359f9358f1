/** What is shown of an item: as the API names it, and the JSON that is kept ready of it. */
import { type ContentItem, routes } from '@tangelo/contract'
import { PLANNED_CAPTION_CHARACTERS } from '@tangelo/contract/limits'
import { momentToText } from '#platform/calendar.ts'
import type { ItemRow, Link } from '../items.rules.ts'

/** What a search looks through: people look for `#tangelo` and for `tangelo`. */
export const searchText = ({ caption, location, hashtags }: ItemRow): string =>
  [caption, location, ...(listOf(hashtags) ?? []).map((tag) => `#${tag}`)]
    .filter((text) => text !== null)
    .join('\n')
    .toLowerCase()

export const listOf = (json: string | null): string[] | null => (json === null ? null : JSON.parse(json))

/** What is put to the text that is kept of an item when it is read. */
type Linked = Pick<
  ItemRow,
  | 'account_id'
  | 'account_name'
  | 'account_picture'
  | 'assignee_id'
  | 'assignee_name'
  | 'team_comments'
  | 'approval_asked_at'
>

const linkOf = (id: number | null, username: string | null): Link | null =>
  id === null || username === null ? null : { id, username }

function linksOf(row: Linked) {
  const link = linkOf(row.account_id, row.account_name)
  const account = link && { ...link, profilePicture: row.account_picture }
  return {
    accountId: account?.id ?? null,
    account,
    assignee: linkOf(row.assignee_id, row.assignee_name),
    teamComments: row.team_comments,
    approvalAskedAt: row.approval_asked_at === null ? null : momentToText(row.approval_asked_at),
  }
}

/** The whole JSON of an item, of what is kept ready of it (`renderItem`, `renderCalendarItem`) and its row. */
export const withLinks = (kept: string, row: Linked): string =>
  `${kept.slice(0, -1)},${isUnlinked(row) ? NO_LINKS : JSON.stringify(linksOf(row)).slice(1)}`

/** As most items of a calendar are. */
const isUnlinked = ({ account_id, assignee_id, team_comments, approval_asked_at }: Linked): boolean =>
  account_id === null && assignee_id === null && team_comments === 0 && approval_asked_at === null

const NO_LINKS = JSON.stringify(
  linksOf({
    account_id: null,
    account_name: null,
    account_picture: null,
    assignee_id: null,
    assignee_name: null,
    team_comments: 0,
    approval_asked_at: null,
  }),
).slice(1)

export const asContentItem = (row: ItemRow): ContentItem => ({
  ...linksOf(row),
  id: row.id,
  companyId: row.company_id,
  status: row.status ?? 'Draft',
  caption: row.caption,
  taggedUsers: listOf(row.tagged_users),
  mediaType: row.media_key,
  location: row.location,
  imageUrl: row.image_url,
  likes: row.likes,
  comments: row.comments,
  publishDate: row.publish_date,
  hashtags: listOf(row.hashtags),
  ...(row.permalink !== null && { permalink: row.permalink }),
  createdTime: momentToText(row.created_at),
  version: row.version,
  changedAt: momentToText(row.changed_at),
  changedBy: row.changed_by,
})

const LINKS = {
  accountId: true,
  account: true,
  assignee: true,
  teamComments: true,
  approvalAskedAt: true,
} as const
const KeptItem = routes.content.read.reply.omit(LINKS)
const KeptCalendarItem = routes.content.calendar.reply.shape.items.element.omit(LINKS)

/** JSON to be kept and handed out with `withLinks`, so it is checked here as other answers are when they leave. */
export const renderItem = (row: ItemRow): string => JSON.stringify(KeptItem.parse(asContentItem(row)))

/** JSON of an item in a calendar, stored beside the other. */
export const renderCalendarItem = (row: ItemRow): string => {
  const post = asContentItem(row)
  const caption = post.caption?.slice(0, PLANNED_CAPTION_CHARACTERS).toWellFormed() ?? null
  return JSON.stringify(KeptCalendarItem.parse({ ...post, caption }))
}
