/** Every sentence about the installation itself. */
import type { SystemPart } from './rules.ts'

export const texts = {
  title: 'System',
  parts: 'Parts of the system',
  names: {
    overview: 'Overview',
    queue: 'Queue',
    errors: 'Errors',
    backups: 'Backups',
    sessions: 'Sessions',
    webhooks: 'Webhooks',
    mail: 'Mail',
    audit: 'Audit log',
  } satisfies Record<SystemPart, string>,
  loading: 'Loading the system...',
  failed: 'The system could not be loaded',

  room: 'Disk space',
  free: 'Free on the disk',
  ofTotal: (total: string) => `of ${total}`,
  used: 'Used of the disk',
  scarce: 'There is little room left. Imports, videos and backups stop when the disk is full.',
  store: 'Store',
  media: 'Media',
  mediaElsewhere: 'In a bucket',
  mediaNote: 'pictures, videos, answers',
  backups: 'Backups',

  versions: 'Versions',
  tangelo: 'tangelo',
  node: 'Node.js',
  engine: 'Store',
  engines: { sqlite: 'SQLite', postgres: 'PostgreSQL' },
  running: 'Running since',
  schema: 'Schema',
  schemaStep: (step: number, name: string) => `Step ${step} (${name})`,
  allSteps: 'All steps',
  step: 'Step',
  ran: 'Ran',

  nodes: {
    title: 'Nodes',
    caption: 'Processes of this installation',
    columns: { node: 'Node', load: 'Load', since: 'Started', heartbeat: 'Last heartbeat' },
    roles: { all: 'requests and jobs', api: 'requests', worker: 'jobs' },
    this: 'this one',
    unknownVersion: 'an older version',
    load: (eventLoopMs: number, memory: string) => `event loop ${eventLoopMs} ms late (p99), ${memory} of memory`,
    noLoad: 'not reported yet',
    heard: (seconds: number) => (seconds < 2 ? 'just now' : `${seconds} s ago`),
    gone: (seconds: number) => `silent for ${seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}`,
  },

  guessed: {
    region: 'Passwords that are being guessed',
    user: (username: string, moment: string) => `100 sign-ins as ${username} failed within an hour, ${moment}.`,
    more: (count: number) => (count === 1 ? 'So did those as 1 other user.' : `So did those as ${count} other users.`),
    what: 'Sign-ins from addresses they never used now have to wait longer. The users see this too.',
    log: 'See who tried',
  },
} as const
