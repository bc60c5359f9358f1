/** Content items for tests: made through the door, or put into the store as a table elsewhere would. */
import type { ContentChange, ContentItem } from '@tangelo/contract'
import { emptyItem, type ItemChange, TABLE_AUTHOR, writeItems } from '#features/content/index.ts'
import { type Person, START, type World } from './world.ts'

/** A draft without changes, made by hand in company 1 where the clock of a world begins. */
export const aDraft = (post: Partial<ContentItem> & { id: string }): ContentItem => ({
  companyId: 1,
  status: 'Draft',
  caption: null,
  taggedUsers: null,
  mediaType: null,
  location: null,
  imageUrl: null,
  likes: null,
  comments: null,
  publishDate: null,
  hashtags: null,
  accountId: null,
  account: null,
  assignee: null,
  teamComments: 0,
  approvalAskedAt: null,
  createdTime: new Date(START).toISOString(),
  version: 1,
  changedAt: new Date(START).toISOString(),
  changedBy: null,
  ...post,
})

export async function createPost({ ask }: World, fields: object = {}, who: Person = 'pro'): Promise<ContentItem> {
  const res = await ask(who, 'POST', '/api/content/posts', fields)
  if (res.statusCode !== 201) throw new Error(res.body)
  return res.json()
}

export const historyOf = async ({ ask }: World, id: string): Promise<ContentChange[]> =>
  (await ask('pro', 'GET', `/api/content/posts/${id}/history`)).json()

/** The ids of a list, in its order. */
export const idsOf = (answer: { json(): unknown }) => (answer.json() as ContentItem[]).map(({ id }) => id)

/** The address of a list's next page. */
export const nextOf = (headers: Record<string, unknown>) =>
  /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

interface Item extends ItemChange {
  id: string
  companyId?: number
  /** Milliseconds after the world begins; 0 unless given. */
  createdAt?: number
  isGone?: boolean
}

/** Items as a table elsewhere tells them. */
export async function itemsIn({ database }: Pick<World, 'database'>, items: readonly Item[]): Promise<void> {
  const writes = items.map(({ id, companyId = 1, createdAt = 0, isGone = false, ...change }) => {
    const at = START + createdAt
    return { before: emptyItem({ id, companyId, at }), isNew: true, change, at, isGone, tableChangedAt: at }
  })
  await database.transaction((tx) => writeItems({ queries: tx, engine: database.engine }, writes, TABLE_AUTHOR, START))
}
