import { accessDenied } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** A link shows a company's data to people without an account: for administrators and pro users. */
export function mayShare(viewer: Viewer): void {
  if (viewer.role === 'basic') throw accessDenied()
}
