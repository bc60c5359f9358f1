/** The text about each outside service, connected or not. Pure. */
import type { Integration, SourceConnection } from '@tangelo/contract'
import type { ProviderQuotaRow } from '#features/core/index.ts'
import type { SourceFailure } from '#ports/instagram.ts'
import type { OutsideServiceName } from '#ports/outside-service.ts'

type IntegrationStatus = Pick<Integration, 'state' | 'explanation' | 'nextStep'>

/** What connects each source. */
export const SETTINGS = {
  graph: ['GRAPH_ACCESS_TOKEN', 'GRAPH_IG_USER_ID', 'GRAPH_API_VERSION'],
  apify: ['APIFY_TOKEN'],
  airtable: ['AIRTABLE_TOKEN', 'AIRTABLE_BASE_ID'],
  s3: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  openai: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
} as const satisfies Record<OutsideServiceName, string[]>

/** They have a default, so an administrator need not set them. */
const OPTIONAL: ReadonlySet<string> = new Set(['GRAPH_API_VERSION'])

export const TITLES = {
  graph: 'Instagram Graph API',
  apify: 'Apify',
  airtable: 'Airtable',
  s3: 'Pictures and videos',
  openai: 'Prompts and image analysis',
  stripe: 'Plans and payments',
  google: 'Google Drive',
  encoder: 'Video encoder',
  import: 'Files and typed-in figures',
} as const

const OFFERS = {
  graph: 'Reads professional accounts through the official interface, without cost per account.',
  apify: 'Reads any public account, also personal ones, and charges for each.',
  airtable: "Keeps a company's posts in step with the table that the company names.",
  s3: 'They are kept in a bucket, where every machine finds them.',
  openai: 'Texts come from the AI provider; images are sent to it for that.',
  stripe: 'Stripe takes the money for plans; card numbers go to it and never come here.',
  google: 'Folders of pictures become reels; each company connects its own Google Drive.',
} as const

/** A built-in service, which makes no outgoing calls. */
export const QUIET = { settings: [], usedPercent: null, pausedUntil: null, lastSucceededAt: null, lastFailedAt: null }

export const FILES: Integration = {
  ...QUIET,
  name: 'import',
  title: TITLES.import,
  state: 'built_in',
  explanation: 'Apify data sets (JSON), CSV files, and figures typed in by hand.',
  nextStep: null,
}

/** The content database is built in: no action is required. */
const OWN_TABLES = {
  state: 'built_in',
  explanation: 'Posts are kept here.',
  nextStep:
    "To keep a company's posts in step with a table, set AIRTABLE_TOKEN and AIRTABLE_BASE_ID, then restart tangelo.",
} as const

/** Files are stored in the folder as well: no action is required. */
const OWN_FOLDER = {
  state: 'built_in',
  explanation: 'They are kept in the data folder.',
  nextStep: `For more than one machine, set ${joinWithAnd(SETTINGS.s3)}, then restart tangelo.`,
} as const

/** Texts are made here as well: no action is required. */
const OWN_TEXTS = {
  state: 'built_in',
  explanation: 'Built-in (no AI provider): prompts come from templates, and images are measured here.',
  nextStep: 'For texts of an AI provider, set OPENAI_API_KEY, then restart tangelo.',
} as const

/** Plans can be tried out as they are: no action is required. */
const OWN_SANDBOX = {
  state: 'built_in',
  explanation: 'Sandbox: no card is charged.',
  nextStep: 'To take money for plans, set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, then restart tangelo.',
} as const

/** Pictures come from a folder as well: there is nothing that an administrator must do. */
const OWN_DRIVE = {
  state: 'built_in',
  explanation: 'Reels come from folders of pictures on this server.',
  nextStep:
    'To let each company connect its Google Drive, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, then restart tangelo.',
} as const

/** How the folder of a company does that has no drive of a provider; `problem`: why it cannot be used. */
export const stateOfFolder = (path: string | null, problem: string | null): IntegrationStatus =>
  problem === null
    ? { ...OWN_DRIVE, explanation: path === null ? OWN_DRIVE.explanation : `Reels come from the folders in ${path}.` }
    : { state: 'failing', explanation: problem, nextStep: AFTER_REPAIR }

/** What replaces a service that is not connected. */
export const OWN: Partial<Record<OutsideServiceName, IntegrationStatus>> = {
  airtable: OWN_TABLES,
  s3: OWN_FOLDER,
  openai: OWN_TEXTS,
  stripe: OWN_SANDBOX,
}

function joinWithAnd(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

export function stateOf(
  name: OutsideServiceName,
  isConnected: boolean,
  row: ProviderQuotaRow | undefined,
): IntegrationStatus {
  if (!isConnected) {
    const needed = SETTINGS[name].filter((setting) => !OPTIONAL.has(setting))
    const nextStep = `Set ${joinWithAnd(needed)}, then restart tangelo.`
    return { state: 'not_connected', explanation: OFFERS[name], nextStep }
  }
  if (!row?.failure) return { state: 'connected', explanation: OFFERS[name], nextStep: null }
  if (name === 's3' || name === 'google') return { state: 'failing', explanation: row.failure, nextStep: AFTER_REPAIR }
  return { state: 'failing', explanation: row.failure, nextStep: NEXT_STEPS[row.failure_kind ?? 'unavailable'](name) }
}

/** How a source does that is read only through connections which administrators have added. */
export function stateOfAdded(
  name: OutsideServiceName,
  added: readonly Pick<SourceConnection, 'state' | 'lastSucceededAt' | 'lastFailedAt'>[],
): IntegrationStatus & Pick<Integration, 'lastSucceededAt' | 'lastFailedAt'> {
  const latest = (moments: readonly (string | null)[]) =>
    moments.toSorted().findLast((moment) => moment !== null) ?? null
  const isFailing = added.every(({ state }) => state === 'failing')
  return {
    state: isFailing ? 'failing' : 'connected',
    explanation: isFailing
      ? 'None of the added connections works. The reason is given with each of them.'
      : OFFERS[name],
    nextStep: null,
    lastSucceededAt: latest(added.map(({ lastSucceededAt }) => lastSucceededAt)),
    lastFailedAt: latest(added.map(({ lastFailedAt }) => lastFailedAt)),
  }
}

const AFTER_REPAIR = 'When that is done, test again; settings count after a new start.'

const NEXT_STEPS: Record<SourceFailure['kind'], (name: OutsideServiceName) => string> = {
  refused: (name) => `Renew ${SETTINGS[name][0]}, restart tangelo, and test.`,
  limited: () => 'Nothing to do: calls continue when the limit has passed.',
  unavailable: () =>
    'Nothing to do now: it is retried automatically. If it stays, check that this machine can reach it.',
}
