/** Pure decisions on when a table is pulled, how much of it is read, and what a record and its item become. */
import type { FieldChange, ItemChange, ItemRow } from '#features/content/index.ts'
import type { NewJob } from '#ports/queue.ts'
import { CELL_FIELDS, type RecordFields } from '../field-mapping/field-mapping.rules.ts'
import type { CellField, Value } from '../field-mapping/rules/cells.ts'
import { hasSameColumns } from '../settings/settings.rules.ts'
import type { TableRow } from '../settings/settings.store.ts'

/**
 * Everything is read when nothing else is possible, and once a day: only then is it seen what was deleted, and what a clock
 * that went wrong has hidden.
 */
export function readsEverything(
  { changed_until, walked_at }: { changed_until: number | null; walked_at: number | null },
  hasChangedTime: boolean,
  now: number,
): boolean {
  return !hasChangedTime || changed_until === null || walked_at === null || Math.abs(now - walked_at) >= DAY_MS
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** What was changed in the minute before is read again: it may have been stamped before and been seen after. */
const OVERLAP_MS = MINUTE_MS
const PULL_EVERY_MS = 5 * MINUTE_MS
/** Without a column of modification times, each pull is a full scan. */
const WHOLE_PULL_EVERY_MS = 15 * MINUTE_MS
const TRY_AGAIN_MS = MINUTE_MS

export const readFrom = (changedUntil: number): number => changedUntil - OVERLAP_MS

/** The service's clock may be behind ours by so much, without a change being passed over. */
const CLOCKS_APART_MS = 5 * MINUTE_MS

/**
 * Up to when changes have been read: the latest that was met, but nothing after the walk began, because what changes behind
 * a walk's back has a later time than its beginning. Where nothing has changed for long, soon before the walk began.
 */
export const findChangedUntil = (latest: number | null, beganAt: number): number =>
  Math.max(Math.min(latest ?? 0, beganAt), beganAt - CLOCKS_APART_MS)

export const nextPull = (hasChangedTime: boolean, now: number): number =>
  now + (hasChangedTime ? PULL_EVERY_MS : WHOLE_PULL_EVERY_MS)

/**
 * What a pull that ends decides on the next one. Where other columns were chosen while it ran, everything is read again, at once; and
 * a pull that has become due meanwhile stays due: this one may have read too early.
 */
export function afterPull(
  began: TableRow,
  stored: TableRow,
  { now, next, until }: { now: number; next: number; until: number },
): Pick<TableRow, 'next_pull_at' | 'changed_until'> {
  const isReset = stored.changed_until !== began.changed_until || !hasSameColumns(began, stored)
  if (isReset) return { next_pull_at: now, changed_until: null }
  const isDueAgain = stored.next_pull_at !== began.next_pull_at && stored.next_pull_at <= now
  return { next_pull_at: isDueAgain ? stored.next_pull_at : next, changed_until: until }
}

export const nextTry = (now: number, retryAt: number | null): number => Math.max(now + TRY_AGAIN_MS, retryAt ?? 0)

/** A second full scan confirms that so much is gone: an answer may have been empty by mistake. */
export const isSuspicious = (gone: number, known: number): boolean => gone > 10 && gone > known / 2

/** How far a pull is, from 0 to 1, where the total is unknown: it slows down towards the end. */
export const progressOf = (read: number, expected: number): number =>
  expected > 0 ? Math.min(0.99, read / expected) : read / (read + 2_000)

export interface Sides {
  /** The item as it is here. */
  ours: { readonly [Field in CellField]: Value }
  /** When it was changed last here. */
  oursAt: number
  /** The value that the table holds now, and when it changed. */
  theirs: RecordFields
  theirsAt: number
  /** What both sides agreed on last: read by a pull, or written from here since. Null where nothing is known. */
  before: RecordFields | null
  /** It is queued: its date is the time of its publication, whatever the table says. */
  keepsDate: boolean
  /** What the table would return for one of our values; undefined where its column cannot hold it. */
  asStored(field: CellField, value: Value): Value | undefined
}

export interface MergeResult {
  /** What the item takes from the table. */
  change: ItemChange
  /** What the table is to take from the item. */
  push: ItemChange
  /** Fields changed on both sides: what lost and what stands. */
  conflicts: FieldChange[]
}

/**
 * Of a field that changed on both sides, the newer edit wins; the table's where both are of the same moment. The date of an item that is
 * queued stands.
 */
export function mergeSides({ ours, oursAt, theirs, theirsAt, before, keepsDate, asStored }: Sides): MergeResult {
  const change: Partial<Record<CellField, Value>> = {}
  const push: Partial<Record<CellField, Value>> = {}
  const conflicts: FieldChange[] = []
  for (const field of CELL_FIELDS) {
    const there = theirs[field]
    const here = asStored(field, ours[field])
    if (there === undefined || (here !== undefined && isSame(here, there))) continue
    const agreed = before?.[field]
    const changedThere = agreed === undefined ? there !== null : !isSame(agreed, there)
    const changedHere = agreed === undefined ? ours[field] !== null : here === undefined || !isSame(agreed, here)
    const isKept = (keepsDate && field === 'publishDate') || (changedHere && theirsAt < oursAt)
    if (changedThere && isKept) {
      push[field] = ours[field]
      conflicts.push({ field, from: there, to: ours[field] })
    } else if (changedThere) {
      change[field] = there
      if (changedHere) conflicts.push({ field, from: ours[field], to: there })
    } else if (changedHere) {
      push[field] = ours[field]
    }
  }
  return { change: change as ItemChange, push: push as ItemChange, conflicts }
}

const isSame = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other)

export const COMPARE_RECORD = 'content-compare-record'

export const compareKeyOf = (itemId: string, version: number): string => `${itemId}:${version}`

/** One for each version: a job that is running may have read an earlier one. */
export const compareRecordOf = ({
  id,
  company_id,
  version,
}: Pick<ItemRow, 'id' | 'company_id' | 'version'>): NewJob => ({
  kind: COMPARE_RECORD,
  key: compareKeyOf(id, version),
  companyId: company_id,
  payload: { recordId: id },
})
