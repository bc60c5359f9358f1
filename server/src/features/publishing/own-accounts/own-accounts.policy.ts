/** Who may connect accounts and publish to them. */
import { accessDenied } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** What goes out in a client's name is for administrators and pro users. */
export function mayPublish(viewer: Viewer): void {
  if (viewer.role === 'basic') throw accessDenied()
}

/** The same at the moment of coming back from the service's page, of the user as they are then. */
export const mayStillConnect = (
  user: Pick<Viewer, 'role' | 'companyId'> | undefined,
  companyId: number,
): user is Pick<Viewer, 'role' | 'companyId'> =>
  user !== undefined && (user.role === 'admin' || (user.role === 'pro' && user.companyId === companyId))
