/** Which items a list, the calendar or the counts hold. */
import * as z from 'zod'
import { PathId, PathIds } from '../base/shared.ts'
import { ITEM_STATUSES_MAX } from './limits.ts'

export const ItemFilter = {
  /** Administrators may name any company; without one they see their own companies. Others see theirs. */
  companyId: PathId.optional(),
  accountId: PathIds.optional(),
  assigneeId: PathIds.optional(),
}

/**
 * Statuses with commas between, compared as the specification compares them (trimmed, in lower case). `needs_approval` names
 * the drafts that wait for approval.
 */
export const StatusFilter = z
  .string()
  .max(300)
  .transform((text) => text.split(','))
  .pipe(z.array(z.string().trim().min(1, 'must be statuses with commas between').max(50)).max(ITEM_STATUSES_MAX))
