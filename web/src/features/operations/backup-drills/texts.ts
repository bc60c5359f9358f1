/** Every sentence about drills. */
import { formatBytes, formatWhole } from '#lib/format.ts'
import type { Drills } from './queries.ts'

type Drill = Drills['drills'][number]

const some = (count: number, one: string, many: string) => `${formatWhole(count)} ${count === 1 ? one : many}`

/** '48 s', '3 min'. */
const long = (seconds: number) =>
  seconds < 100 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`

export const texts = {
  title: 'Restore drill',
  note: 'Once a month the newest backup is restored beside the running store, audited and removed again. A backup counts when it has been restored.',
  caption: 'Drills',
  loading: 'Loading the drills...',
  failed: 'The drills could not be loaded',
  empty: 'No backup has been tried yet.',
  run: 'Try the newest backup',
  running: 'Restoring...',
  progress: 'Drill progress',
  runFailed: 'The drill could not be started',
  noBackup: 'There is no backup on this node to try.',
  states: { running: 'Running', passed: 'Restored', failed: 'Failed' } satisfies Record<Drill['state'], string>,
  file: ({ bytes, node }: Drill) => `${formatBytes(bytes)} on ${node}`,
  took: (seconds: number) => `, took ${long(seconds)}`,
  looked: ({ accounts, snapshots, auditEntries, mediaFiles, problems }: NonNullable<Drill['looked']>) =>
    `${some(accounts, 'account', 'accounts')}, ${some(snapshots, 'snapshot', 'snapshots')}, ${some(auditEntries, 'audit entry', 'audit entries')}, ${some(mediaFiles, 'media file', 'media files')}: ${problems === 0 ? 'everything holds' : `${some(problems, 'problem', 'problems')}`}`,
} as const
