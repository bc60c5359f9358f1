/** Pure decisions on what a record of a table and an item here become, when either may have changed since they last agreed. */
import type { FieldChange, ItemChange } from '#features/content/index.ts'
import { CELL_FIELDS, type CellField, type Told, type Value } from '../field-mapping/field-mapping.rules.ts'

export interface Sides {
  /** The item as it is here. */
  ours: { readonly [Field in CellField]: Value }
  /** When it was changed last here. */
  oursAt: number
  /** What the table tells now, and when that was changed. */
  theirs: Told
  theirsAt: number
  /** What it told last; null where nobody remembers. */
  before: Told | null
  /** Everything that was changed here has reached the table since it told `before`. */
  isWritten: boolean
  /** What the table would tell of a value of ours; undefined where its column cannot hold it. */
  asTold(field: CellField, value: Value): Value | undefined
}

export interface Merged {
  /** What the item takes from the table. */
  change: ItemChange
  /** What the table is to take from the item. */
  push: ItemChange
  /** Fields changed on both sides: what lost and what stands. */
  conflicts: FieldChange[]
}

/** Of a field that changed on both sides, the newer edit wins; the table's where both are of the same moment. */
export function merged({ ours, oursAt, theirs, theirsAt, before, isWritten, asTold }: Sides): Merged {
  const change: Partial<Record<CellField, Value>> = {}
  const push: Partial<Record<CellField, Value>> = {}
  const conflicts: FieldChange[] = []
  for (const field of CELL_FIELDS) {
    const there = theirs[field]
    const here = asTold(field, ours[field])
    if (there === undefined || (here !== undefined && isSame(here, there))) continue
    const agreed = before === null ? undefined : isWritten && before[field] !== undefined ? here : before[field]
    const changedThere = agreed === undefined ? there !== null : !isSame(agreed, there)
    const changedHere = agreed === undefined ? ours[field] !== null : here === undefined || !isSame(agreed, here)
    if (changedThere && changedHere && theirsAt < oursAt) {
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
