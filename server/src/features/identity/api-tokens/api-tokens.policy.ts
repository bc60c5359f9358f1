/** Who may manage whose tokens: administrators all users', every other user their own (spec §6). */
import { accessDenied, invalidInput } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** The owner of a new token. Another user's id gets the same refusal whether the user exists or not. */
export function ownerFor(viewer: Viewer, userId: number | undefined): number {
  if (userId !== undefined && viewer.role !== 'admin' && userId !== viewer.userId) throw accessDenied()
  const owner = userId ?? viewer.userId
  // The operator of the machine is not in the user list.
  if (owner === null) throw invalidInput('Select a user', { userId: 'is missing' })
  return owner
}

/** Whose tokens are looked at, as a name; null for the viewer's own. */
export function resolveUsername(viewer: Viewer, username: string | undefined): string | null {
  const key = username?.toLowerCase() ?? null
  if (key !== null && viewer.role !== 'admin' && key !== viewer.username.toLowerCase()) throw accessDenied()
  return key
}

export const mayDelete = (viewer: Viewer, token: { user_id: number }) =>
  viewer.role === 'admin' || token.user_id === viewer.userId
