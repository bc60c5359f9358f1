/** Whose webhook it is: its user's. Administrators look after all of them. */
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** Whose webhooks the viewer sees: all users', or one user's. */
export const ownersSeen = (viewer: Viewer): 'all' | number => (viewer.role === 'admin' ? 'all' : (viewer.userId ?? 0))

/** Throws `not_found` alike for another user's webhook and for a missing one. */
export function mustOwn(viewer: Viewer, userId: number): void {
  const owners = ownersSeen(viewer)
  if (owners !== 'all' && owners !== userId) throw notFound('Webhook')
}
