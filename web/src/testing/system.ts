/** The tab System, and what each of its parts shows. */
import type {
  BackupDrill,
  BackupDrills,
  Backups,
  DeadLetter,
  ErrorLogEntry,
  QueuedKind,
  SystemReport,
} from '@tangelo/contract'
import { page } from './accounts.ts'
import { type Asked, json } from './network.ts'
import { type Handlers, openApp } from './open-app.tsx'
import { minutesAgo } from './time.ts'

export const aSystemReport = (disk: Partial<SystemReport['disk']> = {}): SystemReport => ({
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

export const aDeadLetter = (part: Partial<DeadLetter> = {}): DeadLetter => ({
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

export const someBackups = (part: Partial<Backups> = {}): Backups => ({
  files: [
    { name: 'tangelo-2026-11-20-09-00-00.tar', kind: 'whole', bytes: 5_100_000, madeAt: minutesAgo(70) },
    { name: 'tangelo.sqlite.before-0014-system.bak', kind: 'store', bytes: 4_000_000, madeAt: minutesAgo(130) },
  ],
  making: null,
  failure: null,
  ...part,
})

export const aDrill = (part: Partial<BackupDrill> = {}): BackupDrill => ({
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

export const someDrills = (part: Partial<BackupDrills> = {}): BackupDrills => ({
  drills: [aDrill()],
  progress: null,
  hasBackup: true,
  ...part,
})

export const someKinds = (): QueuedKind[] => [
  { kind: 'content-pull', waiting: 3, running: 1, failed: 2, nextRoundAt: null },
  { kind: 'refresh-round', waiting: 0, running: 0, failed: 0, nextRoundAt: minutesAgo(-12) },
]

export function openSystem(part: string, handlers: Handlers = {}): Asked[] {
  return openApp(`/admin?tab=system${part && `&part=${part}`}`, {
    'GET /api/accounts': () => page([]),
    'GET /api/system': () => json(aSystemReport()),
    'GET /api/system/queue': () => json(someKinds()),
    'GET /api/system/dead-letters': () => json([aDeadLetter()]),
    'GET /api/system/errors': () => json([anError()]),
    'GET /api/system/backups': () => json(someBackups()),
    'GET /api/system/backup-drills': () => json(someDrills()),
    ...handlers,
  })
}
