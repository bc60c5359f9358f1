/** Settings: environment variables, also from a `.env` file, checked once at the start. See .env.example. */
import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { loadEnvFile } from 'node:process'
import * as z from 'zod'
import { isCommonPassword } from './passwords.ts'
import { StartRefused } from './start-refused.ts'

const minutes = (text: string) => z.string().default(text).pipe(z.coerce.number<string>().positive())

const perHour = (text: string) => z.string().default(text).pipe(z.coerce.number<string>().positive().max(36_000_000))

/** Without a slash at the end. */
const webAddress = (text: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(text)
    .transform((address) => address.replace(/\/+$/, ''))

/** Of letters, digits and marks, without spaces: a token that was copied with a line break fails here and not far away. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{8,2000}$/)
  .optional()

const listed = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits)) return false
  try {
    new BlockList().addSubnet(address, Number(bits), version === 6 ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}

const Settings = z.object({
  PORT: z.string().default('5000').pipe(z.coerce.number<string>().int().min(0).max(65_535)),
  HOST: z.string().min(1).default('127.0.0.1'),
  TRUST_PROXY: z
    .string()
    .default('')
    .refine((text) => listed(text).every(isAddressOrRange)),
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ADMIN_USERNAME: z.string().trim().min(1).max(64).default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'at least 8 characters')
    .max(256, 'at most 256 characters')
    .refine((password) => !isCommonPassword(password, ''), 'other than the ones that guessing programs try first')
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'an address like postgres://user:password@host:5432/name')
    .optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  GRAPH_API_URL: webAddress('https://graph.facebook.com'),
  GRAPH_API_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/)
    .default('v25.0'),
  GRAPH_IG_USER_ID: z
    .string()
    .regex(/^\d{1,30}$/)
    .optional(),
  GRAPH_ACCESS_TOKEN: token,
  GRAPH_CALLS_PER_HOUR: perHour('200'),
  APIFY_API_URL: webAddress('https://api.apify.com'),
  APIFY_TOKEN: token,
  APIFY_CALLS_PER_HOUR: perHour('360'),
  AIRTABLE_API_URL: webAddress('https://api.airtable.com'),
  AIRTABLE_TOKEN: token,
  AIRTABLE_BASE_ID: z
    .string()
    .regex(/^app[A-Za-z0-9]{14}$/)
    .optional(),
  RENDER_CONCURRENCY: z.string().default('1').pipe(z.coerce.number<string>().int().min(1).max(8)),
  FFMPEG_PATH: z.string().min(1).max(4_000).optional(),
  SESSION_IDLE_MINUTES: minutes(String(24 * 60)),
  SESSION_MAX_MINUTES: minutes(String(7 * 24 * 60)),
})

export interface Config {
  port: number
  host: string
  /** Addresses or ranges whose X-Forwarded-For is believed; none by default. */
  trustedProxies: string[]
  dataFolder: string
  logLevel: z.infer<typeof Settings>['LOG_LEVEL']
  admin: { username: string; password: string | null }
  databaseUrl: string | null
  /** Answers requests, works on jobs, or both. */
  role: z.infer<typeof Settings>['ROLE']
  /** Null where the settings that it needs are not all there. */
  graph: { url: string; version: string; ownId: string; token: string; callsPerHour: number } | null
  apify: { url: string; token: string; callsPerHour: number } | null
  airtable: { url: string; token: string; baseId: string } | null
  /** `ffmpegPath` null: the first encoder that is found. `concurrency`: renders at once, over all nodes. */
  render: { concurrency: number; ffmpegPath: string | null }
  /** Names of the settings that are given, without their values. */
  given: ReadonlySet<string>
  /** D4. */
  session: { idleMs: number; maxMs: number }
}

/** What a bad setting should have been, when zod's own words would puzzle the person at the terminal. */
const EXPECTED: Record<string, string> = {
  PORT: 'a port from 0 to 65535',
  TRUST_PROXY: 'addresses or ranges like 10.0.0.0/8, separated by commas',
  ADMIN_USERNAME: 'a name of 1 to 64 characters',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  GRAPH_API_URL: 'an address like https://graph.facebook.com',
  GRAPH_API_VERSION: 'a version like v25.0',
  GRAPH_IG_USER_ID: 'the digits of the id of your own professional account',
  GRAPH_ACCESS_TOKEN: 'a token of at least 8 characters, without spaces',
  GRAPH_CALLS_PER_HOUR: 'a number of calls above 0',
  APIFY_API_URL: 'an address like https://api.apify.com',
  APIFY_TOKEN: 'a token of at least 8 characters, without spaces',
  APIFY_CALLS_PER_HOUR: 'a number of calls above 0',
  AIRTABLE_API_URL: 'an address like https://api.airtable.com',
  AIRTABLE_TOKEN: 'a token of at least 8 characters, without spaces',
  AIRTABLE_BASE_ID: 'app and 14 letters or digits, as in the address of the base',
  ROLE: 'one of all, api, worker',
  RENDER_CONCURRENCY: 'a whole number from 1 to 8',
  FFMPEG_PATH: 'the path of the program ffmpeg',
  SESSION_IDLE_MINUTES: 'a number of minutes above 0',
  SESSION_MAX_MINUTES: 'a number of minutes above 0',
}

/** Settings that hold a secret, or may: what was given is not repeated. */
const SECRET = new Set(['ADMIN_PASSWORD', 'DATABASE_URL', 'GRAPH_ACCESS_TOKEN', 'APIFY_TOKEN', 'AIRTABLE_TOKEN'])

/** Throws `StartRefused` naming the first bad setting and what is expected. Empty settings count as absent. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0] ?? 'A setting')
    throw new StartRefused(
      `${name} is ${SECRET.has(name) ? '"…"' : JSON.stringify(given[name])}, but must be ${EXPECTED[name] ?? issue?.message}: correct it in the environment or in .env.`,
    )
  }
  const settings = parsed.data
  return {
    port: settings.PORT,
    host: settings.HOST,
    trustedProxies: listed(settings.TRUST_PROXY),
    dataFolder: settings.DATA_DIR,
    logLevel: settings.LOG_LEVEL,
    admin: { username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD ?? null },
    databaseUrl: settings.DATABASE_URL ?? null,
    role: settings.ROLE,
    graph:
      settings.GRAPH_ACCESS_TOKEN && settings.GRAPH_IG_USER_ID
        ? {
            url: settings.GRAPH_API_URL,
            version: settings.GRAPH_API_VERSION,
            ownId: settings.GRAPH_IG_USER_ID,
            token: settings.GRAPH_ACCESS_TOKEN,
            callsPerHour: settings.GRAPH_CALLS_PER_HOUR,
          }
        : null,
    apify: settings.APIFY_TOKEN
      ? { url: settings.APIFY_API_URL, token: settings.APIFY_TOKEN, callsPerHour: settings.APIFY_CALLS_PER_HOUR }
      : null,
    airtable:
      settings.AIRTABLE_TOKEN && settings.AIRTABLE_BASE_ID
        ? { url: settings.AIRTABLE_API_URL, token: settings.AIRTABLE_TOKEN, baseId: settings.AIRTABLE_BASE_ID }
        : null,
    render: { concurrency: settings.RENDER_CONCURRENCY, ffmpegPath: settings.FFMPEG_PATH ?? null },
    given: new Set(Object.keys(given)),
    session: { idleMs: settings.SESSION_IDLE_MINUTES * 60_000, maxMs: settings.SESSION_MAX_MINUTES * 60_000 },
  }
}

/** Reads `.env` beside the program, if there is one; what the environment already says wins. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path)
}
