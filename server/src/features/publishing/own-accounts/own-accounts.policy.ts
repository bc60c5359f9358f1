/** Who may connect accounts and publish to them. */
import { accessDenied } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** What goes out in a client's name is for administrators and pro users. */
export function mayPublish(viewer: Viewer): void {
  if (viewer.role === 'basic') throw accessDenied()
}
