/** Sample content, as the server would answer it. */
import type { ContentCounts, ContentItem, ContentSync } from '@tangelo/contract'
import { json } from './network.ts'

/** A record id that ends with these letters. */
export const recordId = (end: string | number): string => `rec${String(end).padStart(14, '0')}`

export function aDraft(part: Partial<ContentItem> = {}): ContentItem {
  return {
    id: recordId('A'),
    companyId: 1,
    status: 'Draft',
    caption: 'Bergamot, blood orange, tangelo.',
    taggedUsers: ['verdekitchen'],
    mediaType: 'image',
    location: 'Casa Luma, Valencia',
    imageUrl: '/media/one',
    likes: 128,
    comments: 14,
    publishDate: '2026-11-24',
    hashtags: ['citrus', 'slowmornings'],
    accountId: null,
    account: null,
    assignee: null,
    teamComments: 0,
    approvalAskedAt: null,
    createdTime: '2026-11-09T12:00:00.000Z',
    version: 3,
    changedAt: '2026-11-09T12:00:00.000Z',
    changedBy: null,
    ...part,
  }
}

/** One page of a list of posts: the rows, how many there are in all, and where the next page begins. */
export function postPage(rows: readonly ContentItem[], { total = rows.length, next = '' } = {}): Response {
  const count = { 'X-Total-Count': String(total) }
  return json(rows, 200, next ? { ...count, Link: `</api/posts?cursor=${next}>; rel="next"` } : count)
}

export function counts(part: Partial<ContentCounts> = {}): Response {
  return json({ draft: 148, approved: 62, published: 386, total: 601, undated: 12, needsApproval: 0, ...part })
}

export function aSync(part: Partial<ContentSync> = {}): ContentSync {
  return { state: 'built_in', table: null, pulledAt: null, isPulling: false, message: null, ...part }
}

export function aCalendar(
  items: readonly ContentItem[],
  part: { timeZone?: string; today?: string; isComplete?: boolean } = {},
): Response {
  return json({ timeZone: 'UTC', today: '2026-11-20', isComplete: true, items, ...part })
}
