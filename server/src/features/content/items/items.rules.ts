/** Pure decisions about content items: what a change does to one and to the counts, and which days hold it. */
import { dayFromText, momentOfDay } from '#platform/calendar.ts'
import type { Row } from '#platform/database/schema.ts'

/** Columns made from the rest of the row are left out: no decision reads them. */
export type StoredItem = Omit<Row<'content_items'>, 'shown' | 'planned' | 'search_text'>

/** An item with the names of its account and assignee, which are null where they may not be shown. */
export interface ItemRow extends StoredItem {
  account_name: string | null
  /** The address of its profile picture on this server. */
  account_picture: string | null
  assignee_name: string | null
}

/** An account or a user, by name. */
export interface Link {
  id: number
  username: string
}

export interface AccountLink extends Link {
  profilePicture: string | null
}

/** An item's fields, as the API names them. Null is "unknown". */
export interface ItemFields {
  status: string | null
  caption: string | null
  /** Without @. */
  taggedUsers: readonly string[] | null
  mediaType: string | null
  location: string | null
  /** An address on this server. */
  imageUrl: string | null
  likes: number | null
  comments: number | null
  /** A day, or a moment in ISO 8601 and UTC. */
  publishDate: string | null
  /** Without #. */
  hashtags: readonly string[] | null
  /** Of a reel: addresses on this server, in order. */
  images: readonly string[] | null
  /** An address on this server. */
  videoUrl: string | null
  /** Where the post is on Instagram. A text: a table may hold anything. */
  permalink: string | null
  account: AccountLink | null
  assignee: Link | null
  /** A moment in ISO 8601 and UTC. */
  approvalAskedAt: string | null
}

/** Absent leaves alone, null clears, empty is a value. */
export type ItemChange = { readonly [Field in keyof ItemFields]?: ItemFields[Field] | undefined }

/** Fields that a table elsewhere may hold as well. */
type TableField = Exclude<keyof ItemFields, (typeof OWN_FIELDS)[number]>
export const OWN_FIELDS = ['account', 'assignee', 'approvalAskedAt'] as const

const COLUMN = {
  status: 'status',
  caption: 'caption',
  taggedUsers: 'tagged_users',
  mediaType: 'media_type',
  location: 'location',
  imageUrl: 'image_url',
  likes: 'likes',
  comments: 'comments',
  publishDate: 'publish_date',
  hashtags: 'hashtags',
  images: 'images',
  videoUrl: 'video_url',
  permalink: 'permalink',
} as const satisfies Record<TableField, keyof ItemRow>

export const TABLE_FIELDS = Object.keys(COLUMN) as TableField[]

/** When a field that a table may hold was changed last. */
export const fieldsChangedAt = (row: Pick<StoredItem, 'changed_at' | 'fields_changed_at'>): number =>
  row.fields_changed_at ?? row.changed_at

/** An item that says nothing yet. */
export const emptyItem = ({ id, companyId, at }: { id: string; companyId: number; at: number }): ItemRow => ({
  id,
  company_id: companyId,
  status_key: 'draft',
  media_key: null,
  created_at: at,
  publish_at: null,
  is_gone: 0,
  version: 1,
  changed_at: at,
  changed_by: null,
  source: 'here',
  table_changed_at: null,
  status: null,
  media_type: null,
  publish_date: null,
  likes: null,
  comments: null,
  location: null,
  image_url: null,
  images: null,
  video_url: null,
  permalink: null,
  tagged_users: null,
  hashtags: null,
  caption: null,
  account_id: null,
  account_name: null,
  account_picture: null,
  assignee_id: null,
  assignee_name: null,
  team_comments: 0,
  approval_asked_at: null,
  fields_changed_at: null,
})

/** The row with what a change says, and with what follows from it. Version and times stay. */
export function applyChange(row: ItemRow, change: ItemChange): ItemRow {
  const changes = TABLE_FIELDS.flatMap((field) => {
    const value = change[field]
    return value === undefined ? [] : [[COLUMN[field], Array.isArray(value) ? JSON.stringify(value) : value] as const]
  })
  const after: ItemRow = { ...row, ...Object.fromEntries(changes), ...linksAfter(row, change) }
  const status_key = keyOf(after.status) ?? 'draft'
  return {
    ...after,
    status_key,
    approval_asked_at: status_key === 'draft' ? after.approval_asked_at : null,
    media_key: keyOf(after.media_type),
    publish_at: after.publish_date === null ? null : momentOf(after.publish_date),
  }
}

/** An item that waits for approval goes on waiting since it was asked first. */
function linksAfter(row: ItemRow, { account, assignee, approvalAskedAt }: ItemChange): Partial<ItemRow> {
  return {
    ...(account !== undefined && {
      account_id: account?.id ?? null,
      account_name: account?.username ?? null,
      account_picture: account?.profilePicture ?? null,
    }),
    ...(assignee !== undefined && { assignee_id: assignee?.id ?? null, assignee_name: assignee?.username ?? null }),
    ...(approvalAskedAt !== undefined && {
      approval_asked_at: approvalAskedAt === null ? null : (row.approval_asked_at ?? Date.parse(approvalAskedAt)),
    }),
  }
}

/** Index entries have a limit on PostgreSQL, and no status that means anything is longer. */
const KEY_MAX_LENGTH = 100

/** Trimmed, in lower case (D21); null for nothing. */
export const keyOf = (text: string | null): string | null =>
  text?.trim().toLowerCase().slice(0, KEY_MAX_LENGTH).toWellFormed() || null

/** A day counts from its midnight in UTC: where it belongs on a calendar does not depend on this. */
const momentOf = (publishDate: string) =>
  isDay(publishDate) ? momentOfDay(dayFromText(publishDate)) : Date.parse(publishDate)

const isDay = (publishDate: string) => publishDate.length === 'YYYY-MM-DD'.length
