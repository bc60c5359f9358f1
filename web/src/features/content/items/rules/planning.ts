/** What the planning page is filtered by. */

/** Statuses the page can be filtered by, as they stand in its address. */
export const PLANNING_STATUSES = ['draft', 'approved', 'published'] as const
export type PlanningStatus = (typeof PLANNING_STATUSES)[number]
