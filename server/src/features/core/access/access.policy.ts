/** What a viewer may see, and in whose name a viewer acts (D6, D7). */
import { accessDenied, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'

/** The companies a viewer sees: all of them, one, or none ("no company" never means "all"). */
export type Scope = 'all' | number | 'none'

export const scopeOf = (viewer: Viewer): Scope => (viewer.role === 'admin' ? 'all' : (viewer.companyId ?? 'none'))

/** The same for one company: a viewer who may not see it gets no rows. */
export function scopeWithin(viewer: Viewer, companyId: number | undefined): Scope {
  const scope = scopeOf(viewer)
  if (companyId === undefined || scope === companyId) return scope
  return scope === 'all' ? companyId : 'none'
}

/** Of these companies, or of all, those that a viewer sees: 'all', or a list that may be empty. */
export function companiesWithin(viewer: Viewer, companyIds: readonly number[] | undefined): 'all' | readonly number[] {
  const scope = scopeOf(viewer)
  if (scope === 'none') return []
  if (scope === 'all') return companyIds ?? 'all'
  return companyIds === undefined || companyIds.includes(scope) ? [scope] : []
}

/** Throws `not_found` for another company than the viewer's, as for one that does not exist. */
export function maySeeCompany(viewer: Viewer, companyId: number): void {
  const scope = scopeOf(viewer)
  if (scope !== 'all' && scope !== companyId) throw notFound('Company')
}

declare const seen: unique symbol
/** A row that this viewer may see: the type proves that it was checked. */
export type Visible<Row> = Row & { readonly [seen]: true }

/** Null for a foreign row as for a missing one, so that the two answer alike. */
export function visible<Row extends { company_id: number }>(viewer: Viewer, row: Row | undefined): Visible<Row> | null {
  const scope = scopeOf(viewer)
  return row && (scope === 'all' || scope === row.company_id) ? (row as Visible<Row>) : null
}

/** The company of a new account or an import that names none: the viewer's, else company 1 (spec §5). */
export const companyFor = (viewer: Viewer, chosen: number | undefined): number => chosen ?? viewer.companyId ?? 1

/** The company that owns what a user creates for their own company. Throws `access_denied` for a user without one. */
export function ownCompany(viewer: Viewer): number {
  if (viewer.companyId === null && viewer.role !== 'admin')
    throw accessDenied("You're not in a company yet. Ask an administrator to add you.")
  return companyFor(viewer, undefined)
}

/**
 * The company that a user plans for: an administrator may name any, which need not exist; others have their own. Throws
 * `invalid_input` for another one, and `access_denied` for a user without one.
 */
export function companyPlanned(viewer: Viewer, named: number | undefined): number {
  if (viewer.role === 'admin' && named !== undefined) return named
  const own = ownCompany(viewer)
  if (named !== undefined && named !== own)
    throw invalidInput('You plan for your own company', { companyId: 'is not your company' })
  return own
}

/** spec §6: reels, their renders and what goes into them are for administrators and pro users. */
export function mayMakeReels(viewer: Viewer): void {
  if (viewer.role === 'basic') throw accessDenied()
}

/** spec §6: plans, credits and payments are for administrators and pro users. */
export function maySeePlans(viewer: Viewer): void {
  if (viewer.role === 'basic') throw accessDenied()
}
