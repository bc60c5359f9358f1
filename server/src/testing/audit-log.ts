/** The audit log for tests: entries without a user, and the list as an administrator reads it. */
import type { AuditEntry } from '@tangelo/contract'
import { expect } from 'vitest'
import { THE_SERVER } from '#features/core/audit-log/audit-log.rules.ts'
import { type World, world } from './world.ts'

export const AUDIT_LOG = '/api/audit-log'

export async function listEntries({ ask }: World, query = ''): Promise<AuditEntry[]> {
  const res = await ask('admin', 'GET', `${AUDIT_LOG}${query}`)
  expect(res.statusCode, res.body).toBe(200)
  return res.json()
}

export const SOMETHING = {
  act: 'setting.changed',
  object: { kind: 'setting', id: 'colour', name: 'Colour' },
  companyId: null,
} as const

/** Entries without a user, one for each name. */
export async function makeWorldWithEntries(names: readonly string[]): Promise<World> {
  const here = await world()
  for (const name of names) {
    await recordEntry(here, name)
    here.clock.moveBy(60_000)
  }
  return here
}

export const recordEntry = ({ database, services }: World, name: string, companyId: number | null = null) =>
  database.transaction((tx) =>
    services.auditLog.record(tx, THE_SERVER, { ...SOMETHING, object: { ...SOMETHING.object, name }, companyId }),
  )
