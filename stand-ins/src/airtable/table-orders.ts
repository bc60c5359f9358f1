/**
 * What other processes may order at the control door, as people do in the vendor's own screen; it costs no call:
 *
 *     POST /__stand-in/table   {"table": "Posts", "add": [{…}]} · {"table": "Posts", "edit": [{"id": "rec…", "fields": {…}}]} ·
 *                              {"table": "Posts", "remove": ["rec…"]} · {"table": "Posts", "rename": {"from": "…", "to": "…"}} ·
 *                              {"table": "Posts"}
 *     POST /__stand-in/offsets {"vanish": 1}
 *
 * Answers the records that the table then has.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from '../http/send.ts'
import type { Base } from './base.ts'

interface TableOrder {
  table: string
  add?: Record<string, unknown>[]
  edit?: { id: string; fields: Record<string, unknown> }[]
  remove?: string[]
  rename?: { from: string; to: string }
}

const text = { type: 'string' }
const exactly = (properties: Record<string, object>, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const ajv = new Ajv2020()
const isTableOrder = ajv.compile<TableOrder>(
  exactly(
    {
      table: text,
      add: { type: 'array', items: { type: 'object' } },
      edit: { type: 'array', items: exactly({ id: text, fields: { type: 'object' } }, ['id', 'fields']) },
      remove: { type: 'array', items: text },
      rename: exactly({ from: text, to: text }, ['from', 'to']),
    },
    ['table'],
  ),
)
const isOffsetsOrder = ajv.compile<{ vanish: number }>(exactly({ vanish: { type: 'integer', minimum: 1 } }, ['vanish']))

export function tableOrders(kept: Base) {
  return (what: string, order: unknown): Answer | undefined => {
    if (what === 'offsets' && isOffsetsOrder(order)) {
      kept.walks.vanish(order.vanish)
      return { status: 200, body: {} }
    }
    const hands = what === 'table' && isTableOrder(order) ? kept.hands.get(order.table) : undefined
    if (!hands) return undefined
    const { add = [], edit = [], remove = [], rename } = order as TableOrder
    for (const fields of add) hands.add(fields)
    for (const { id, fields } of edit) hands.edit(id, fields)
    for (const id of remove) hands.remove(id)
    if (rename) hands.renameField(rename.from, rename.to)
    return { status: 200, body: { records: hands.records() } }
  }
}
