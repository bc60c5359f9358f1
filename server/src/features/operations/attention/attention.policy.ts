import { accessDenied } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** The operator of the machine has no screen, and nothing of their own on one. */
export function someUser({ userId }: Viewer): number {
  if (userId === null) throw accessDenied()
  return userId
}
