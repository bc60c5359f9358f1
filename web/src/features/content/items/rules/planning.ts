/** What the planning page is filtered by. */

/** Statuses the page can be filtered by, as they stand in its address and as the API names them. */
export const PLANNING_STATUSES = ['draft', 'needs_approval', 'approved', 'published'] as const
export type PlanningStatus = (typeof PLANNING_STATUSES)[number]

/** Absent: any. */
export interface PlanningFilter {
  readonly companyId?: number | undefined
  readonly accountId?: string | undefined
  readonly assigneeId?: string | undefined
  readonly status?: PlanningStatus | undefined
  readonly q?: string | undefined
}
