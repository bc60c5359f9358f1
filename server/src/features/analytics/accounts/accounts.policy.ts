/** Who may change what of an account. */
import { accessDenied } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** Only administrators rename an account or move it to another company. */
export function mayChange(viewer: Viewer, change: { username?: unknown; companyId?: unknown }): void {
  if (viewer.role !== 'admin' && (change.username !== undefined || change.companyId !== undefined))
    throw accessDenied('Only administrators change the username or the company of an account')
}
