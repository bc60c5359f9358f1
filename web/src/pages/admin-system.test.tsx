/** The tab 'System': room and versions, nodes, damage, its parts, and errors. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { failure, json } from '../testing/network.ts'
import { aSystemReport, openSystem } from '../testing/system.ts'
import { minutesAgo } from '../testing/time.ts'

test('the overview names users whose password many guess at, and leads to the audit log', async () => {
  const guessedUsers = [{ id: 2, username: 'maren', at: minutesAgo(5) }]
  openSystem('', { 'GET /api/system': () => json({ ...aSystemReport(), guessedUsers }) })
  const notice = within(await screen.findByRole('alert', { name: 'Passwords that are being guessed' }))
  expect(notice.getByText(/^100 sign-ins as maren failed within an hour/)).toBeTruthy()
  expect(notice.getByRole('link', { name: 'See who tried' }).getAttribute('href')).toContain('part=audit')
})

test('the overview shows disk space, the versions and the steps of the schema; a failure is shown and tried again', async () => {
  let tries = 0
  openSystem('', {
    'GET /api/system': () => {
      tries += 1
      return tries === 1
        ? failure(500, 'Something went wrong on the server')
        : json(aSystemReport({ mediaBytes: null }))
    },
  })
  expect(await screen.findByText('The system could not be loaded')).toBeTruthy()
  expect(screen.getByText('Something went wrong on the server')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  const room = within(await screen.findByRole('region', { name: 'Disk space' }))
  expect(room.getByText('12.3 GB')).toBeTruthy()
  expect(room.getByText('of 50.0 GB')).toBeTruthy()
  expect(room.getByRole('progressbar', { name: 'Used of the disk' }).getAttribute('aria-valuenow')).toBe('75')
  expect(room.getByText('In a bucket')).toBeTruthy()
  expect(room.queryByRole('alert')).toBeNull()
  expect(screen.getByText('SQLite 3.50.4')).toBeTruthy()
  expect(screen.getAllByText('2 hours ago')).toHaveLength(2)
  expect(screen.getByText('Step 14 (system)', { exact: false })).toBeTruthy()
  expect(screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent?.slice(0, 12))).toContain(
    '1 foundation',
  )
})

test('the nodes say version, role, load and last heartbeat; one that is gone, and one of an older version, say so', async () => {
  const report = aSystemReport()
  const [one] = report.nodes
  const gone = { ...one, name: 'grove-4d5e6f', role: 'worker', silentSeconds: 200, isGone: true, isThis: false }
  const silent = { startedAt: null, eventLoopMs: null, memoryBytes: null }
  const older = { ...gone, ...silent, name: 'old-778899', role: null, version: null, silentSeconds: 0, isGone: false }
  openSystem('', { 'GET /api/system': () => json({ ...report, nodes: [one, gone, older] }) })
  const list = within(await screen.findByRole('list', { name: 'Processes of this installation' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'citrus-1a2b3c0.1.0, requests, this oneevent loop 4.2 ms late (p99), 180.0 MB of memoryStarted 2 hours agoLast heartbeat 12 s ago',
    'grove-4d5e6f0.1.0, jobsevent loop 4.2 ms late (p99), 180.0 MB of memoryStarted 2 hours agosilent for 3 min',
    'old-778899an older versionnot reported yetStarted –Last heartbeat just now',
  ])
})

test('a disk that is nearly full says what will stop', async () => {
  openSystem('', { 'GET /api/system': () => json(aSystemReport({ freeBytes: 900_000_000 })) })
  const words = 'There is little room left. Imports, videos and backups stop when the disk is full.'
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})

test('a damaged store, and what else must be mended, stands above everything with what to do', async () => {
  const report = aSystemReport()
  const damage = { foundAt: minutesAgo(2), message: 'The database is damaged: put back the newest backup.' }
  const warnings = ['Some secrets cannot be read: put the key back.']
  openSystem('', { 'GET /api/system': () => json({ ...report, store: { ...report.store, damage }, warnings }) })
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([damage.message, ...warnings])
})

test('the open part is brought into sight where the row is too long', async () => {
  const seen: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent)
  })
  openSystem('', {})
  const parts = within(await screen.findByRole('navigation', { name: 'Parts of the system' }))
  seen.length = 0
  await userEvent.click(parts.getByRole('link', { name: 'Queue' }))
  await waitFor(() => expect(seen).toContain('Queue'))
})

test('errors say what, where, how often and when, and are cleared when that is confirmed', async () => {
  openSystem('errors', { 'DELETE /api/system/errors': () => json({ success: true }) })
  const list = within(await screen.findByRole('list', { name: 'Errors of the server' }))
  expect(list.getByRole('listitem').textContent).toBe(
    'Error: no such table: importsrequest failedfeatures/data-imports/data-imports.store.ts:31request abc-43 minutes ago12 times',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Clear the errors?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Clear errors' }))
  expect(await screen.findByText('Nothing has gone wrong since the list was last cleared.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
