/** Every sentence of the audit log but its entries. */
import type { AuditGroup } from '@tangelo/contract/audit-actions'
import type { AuditCheck } from '../queries.ts'
import type { TimeName } from '../rules.ts'

const PROBLEMS = {
  changed: 'is not as it was written',
  missing: 'is missing',
  not_the_last: 'is not the one that was written last',
  not_as_noted: 'is not the one that was noted',
} satisfies Record<AuditCheck['problems'][number]['kind'], string>

export const texts = {
  title: 'Audit log',
  list: 'Audit log entries',
  loading: 'Loading the audit log...',
  failed: 'The audit log could not be loaded',
  none: 'Nothing has been recorded yet. Changes by users, and uses of credits, are recorded here.',
  noneFound: 'No entry matches. Remove a filter, or choose another time.',
  columns: { when: 'When', who: 'Who', what: 'What', company: 'Company' },
  search: 'Search the audit log',
  searchHint: 'Name or address',
  group: 'About',
  allGroups: 'Everything',
  groups: {
    access: 'Signing in',
    people: 'People and companies',
    accounts: 'Accounts and figures',
    credits: 'Reels and credits',
    payments: 'Plans and payments',
    prompts: 'Prompts',
    uploads: 'Uploads',
    planning: 'Planning',
    reports: 'Reports',
    approvals: 'Approvals',
    publishing: 'Publishing',
    drive: 'Drive and imports',
    tokens: 'API tokens',
    webhooks: 'Webhooks',
    mail: 'Mail',
    installation: 'Installation',
  } satisfies Record<AuditGroup, string>,
  act: 'What was done',
  allActs: 'All actions',
  time: 'When',
  times: {
    any: 'Any time',
    today: 'Today',
    week: 'Last 7 days',
    month: 'Last 30 days',
    year: 'Last 365 days',
    own: 'Custom',
  } satisfies Record<TimeName, string>,
  from: 'From',
  to: 'To',
  dayErrors: { none: undefined, noDay: 'Write it like Nov 24, 2026.', reversed: 'Ends before it begins' },
  onlyBy: (name: string) => `Only by ${name}`,
  onlyOf: (name: string) => `Only of ${name}`,
  showAgain: (chip: string) => `${chip}: show all again`,
  shown: (count: string, total: string | null) => (total === null ? `${count} shown` : `${count} of ${total}`),
  more: 'Show more',
  download: 'Download CSV',
  downloading: 'Downloading...',
  downloadFailed: 'The audit log could not be downloaded',
  fileName: (day: string) => `audit-log-${day}.csv`,
  check: 'Check',
  checking: 'Checking...',
  checkFailed: 'The audit log could not be checked',
  holds: (entries: string, many: number) =>
    many === 0
      ? 'There is no entry yet.'
      : many === 1
        ? 'The one entry is as it was written.'
        : `All ${entries} entries are as they were written.`,
  lastSeal: 'Keep the last seal elsewhere to prove this later:',
  broken: (count: number) =>
    count === 1 ? 'One entry is not as it was written:' : `${count} entries are not as they were written:`,
  problem: (number: number, kind: AuditCheck['problems'][number]['kind']) => `Entry ${number} ${PROBLEMS[kind]}`,
} as const
