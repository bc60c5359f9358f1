/** A post being edited: what can be changed, what was touched, and what a refusal means. */
import type { ContentItem, RouteInput } from '@tangelo/contract'
import { CONTENT_STATUSES } from '@tangelo/contract/limits'
import { ApiError } from '#lib/api.ts'
import { readCurrentVersion } from '#lib/three-way-merge.ts'
import { texts } from '../texts/post.ts'

/** What can be changed in a post, as the form holds it. */
export interface Editable {
  readonly status: string
  readonly caption: string
  readonly taggedUsers: readonly string[]
  readonly publishDate: string | null
  readonly account: ContentItem['account']
  readonly assignee: ContentItem['assignee']
  readonly needsApproval: boolean
}

export type EditableField = keyof Editable
const EDITABLE_FIELDS: readonly EditableField[] = [
  'caption',
  'taggedUsers',
  'publishDate',
  'account',
  'assignee',
  'status',
  'needsApproval',
]

/** A table may write 'draft ' where we write 'Draft'; a word that is not ours stays as it is. */
export function statusLabel(status: string): string {
  return CONTENT_STATUSES.find((known) => known.toLowerCase() === status.trim().toLowerCase()) ?? status
}

export function toEditable(post: ContentItem): Editable {
  return {
    status: statusLabel(post.status),
    caption: post.caption ?? '',
    taggedUsers: post.taggedUsers ?? [],
    publishDate: post.publishDate,
    account: post.account,
    assignee: post.assignee,
    needsApproval: post.approvalAskedAt !== null,
  }
}

function isSame(one: Editable[EditableField], other: Editable[EditableField]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The fields in which two versions differ. */
export function findDifferences(one: Editable, other: Editable): EditableField[] {
  return EDITABLE_FIELDS.filter((field) => !isSame(one[field], other[field]))
}

type Body = RouteInput<'PUT /api/airtable/posts/:postId'>['body']

/** Only what was touched: absent leaves alone, null clears, empty is a value. */
export function changesOf(stored: Editable, typed: Editable): Body {
  const touched = findDifferences(stored, typed)
  const status = CONTENT_STATUSES.find((known) => known === typed.status)
  return {
    ...(touched.includes('status') && status ? { status } : {}),
    ...(touched.includes('caption') ? { caption: typed.caption } : {}),
    ...(touched.includes('taggedUsers') ? { taggedUsers: [...typed.taggedUsers] } : {}),
    ...(touched.includes('publishDate') ? { publishDate: typed.publishDate } : {}),
    ...(touched.includes('account') ? { accountId: typed.account?.id ?? null } : {}),
    ...(touched.includes('assignee') ? { assigneeId: typed.assignee?.id ?? null } : {}),
    ...(touched.includes('needsApproval') ? { needsApproval: typed.needsApproval } : {}),
  }
}

/** 'Post status changed to Approved, caption was updated' (spec §8). */
export function describeUpdate(status: string, changes: Body): string {
  return [
    texts.dialog.statusChanged(status),
    changes.caption === undefined ? '' : texts.dialog.captionUpdated,
    changes.taggedUsers === undefined ? '' : texts.dialog.tagsUpdated,
    changes.publishDate === undefined ? '' : texts.dialog.dateUpdated,
    changes.accountId === undefined ? '' : texts.dialog.accountUpdated,
    changes.assigneeId === undefined ? '' : texts.dialog.assigneeUpdated,
    changes.needsApproval === undefined
      ? ''
      : changes.needsApproval
        ? texts.dialog.approvalAsked
        : texts.dialog.approvalTakenBack,
  ].join('')
}

/** The post as another user left it, from a conflict response; null for any other failure. */
export const readCurrentPost = (error: unknown): ContentItem | null => readCurrentVersion(error, isPost)

function isPost(value: unknown): value is ContentItem {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value && 'status' in value
}

/** The record went away, or was never this company's. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether an answer means that there is no such post: also an id that the server does not take as one. */
export function isMissing(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.status === 400)
}
