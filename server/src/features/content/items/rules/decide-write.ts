/** What a write of an item makes of it, and what its history says. Pure. */
import { applyChange, fieldsChangedAt, type ItemChange, type ItemRow } from '../items.rules.ts'
import { differences, type FieldChange, isOurs } from './item-history.ts'
import { renderCalendarItem, renderItem, searchText } from './item-json.ts'

/** Who changes items. */
export interface Author {
  origin: 'here' | 'table'
  name: string | null
  userId: number | null
}

export interface ItemWrite {
  /** As `lockItems` read it in this transaction, or `emptyItem` for a new one. */
  before: ItemRow
  isNew?: boolean
  change: ItemChange
  /** When it was changed: now, or when the table says. */
  at: number
  /** Deleted in the table, or there again. Absent: as it is. */
  isGone?: boolean
  /** When the table says that it was modified last. Stored also where nothing else changes. */
  tableChangedAt?: number | undefined
  /** Values that a newer edit replaced: `from` lost, `to` stands. An entry of its own in the history. */
  conflicts?: readonly FieldChange[]
  /**
   * What becomes of a write that a company's rule does not allow without an approval: it throws, or all but the status is written
   * and the item stays or becomes a draft. Absent: it throws for users; a table does not get an answer, so it is held.
   */
  ifUnapproved?: 'throw' | 'hold'
}

/** An item before and after a write, as far as the rules of companies look at it. */
export const outcomeOf = (write: ItemWrite): { before: ItemRow | null; after: ItemRow } => ({
  before: write.isNew ? null : write.before,
  after: applyWrite(write),
})

const applyWrite = ({ before, change, isGone, tableChangedAt }: ItemWrite): ItemRow => ({
  ...applyChange(before, change),
  is_gone: isGone === undefined ? before.is_gone : isGone ? 1 : 0,
  table_changed_at: tableChangedAt ?? before.table_changed_at,
})

export function decide(write: ItemWrite, author: Author) {
  const { before, isNew = false, at, conflicts = [] } = write
  const wanted = applyWrite(write)
  const changes = [...differences(before, wanted), ...presenceChange(before, wanted)]
  const isReal = isNew || changes.length > 0
  const entry = (kind: 'made' | 'changed' | 'conflict', fields: readonly FieldChange[]) => ({
    company_id: before.company_id,
    item_id: before.id,
    at,
    by_name: author.name,
    user_id: author.userId,
    origin: author.origin,
    kind,
    changes: JSON.stringify(fields),
  })
  const after: ItemRow = isNew
    ? { ...wanted, source: author.origin }
    : isReal
      ? {
          ...wanted,
          version: before.version + 1,
          changed_at: at,
          changed_by: author.name,
          fields_changed_at: changes.every(({ field }) => isOurs(field)) ? fieldsChangedAt(before) : null,
        }
      : wanted.table_changed_at === before.table_changed_at
        ? before
        : { ...before, table_changed_at: wanted.table_changed_at }
  return {
    before: isNew ? null : before,
    after,
    isNew,
    isReal,
    fields: changes.map(({ field }) => field),
    entries: [
      ...(conflicts.length > 0 ? [entry('conflict', conflicts)] : []),
      ...(isNew ? [entry('made', [])] : changes.length > 0 ? [entry('changed', changes)] : []),
    ],
  }
}

function presenceChange(before: ItemRow, after: ItemRow): FieldChange[] {
  if (before.is_gone === after.is_gone) return []
  const word = ({ is_gone }: ItemRow) => (is_gone === 1 ? 'gone' : 'there')
  return [{ field: 'presence', from: word(before), to: word(after) }]
}

export const deriveColumns = (row: ItemRow) => ({
  search_text: searchText(row),
  shown: renderItem(row),
  planned: renderCalendarItem(row),
})
