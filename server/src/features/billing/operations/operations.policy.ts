/** Who may pay for a company (D35). */
import { maySeeCompany } from '#features/core/index.ts'
import { accessDenied } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** Throws `access_denied` for basic users, and `not_found` for another company than the viewer's. */
export function mayPayFor(viewer: Viewer, companyId: number): void {
  if (viewer.role === 'basic') throw accessDenied()
  maySeeCompany(viewer, companyId)
}

/** Who may use the cards of the sandbox at all. */
export function mayPay(viewer: Viewer): void {
  if (viewer.role === 'basic') throw accessDenied()
}
