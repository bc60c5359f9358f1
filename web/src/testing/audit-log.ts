/** The audit log for tests of its page: entries, their list, and what was asked. */
import type { RouteReply } from '@tangelo/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { page } from './accounts.ts'
import { json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'

type Entry = RouteReply<'GET /api/audit-log'>[number]

export const anEntry = (part: Partial<Entry> = {}): Entry => ({
  number: 7,
  at: '2026-11-20T09:02:00.000Z',
  act: 'user.changed',
  userId: 1,
  userName: 'admin',
  via: 'session',
  address: '203.0.113.9',
  objectKind: 'user',
  objectId: '5',
  objectName: 'mara',
  companyId: 2,
  companyName: 'Grove',
  details: { role: { from: 'basic', to: 'pro' }, newPassword: true },
  hash: 'ab'.repeat(32),
  ...part,
})

export const entries = (rows: Entry[], { total = rows.length, next = '' } = {}) =>
  json(rows, 200, {
    'X-Total-Count': String(total),
    ...(next ? { Link: `</api/audit-log?cursor=${next}>; rel="next"` } : {}),
  })

export const openAuditLog = (handlers: Handlers) =>
  openApp('/admin?tab=system&part=audit', {
    'GET /api/accounts': () => page([]),
    'GET /api/audit-log': () => entries([anEntry()]),
    ...handlers,
  })

export const list = async () => within(await screen.findByRole('list', { name: 'Audit log entries' }))
export const listQueries = (calls: { name: string; url: string }[], name = 'GET /api/audit-log') =>
  calls.filter((call) => call.name === name).map(({ url }) => new URL(url, 'http://here').searchParams)

export const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(screen.getByRole('option', { name: option }))
}
