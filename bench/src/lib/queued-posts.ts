/** Posts that are queued over HTTP, until they are live. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PublishingStandIn } from '@tangelo/stand-ins'
import { openDatabase, type StoreLocation } from '../../../server/src/platform/database/database.ts'
import type { Lifetime } from './lifetime.ts'
import { photograph } from './photographs.ts'
import { ask, type Product } from './product.ts'
import type { Post } from './publications.ts'

const LOOK_EVERY_MS = 250
const ENDS_WITHIN_MS = 15 * 60_000

export interface Here {
  life: Lifetime
  location: StoreLocation
  dataFolder: string
  stand: PublishingStandIn
  product: Product
  token: string
  accountIds: readonly number[]
}

export async function uploadImage({ product, token }: Here): Promise<string> {
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(await photograph(1, 1080, 1350))]), 'post.jpg')
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/upload/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`The picture was not taken: ${answer.status}`)
  const { imageUrls }: { imageUrls: string[] } = await answer.json()
  return new URL(imageUrls[0] ?? '').pathname
}

export const queue = ({ product, token }: Here, { itemId, accountId }: Post, at?: string) =>
  ask(product.port, token, 'POST', '/api/publications', Object.assign({ itemId, accountId }, at && { at }))

export const liveOf = (stand: PublishingStandIn) =>
  stand.accounts.reduce(
    (sum, { media }) => sum + media.filter(({ containerId, isChild }) => containerId !== null && !isChild).length,
    0,
  )

export async function untilLive({ stand }: Here, count: number): Promise<void> {
  const begun = performance.now()
  while (liveOf(stand) < count) {
    if (performance.now() - begun > ENDS_WITHIN_MS) throw new Error(`${liveOf(stand)} of ${count} posts are live`)
    await pause(LOOK_EVERY_MS)
  }
}

/** When the order of each post that was due then left. */
export async function readOrders(
  location: StoreLocation,
  plannedAt: number,
): Promise<{ lateMs: number; orders: number }[]> {
  const database = openDatabase(location)
  try {
    const rows = await database.queries
      .selectFrom('publications')
      .select(['ordered_at', 'orders'])
      .where('planned_at', '=', plannedAt)
      .where('state', '=', 'published')
      .execute()
    return rows.flatMap(({ ordered_at, orders }) =>
      ordered_at === null ? [] : [{ lateMs: ordered_at - plannedAt, orders }],
    )
  } finally {
    await database.close()
  }
}
