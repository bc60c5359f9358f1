/** The audit log in the tab System: taken away as a file, and checked. */
import type { RouteReply } from '@tangelo/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { choose, list, listQueries, openAuditLog } from '../testing/audit-log.ts'
import { failure, json } from '../testing/network.ts'

afterEach(() => vi.restoreAllMocks())

test('the file is of what is filtered, and named by the day', async () => {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  })
  const calls = openAuditLog({ 'GET /api/audit-log/csv': () => new Response('"number"\r\n') })
  await list()
  await choose('About', 'Installation')
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^audit-log-\d{4}-\d\d-\d\d\.csv blob:file$/)]))
  expect(listQueries(calls, 'GET /api/audit-log/csv').map((query) => Object.fromEntries(query))).toEqual([
    { group: 'installation' },
  ])
})

test('a check says that all is as it was written, with the seal to keep, or what is not', async () => {
  let check: RouteReply<'POST /api/audit-log/check'> = {
    entries: 1_234,
    lastHash: 'cd'.repeat(32),
    problems: [],
    problemCount: 0,
  }
  let isBroken = true
  openAuditLog({ 'POST /api/audit-log/check': () => (isBroken ? failure(503, 'Stopping.') : json(check)) })
  await list()
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('The audit log could not be checked')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('All 1,234 entries are as they were written.')).toBeTruthy()
  expect(screen.getByText(`1234:${'cd'.repeat(32)}`)).toBeTruthy()
  check = {
    ...check,
    problems: [
      { number: 3, kind: 'changed' },
      { number: 8, kind: 'missing' },
    ],
    problemCount: 2,
  }
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('2 entries are not as they were written:')).toBeTruthy()
  expect(screen.getByText('Entry 3 is not as it was written')).toBeTruthy()
  expect(screen.getByText('Entry 8 is missing')).toBeTruthy()
})
