/** The tab 'System': room and versions, the queue with its dead letters, errors, backups. */
import type {
  BackupDrill,
  BackupDrills,
  Backups,
  DeadLetter,
  ErrorLogEntry,
  QueuedKind,
  SystemReport,
} from '@tangelo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { page } from '../testing/accounts.ts'
import { type Asked, failure, json } from '../testing/network.ts'
import { type Handlers, openApp } from '../testing/open-app.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const aReport = (disk: Partial<SystemReport['disk']> = {}): SystemReport => ({
  version: '0.1.0',
  node: '24.21.0',
  startedAt: minutesAgo(130),
  store: {
    engine: 'sqlite',
    version: '3.50.4',
    bytes: 4_200_000,
    migrations: [
      { name: '0014-system', ranAt: '2026-11-20T09:02:00.000Z' },
      { name: '0001-foundation', ranAt: '2026-11-01T08:00:00.000Z' },
    ],
    checkedAt: minutesAgo(130),
    damage: null,
  },
  nodes: [
    {
      name: 'citrus-1a2b3c',
      role: 'api',
      version: '0.1.0',
      startedAt: minutesAgo(130),
      silentSeconds: 12,
      isGone: false,
      eventLoopMs: 4.2,
      memoryBytes: 180_000_000,
      isThis: true,
    },
  ],
  warnings: [],
  disk: { totalBytes: 50_000_000_000, freeBytes: 12_300_000_000, mediaBytes: 812_400, backupBytes: 0, ...disk },
  guessedUsers: [],
})

const aLetter = (part: Partial<DeadLetter> = {}): DeadLetter => ({
  id: 'job-1',
  kind: 'content-pull',
  key: '7',
  companyName: 'Grove Agency',
  tries: 5,
  message: 'The service does not answer.',
  createdAt: minutesAgo(90),
  failedAt: minutesAgo(30),
  canRetry: true,
  requestId: null,
  ...part,
})

const anError = (part: Partial<ErrorLogEntry> = {}): ErrorLogEntry => ({
  id: 1,
  doing: 'request failed',
  message: 'Error: no such table: imports',
  place: 'features/data-imports/data-imports.store.ts:31',
  times: 12,
  firstAt: minutesAgo(600),
  lastAt: minutesAgo(3),
  requestId: 'abc-4',
  ...part,
})

const backups = (part: Partial<Backups> = {}): Backups => ({
  files: [
    { name: 'tangelo-2026-11-20-09-00-00.tar', kind: 'whole', bytes: 5_100_000, madeAt: minutesAgo(70) },
    { name: 'tangelo.sqlite.before-0014-system.bak', kind: 'store', bytes: 4_000_000, madeAt: minutesAgo(130) },
  ],
  making: null,
  failure: null,
  ...part,
})

const aDrill = (part: Partial<BackupDrill> = {}): BackupDrill => ({
  id: 1,
  node: 'here-a1b2c3',
  file: 'tangelo-2026-11-20-09-00-00.tar',
  bytes: 5_100_000,
  madeAt: minutesAgo(70),
  begunAt: minutesAgo(60),
  endedAt: minutesAgo(59),
  state: 'passed',
  message: null,
  looked: { accounts: 1, snapshots: 2_400, auditEntries: 12, problems: 0, mediaFiles: 36 },
  ...part,
})

const drills = (part: Partial<BackupDrills> = {}): BackupDrills => ({
  drills: [aDrill()],
  progress: null,
  hasBackup: true,
  ...part,
})

const kinds: QueuedKind[] = [
  { kind: 'content-pull', waiting: 3, running: 1, failed: 2, nextRoundAt: null },
  { kind: 'refresh-round', waiting: 0, running: 0, failed: 0, nextRoundAt: minutesAgo(-12) },
]

function open(part: string, handlers: Handlers = {}): Asked[] {
  return openApp(`/admin?tab=system${part && `&part=${part}`}`, {
    'GET /api/accounts': () => page([]),
    'GET /api/system': () => json(aReport()),
    'GET /api/system/queue': () => json(kinds),
    'GET /api/system/dead-letters': () => json([aLetter()]),
    'GET /api/system/errors': () => json([anError()]),
    'GET /api/system/backups': () => json(backups()),
    'GET /api/system/backup-drills': () => json(drills()),
    ...handlers,
  })
}

test('the overview names users whose password many guess at, and leads to the audit log', async () => {
  const guessedUsers = [{ id: 2, username: 'maren', at: minutesAgo(5) }]
  open('', { 'GET /api/system': () => json({ ...aReport(), guessedUsers }) })
  const notice = within(await screen.findByRole('alert', { name: 'Passwords that are being guessed' }))
  expect(notice.getByText(/^100 sign-ins as maren failed within an hour/)).toBeTruthy()
  expect(notice.getByRole('link', { name: 'See who tried' }).getAttribute('href')).toContain('part=audit')
})

test('the overview tells the room, the versions and the steps of the schema; a failure is told and tried again', async () => {
  let tries = 0
  open('', {
    'GET /api/system': () => {
      tries += 1
      return tries === 1 ? failure(500, 'Something went wrong on the server') : json(aReport({ mediaBytes: null }))
    },
  })
  expect(await screen.findByText('The system could not be loaded')).toBeTruthy()
  expect(screen.getByText('Something went wrong on the server')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  const room = within(await screen.findByRole('region', { name: 'Room' }))
  expect(room.getByText('12.3 GB')).toBeTruthy()
  expect(room.getByText('of 50.0 GB')).toBeTruthy()
  expect(room.getByRole('progressbar', { name: 'Used of the disk' }).getAttribute('aria-valuenow')).toBe('75')
  expect(room.getByText('In a bucket')).toBeTruthy()
  expect(room.queryByRole('alert')).toBeNull()
  expect(screen.getByText('SQLite 3.50.4')).toBeTruthy()
  expect(screen.getAllByText('2 hours ago')).toHaveLength(2)
  expect(screen.getByText('Step 14, system', { exact: false })).toBeTruthy()
  expect(screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent?.slice(0, 12))).toContain(
    '1 foundation',
  )
})

test('the nodes say version, role, load and last heartbeat; one that is gone, and one of an older version, say so', async () => {
  const report = aReport()
  const [one] = report.nodes
  const gone = { ...one, name: 'grove-4d5e6f', role: 'worker', silentSeconds: 200, isGone: true, isThis: false }
  const silent = { startedAt: null, eventLoopMs: null, memoryBytes: null }
  const older = { ...gone, ...silent, name: 'old-778899', role: null, version: null, silentSeconds: 0, isGone: false }
  open('', { 'GET /api/system': () => json({ ...report, nodes: [one, gone, older] }) })
  const list = within(await screen.findByRole('list', { name: 'Processes of this installation' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'citrus-1a2b3c0.1.0, requests, this oneevent loop 4.2 ms late (p99), 180.0 MB of memoryStarted 2 hours agoLast heartbeat 12 s ago',
    'grove-4d5e6f0.1.0, jobsevent loop 4.2 ms late (p99), 180.0 MB of memoryStarted 2 hours agosilent for 3 min',
    'old-778899an older versionnot reported yetStarted –Last heartbeat just now',
  ])
})

test('a disk that is nearly full says what will stop', async () => {
  open('', { 'GET /api/system': () => json(aReport({ freeBytes: 900_000_000 })) })
  const words = 'There is little room left. Imports, videos and backups stop when the disk is full.'
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})

test('a damaged store, and what else must be mended, stands above everything with what to do', async () => {
  const report = aReport()
  const damage = { foundAt: minutesAgo(2), message: 'The database is damaged: put back the newest backup.' }
  const warnings = ['Some secrets cannot be read: put the key back.']
  open('', { 'GET /api/system': () => json({ ...report, store: { ...report.store, damage }, warnings }) })
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([damage.message, ...warnings])
})

test('the parts are links; the queue counts each kind in the order of their names, and a dead letter is tried again', async () => {
  const asked = open('', { 'POST /api/system/dead-letters/job-1/retry': () => json({ success: true }) })
  const parts = within(await screen.findByRole('navigation', { name: 'Parts of the system' }))
  await userEvent.click(parts.getByRole('link', { name: 'Queue' }))
  expect(window.location.search).toBe('?tab=system&part=queue')
  const table = await screen.findByRole('table', { name: 'Work by kind' })
  expect(parts.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual(['Queue'])
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['KindWaitingRunningFailedNext round', 'Daily refresh000in 12 minutes', 'Table syncs312on demand'])
  const letters = within(await screen.findByRole('list', { name: 'Work that failed permanently' }))
  expect(letters.getByRole('listitem').textContent).toBe(
    'Table syncsGrove Agency, 7The service does not answer.5 triesFailed 30 minutes agoTry Again',
  )
  expect(screen.getByText('The latest 1 of 2')).toBeTruthy()
  await userEvent.click(letters.getByRole('button', { name: 'Try Again: Table syncs, 7' }))
  expect(await screen.findByText('Job queued again')).toBeTruthy()
  expect(asked.filter(({ name }) => name.startsWith('POST'))).toHaveLength(1)
})

test('a dead letter that is tried again is said so, also when it leaves the list first', async () => {
  let isRetried = false
  let answer = (_: Response): void => undefined
  open('queue', {
    'GET /api/system/dead-letters': () => json(isRetried ? [] : [aLetter()]),
    'GET /api/system/queue': () =>
      isRetried
        ? new Promise((resolve) => {
            answer = resolve
          })
        : json(kinds),
    'POST /api/system/dead-letters/job-1/retry': () => {
      isRetried = true
      return json({ success: true })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again: Table syncs, 7' }))
  expect(await screen.findByText(/^Nothing has failed permanently/)).toBeTruthy()
  answer(json(kinds))
  expect(await screen.findByText('Job queued again')).toBeTruthy()
})

test('the open part is brought into sight where the row is too long', async () => {
  const seen: (string | null)[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.textContent)
  }
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  open('', {})
  const parts = within(await screen.findByRole('navigation', { name: 'Parts of the system' }))
  seen.length = 0
  await userEvent.click(parts.getByRole('link', { name: 'Queue' }))
  await waitFor(() => expect(seen).toContain('Queue'))
})

test('what nobody paid for has no button; a refusal says why; an empty list says so', async () => {
  const paid = aLetter({ canRetry: false, kind: 'render-reel', requestId: 'Ab3-1x' })
  let letters = [paid, aLetter({ id: 'job-2', companyName: null })]
  open('queue', {
    'GET /api/system/dead-letters': () => json(letters),
    'GET /api/system/queue': () => json([]),
    'POST /api/system/dead-letters/job-2/retry': () => {
      letters = []
      return failure(404, 'Failed work not found')
    },
  })
  expect(await screen.findByText('There has been no work yet.')).toBeTruthy()
  expect(await screen.findByText('Its credit was returned')).toBeTruthy()
  expect(screen.getByText('5 tries, request Ab3-1x')).toBeTruthy()
  expect(screen.getByText(/^of the installation/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Try Again/ }))
  expect(await screen.findByText('It could not be tried again')).toBeTruthy()
  expect(screen.getByText('Failed work not found')).toBeTruthy()
  expect(await screen.findByText('Nothing has failed permanently in the last seven days.')).toBeTruthy()
})

test('errors say what, where, how often and when, and are cleared when that is confirmed', async () => {
  open('errors', { 'DELETE /api/system/errors': () => json({ success: true }) })
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

test('a backup is begun, followed to its end, and listed', async () => {
  let making = [0.2]
  open('backups', {
    'GET /api/system/backups': () => json(backups({ making: making.shift() ?? null })),
    'POST /api/system/backups': () => {
      making = []
      return json(backups({ making: 0 }), 202)
    },
  })
  expect(await screen.findByText('20%')).toBeTruthy()
  expect(await screen.findByText('The backup is done.', {}, { timeout: 3_000 })).toBeTruthy()
  const list = within(screen.getByRole('list', { name: 'Backups' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'tangelo-2026-11-20-09-00-00.tarStore and media5.1 MB1 hour ago',
    'tangelo.sqlite.before-0014-system.bakStore, before a change4.0 MB2 hours ago',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText('0%')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Backing up...' })).toBeTruthy()
})

test('drills say what was restored and what the audit found, and one is run by hand', async () => {
  const message = 'It was restored, but 1 figure does not follow.'
  let running: Partial<BackupDrills> = {}
  open('backups', {
    'GET /api/system/backup-drills': () =>
      json(drills({ drills: [aDrill({ id: 2, state: 'failed', message }), aDrill()], ...running })),
    'POST /api/system/backup-drills': () => {
      const begun = aDrill({ id: 3, state: 'running', endedAt: null, looked: null })
      running = { drills: [begun, aDrill()], progress: 0.4 }
      return json(drills(running), 202)
    },
  })
  const list = within(await screen.findByRole('list', { name: 'Drills' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    `tangelo-2026-11-20-09-00-00.tarFailed${message}1 hour ago, took 60 s`,
    'tangelo-2026-11-20-09-00-00.tarRestored1 account, 2,400 snapshots, 12 audit entries, 36 media files: everything holds1 hour ago, took 60 s',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Try the newest backup' }))
  expect((await screen.findByRole('progressbar', { name: 'Drill progress' })).getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByRole('button', { name: 'Restoring...' })).toBeTruthy()
})

test('without a backup there is none to try', async () => {
  open('backups', {
    'GET /api/system/backups': () => json(backups({ files: [] })),
    'GET /api/system/backup-drills': () => json(drills({ drills: [], hasBackup: false })),
  })
  expect(await screen.findByText('No backup has been tried yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try the newest backup' }).hasAttribute('disabled')).toBe(true)
})

test('a backup that failed says why', async () => {
  open('backups', {
    'GET /api/system/backups': () => json(backups({ files: [], failure: 'There is not enough room on the disk.' })),
  })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The last backup failed: There is not enough room on the disk.',
  )
  expect(screen.getByText(/^There is no backup yet\./)).toBeTruthy()
})
