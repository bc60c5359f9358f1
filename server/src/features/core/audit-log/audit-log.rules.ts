/** Pure decisions on the audit log: what an entry says, and how it is sealed. */
import { hash } from 'node:crypto'
import type { AuditCheck } from '@tangelo/contract'
import {
  AUDIT_GROUPS,
  type AuditAction,
  type AuditGroup,
  type AuditObject,
  type AuditWay,
} from '@tangelo/contract/audit-actions'
import type { Row } from '#platform/database/schema.ts'

/** Who did it; every `Viewer` is one. */
export interface Actor {
  userId: number | null
  username: string
  address: string | null
  via: AuditWay
  /** Of what it does nothing is recorded (docs/decisions/0040). */
  isDemo?: true
}

/** The actor of automatic acts: returns credits, switches something off. */
export const THE_SERVER: Actor = { userId: null, username: '', address: null, via: 'server' }

/** A user who did not get in. The name that they typed may be a password by mistake: it is not stored. */
export const stranger = (address: string): Actor => ({ userId: null, username: '', address, via: 'stranger' })

type Plain = string | number | boolean | null

/** Further details, by name; never a secret. A change is recorded with both of its values. */
export type AuditDetails = Record<string, Plain | { from: Plain; to: Plain }>

export interface NewAuditEntry {
  act: AuditAction
  object: { kind: AuditObject; id: string | number | null; name: string | null }
  /** Whose affair it is; null for the installation's. */
  companyId: number | null
  details?: AuditDetails
}

export type EntryRow = Row<'audit_entries'>
type UnsealedEntry = Omit<EntryRow, 'hash' | 'act_group' | 'search_text'>

/** Texts are kept so that they can be read again, and no longer than a reader needs. */
const TEXT_MAX_LENGTH = 200
const cut = (text: string) => (text.length > TEXT_MAX_LENGTH ? `${text.slice(0, TEXT_MAX_LENGTH)}…` : text)

export const asEntry = (number: number, at: number, actor: Actor, entry: NewAuditEntry): UnsealedEntry => ({
  number,
  at,
  act: entry.act,
  user_id: actor.userId,
  user_name: readable(actor.username),
  via: actor.via,
  address: actor.address,
  object_kind: entry.object.kind,
  object_id: entry.object.id === null ? null : String(entry.object.id),
  object_name: entry.object.name === null ? null : readable(entry.object.name),
  company_id: entry.companyId,
  details: JSON.stringify(entry.details ?? {}, (_, value) => (typeof value === 'string' ? cut(value) : value)),
})

/** As every store keeps it: PostgreSQL takes neither U+0000 nor half a character. */
const readable = (name: string) => cut(name).toWellFormed().replaceAll('\0', '')

/** The seal of an entry: it covers everything the entry says and, through the hash before it, every earlier entry. */
export const sealOf = (entry: UnsealedEntry, before: string): string =>
  hash(
    'sha256',
    JSON.stringify([
      before,
      entry.number,
      entry.at,
      entry.act,
      entry.user_id,
      entry.user_name,
      entry.via,
      entry.address,
      entry.object_kind,
      entry.object_id,
      entry.object_name,
      entry.company_id,
      entry.details,
    ]),
    'hex',
  )

/** Details of values that may be absent. */
export const detailsOf = (values: Record<string, Plain | undefined>): AuditDetails =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Which of the values differ, from what to what: for the details of a change. */
export function differences<Values extends Record<string, Plain>>(before: Values, after: Values): AuditDetails {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  return Object.fromEntries(names.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]))
}

/** What is kept beside an entry to find it by: it follows from the entry, and the seal does not cover it. */
export const toSearchColumns = ({ act, user_name, object_name, address }: UnsealedEntry) => ({
  act_group: groupOf(act),
  search_text: [user_name, object_name, address].filter(Boolean).join('\n').toLowerCase(),
})

// Object.keys forgets the names that the groups have. Every act is in one.
const groupOf = (act: AuditAction): AuditGroup =>
  (Object.keys(AUDIT_GROUPS) as AuditGroup[]).find((group) => isIn(AUDIT_GROUPS[group], act)) ?? 'installation'

const isIn = (acts: readonly AuditAction[], act: AuditAction) => acts.includes(act)

/** The hash before the first entry. */
const BEFORE_ALL = '0'.repeat(64)

/** What does not hold, entry by entry in their order. */
export function chainCheck({ entries, hash: last }: Head, noted: Noted | null) {
  const problems: AuditCheck['problems'] = []
  let before = BEFORE_ALL
  let next = 1
  return {
    look(entry: EntryRow): void {
      // The hash before a gap is unknown.
      if (entry.number !== next) problems.push({ number: next, kind: 'missing' })
      else if (sealOf(entry, before) !== entry.hash) problems.push({ number: entry.number, kind: 'changed' })
      if (entry.number === noted?.number && entry.hash !== noted.hash)
        problems.push({ number: entry.number, kind: 'not_as_noted' })
      before = entry.hash
      next = entry.number + 1
    },
    finish(): AuditCheck['problems'] {
      if (next <= entries) problems.push({ number: next, kind: 'missing' })
      else if (before !== last) problems.push({ number: entries, kind: 'not_the_last' })
      if (noted && noted.number > entries) problems.push({ number: noted.number, kind: 'not_as_noted' })
      return problems
    },
  }
}

/** How many entries there are, and the hash of the last. */
interface Head {
  entries: number
  hash: string
}

/** An entry whose hash an administrator has stored elsewhere. */
export interface Noted {
  number: number
  hash: string
}
