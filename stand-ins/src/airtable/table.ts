/** A table: columns with types, records with ids. Kept in memory, changed by the interface and by tests alike. */
import { airtableErrors, Refused } from './airtable-errors.ts'
import { type Attachment, toShownAttachment } from './attachments.ts'
import { type Field, type FieldType, toCellValue } from './cells.ts'

export interface TableDefinition {
  name: string
  fields: { name: string; type: FieldType; choices?: string[]; precision?: number }[]
  records?: Record<string, unknown>[]
}

export interface ShownRecord {
  id: string
  createdTime: string
  fields: Record<string, unknown>
}

/** Where and when an answer is made: links carry both. */
export interface Scene {
  base: string
  at: number
}

interface Row {
  id: string
  createdAt: number
  changedAt: number
  cells: Map<string, unknown>
}

export interface WriteOptions {
  typecast?: boolean
  /** Cells that are not named are cleared. */
  replaces?: boolean
  partly?(reason: string): void
}

/** What tests change as people do in the vendor's own screen: options are added, the clock stamps the record. */
export interface StandInTable {
  readonly id: string
  readonly name: string
  /** Answers the new record's id. */
  add(fields: Record<string, unknown>): string
  edit(recordId: string, fields: Record<string, unknown>): void
  remove(recordId: string): void
  /** Takes a record that was removed out of the trash: with its id and its times. */
  restore(recordId: string): void
  /** In the order of their creation, with links that work now. */
  records(): ShownRecord[]
  find(recordId: string): ShownRecord | undefined
  renameField(from: string, to: string): void
  /** Another type; the cells of the column are empty then. */
  retypeField(name: string, type: FieldType): void
  removeField(name: string): void
}

export type Table = ReturnType<typeof table>

export function table(definition: TableDefinition, ids: { newId(prefix: string): string }, scene: () => Scene) {
  const { newId } = ids
  const id = newId('tbl')
  let fields: Field[] = definition.fields.map(({ name, type, choices = [], precision = 0 }) => ({
    id: newId('fld'),
    name,
    type,
    precision,
    choices: choices.map((choice) => ({ id: newId('sel'), name: choice })),
  }))
  const viewId = newId('viw')
  const rows = new Map<string, Row>()
  const trash = new Map<string, Row>()

  /** By its name or its id. */
  function fieldOf(text: string): Field {
    const field = fields.find(({ id: fieldId, name }) => name === text || fieldId === text)
    if (!field) throw new Refused(airtableErrors.unknownField(text))
    return field
  }

  function change(row: Row, values: Record<string, unknown>, options: WriteOptions): Row {
    const { typecast = false, replaces = false, partly = () => {} } = options
    const cells = replaces ? new Map<string, unknown>() : new Map(row.cells)
    for (const [name, value] of Object.entries(values)) {
      const field = fieldOf(name)
      const after = toCellValue(value, { field, before: row.cells.get(field.id), typecast, newId, partly })
      if (after === undefined) cells.delete(field.id)
      else cells.set(field.id, after)
    }
    return { ...row, cells, changedAt: scene().at }
  }

  function rowOf(recordId: string): Row {
    const row = rows.get(recordId)
    if (!row) throw new Refused(airtableErrors.notFound())
    return row
  }

  function toShownCell(row: Row, field: Field, { base, at }: Scene): unknown {
    if (field.type === 'createdTime') return new Date(row.createdAt).toISOString()
    if (field.type === 'lastModifiedTime') return new Date(row.changedAt).toISOString()
    // The only formula there is: how long the first column is.
    if (field.type === 'formula') return String(row.cells.get(fields[0]?.id ?? '') ?? '').length
    const value = row.cells.get(field.id)
    if (field.type !== 'multipleAttachments' || value === undefined) return value
    return (value as Attachment[]).map((attachment) => toShownAttachment(attachment, { base, at }))
  }

  function toShownRecord(row: Row, now: Scene, only?: readonly Field[]): ShownRecord {
    const cells = (only ?? fields).flatMap((field) => {
      const value = toShownCell(row, field, now)
      return value === undefined ? [] : [[field.name, value] as const]
    })
    return { id: row.id, createdTime: new Date(row.createdAt).toISOString(), fields: Object.fromEntries(cells) }
  }

  /** The service fetches what it was given by address a little later. */
  function fetchGiven(row: Row): void {
    for (const value of row.cells.values())
      if (Array.isArray(value))
        for (const attachment of value as Attachment[]) if (typeof attachment === 'object') delete attachment.given
  }

  /** All or nothing. Answers the records as they are then. */
  function write(entries: { id?: string; fields: Record<string, unknown> }[], options: WriteOptions): ShownRecord[] {
    const at = scene().at
    const changed = entries.map((entry) =>
      change(
        entry.id === undefined ? { id: newId('rec'), createdAt: at, changedAt: at, cells: new Map() } : rowOf(entry.id),
        entry.fields,
        options,
      ),
    )
    for (const row of changed) rows.set(row.id, row)
    const answered = changed.map((row) => toShownRecord(row, scene()))
    for (const row of changed) fetchGiven(row)
    return answered
  }

  function remove(recordIds: readonly string[]): { id: string; deleted: true }[] {
    for (const recordId of recordIds) rowOf(recordId)
    return recordIds.map((recordId) => {
      trash.set(recordId, rowOf(recordId))
      rows.delete(recordId)
      return { id: recordId, deleted: true }
    })
  }

  function addAttachment(recordId: string, name: string, filename: string): ShownRecord {
    const row = rowOf(recordId)
    const field = fieldOf(name)
    if (field.type !== 'multipleAttachments') throw new Refused(airtableErrors.badValue(name))
    const before = (row.cells.get(field.id) ?? []) as Attachment[]
    const after = { ...row, changedAt: scene().at, cells: new Map(row.cells) }
    after.cells.set(field.id, [...before, { id: newId('att'), filename }])
    rows.set(recordId, after)
    return toShownRecord(after, scene())
  }

  const hands: StandInTable = {
    id,
    name: definition.name,
    add(values) {
      const [record] = write([{ fields: values }], { typecast: true })
      return record?.id ?? ''
    },
    edit: (recordId, values) => {
      write([{ id: recordId, fields: values }], { typecast: true })
    },
    remove: (recordId) => {
      remove([recordId])
    },
    restore: (recordId) => {
      const row = trash.get(recordId)
      if (row) rows.set(recordId, row)
    },
    records: () => [...rows.values()].map((row) => toShownRecord(row, scene())),
    find: (recordId) => {
      const row = rows.get(recordId)
      return row && toShownRecord(row, scene())
    },
    renameField: (from, to) => {
      fieldOf(from).name = to
    },
    retypeField(name, type) {
      const field = fieldOf(name)
      field.type = type
      for (const row of rows.values()) row.cells.delete(field.id)
    },
    removeField(name) {
      const gone = fieldOf(name)
      fields = fields.filter((field) => field !== gone)
    },
  }
  for (const values of definition.records ?? []) hands.add(values)

  return {
    hands,
    write,
    remove,
    addAttachment,
    fieldOf,
    recordIds: () => [...rows.keys()],
    /** Undefined when it is gone. */
    record(recordId: string, only?: readonly Field[]): ShownRecord | undefined {
      const row = rows.get(recordId)
      return row && toShownRecord(row, scene(), only)
    },
    describe: () => ({
      id,
      name: definition.name,
      primaryFieldId: fields[0]?.id ?? newId('fld'),
      fields: fields.map(describeField),
      views: [{ id: viewId, name: 'Grid view', type: 'grid' }],
    }),
  }
}

function describeField({ id, name, type, choices, precision }: Field) {
  const timed = { type: 'dateTime', options: { timeZone: 'utc' } }
  const options: Partial<Record<FieldType, object>> = {
    singleSelect: { choices },
    multipleSelects: { choices },
    number: { precision },
    multipleAttachments: { isReversed: false },
    lastModifiedTime: { isValid: true, referencedFieldIds: [], result: timed },
    createdTime: { result: timed },
    formula: { isValid: true, formula: 'LEN({…})', result: { type: 'number', options: { precision: 0 } } },
  }
  return { id, name, type, ...(options[type] && { options: options[type] }) }
}
