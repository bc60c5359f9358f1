/** A base: its tables, and what its interface does with them. */
import type { Answer } from '../http/send.ts'
import { airtableErrors, Refused } from './airtable-errors.ts'
import { parseFormula } from './formula.ts'
import type { ListQuestion } from './query.ts'
import { type Scene, type ShownRecord, type StandInTable, type Table, type TableDefinition, table } from './table.ts'
import { type Walks, walks } from './walks.ts'

const writesAtOnce = 10

export interface Writes {
  records: { id?: string; fields: Record<string, unknown> }[]
  /** Asked for one record, not for a list of one. */
  isSingle: boolean
  typecast: boolean
  replaces: boolean
}

export interface BaseOptions {
  tables: readonly TableDefinition[]
  scene: () => Scene
  /** Every other page of a walk is shorter than asked for. */
  hasShortPages: boolean
}

export interface Base {
  hands: Map<string, StandInTable>
  walks: Walks
  has(tableIdOrName: string): boolean
  list(tableIdOrName: string, question: ListQuestion): Answer
  read(tableIdOrName: string, recordId: string): Answer
  write(tableIdOrName: string, writes: Writes): Answer
  remove(tableIdOrName: string, recordIds: readonly string[], isSingle: boolean): Answer
  /** The record may be of any table. */
  upload(recordId: string, field: string, filename: string): Answer
  tables(): Answer
}

export function base({ tables: definitions, scene, hasShortPages }: BaseOptions): Base {
  let made = 0
  const newId = (prefix: string) => {
    made += 1
    return `${prefix}${made.toString(36).padStart(14, '0')}`
  }
  const tables = definitions.map((definition) => table(definition, { newId }, scene))
  const hands = new Map(tables.map((one) => [one.hands.name, one.hands]))
  const walking = walks(newId)

  function tableOf(text: string): Table {
    const found = tables.find(({ hands: { id, name } }) => id === text || name === text)
    if (!found) throw new Refused(airtableErrors.notAllowed())
    return found
  }

  function matching(from: Table, { formula, sort, maxRecords }: ListQuestion): string[] {
    const wanted = formula === undefined ? undefined : parseFormula(formula)
    if (formula !== undefined && !wanted) throw new Refused(airtableErrors.badFormula('it is not played here'))
    const read = (recordId: string) => from.record(recordId) as ShownRecord
    const name = wanted && wanted.fieldName !== null ? nameIn(from, wanted.fieldName) : null
    const timeOf = ({ createdTime, fields }: ShownRecord) =>
      Date.parse(String(name === null ? createdTime : fields[name]))
    const found = from.recordIds().filter((recordId) => !wanted || timeOf(read(recordId)) > wanted.after)
    for (const { field, direction } of sort.toReversed()) {
      const { name: sorted } = from.fieldOf(field)
      const turn = direction === 'asc' ? 1 : -1
      found.sort((one, other) => turn * compareCells(read(one).fields[sorted], read(other).fields[sorted]))
    }
    return found.slice(0, maxRecords)
  }

  function nameIn(from: Table, fieldName: string): string {
    try {
      return from.fieldOf(fieldName).name
    } catch {
      throw new Refused(airtableErrors.badFormula(`Unknown field names: ${fieldName.toLowerCase()}`))
    }
  }

  return {
    hands,
    walks: walking,
    has: (text) => tables.some(({ hands: { id, name } }) => id === text || name === text),
    list(tableIdOrName, question) {
      const from = tableOf(tableIdOrName)
      const { pageSize, offset, fields, ...rest } = question
      const only = fields?.map(from.fieldOf)
      const asked = JSON.stringify([from.hands.id, pageSize, fields, rest])
      const now = scene().at
      const found =
        offset === undefined
          ? { walk: walking.begin(asked, matching(from, question)), from: 0 }
          : walking.find(offset, now)
      if (!found) throw new Refused(airtableErrors.walkGone())
      const { walk } = found
      if (walk.question !== asked) throw new Refused(airtableErrors.invalidRequest())
      const isShort = hasShortPages && (walk.recordIds.length - found.from) % 2 === 1
      const end = found.from + (isShort ? Math.ceil(pageSize / 2) : pageSize)
      const page = walk.recordIds.slice(found.from, end)
      const next = walking.offsetAt(walk, end, now)
      // Gone meanwhile: left out, so that a page may be short.
      const records = page.flatMap((recordId) => from.record(recordId, only) ?? [])
      return { status: 200, body: { records, ...(next !== undefined && { offset: next }) } }
    },
    read(tableIdOrName, recordId) {
      const record = tableOf(tableIdOrName).record(recordId)
      return record ? { status: 200, body: record } : airtableErrors.notFound()
    },
    write(tableIdOrName, { records, isSingle, typecast, replaces }) {
      const into = tableOf(tableIdOrName)
      if (records.length > writesAtOnce) throw new Refused(airtableErrors.invalidRequest())
      for (const { id } of records)
        if (id !== undefined && !into.record(id))
          throw new Refused(isSingle ? airtableErrors.notFound() : airtableErrors.noSuchRecord(id))
      const reasons: string[] = []
      const partly = (reason: string) => reasons.push(reason)
      const done = into.write(records, { typecast, replaces, partly })
      const details = reasons.length > 0 ? { details: { message: 'partialSuccess', reasons } } : {}
      return { status: 200, body: isSingle ? done[0] : { records: done, ...details } }
    },
    remove(tableIdOrName, recordIds, isSingle) {
      const removed = tableOf(tableIdOrName).remove(recordIds)
      return { status: 200, body: isSingle ? removed[0] : { records: removed } }
    },
    upload(recordId, field, filename) {
      const into = tables.find((one) => one.record(recordId))
      if (!into) return airtableErrors.notFound()
      return { status: 200, body: into.addAttachment(recordId, field, filename) }
    },
    tables: () => ({ status: 200, body: { tables: tables.map((one) => one.describe()) } }),
  }
}

/** Empty cells come first. */
function compareCells(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [String(one ?? ''), String(other ?? '')]
  return a < b ? -1 : a > b ? 1 : 0
}
