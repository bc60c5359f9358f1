/** Settings: environment variables, also from a `.env` file, checked once at the start. See .env.example. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { EXPECTED } from './expected-settings.ts'
import { type MailConfig, mailIn, mailSecretsIn } from './mail-settings.ts'
import { PUBLIC, SECRET } from './secret-settings.ts'
import { Settings, splitList } from './settings.ts'
import { StartRefused } from './start-refused.ts'
import { type VendorConfig, vendorsIn } from './vendor-config.ts'

export interface Config extends VendorConfig {
  port: number
  host: string
  /** Addresses or ranges whose X-Forwarded-For is believed; none by default. */
  trustedProxies: string[]
  /** The origin under which clients reach this server; null for the one their requests come to. */
  publicUrl: string | null
  dataFolder: string
  logLevel: Settings['LOG_LEVEL']
  admin: { username: string; password: string | null }
  databaseUrl: string | null
  /** Answers requests, works on jobs, or both. */
  role: Settings['ROLE']
  /** After SIGTERM `/readyz` says so for this long while requests are still taken, so that a load balancer looks elsewhere. */
  drainMs: number
  /** The kinds of jobs that this process works on; null for all. */
  workerKinds: readonly string[] | null
  /** What one company may request of the text provider. */
  aiCallsPerDay: number
  /** Where folders of pictures lie that become reels; not used where Google Drive is set. */
  driveFolder: string
  /** `ffmpegPath` null: the first encoder that is found. `concurrency`: renders at once, over all nodes. */
  render: { concurrency: number; ffmpegPath: string | null }
  /** What prints PDFs; null: the first Chromium that is found. */
  chromiumPath: string | null
  /** What secrets in the store are sealed with; null for the key in the data folder. */
  encryptionKey: Buffer | null
  mail: MailConfig
  webhooks: {
    /** Webhook receivers may be in the installation's own network. */
    allowsPrivate: boolean
  }
  /** What a monitoring system presents to read the metrics; null where there are none. */
  metricsToken: string | null
  /** Traces are sent where the standard variables of OpenTelemetry say. */
  sendsTraces: boolean
  /** Names of the settings that are given, without their values. */
  given: ReadonlySet<string>
  /** Values of those that hold a secret: they must stand in nothing that is shown or kept. */
  secrets: readonly string[]
  /** D4. */
  session: { idleMs: number; maxMs: number }
}

/** A node that only answers requests has others beside it, and a load balancer in front. */
const DRAIN_SECONDS_USUAL: Record<Settings['ROLE'], number> = { all: 0, api: 5, worker: 0 }

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
  const mail = mailIn(settings)
  return {
    port: settings.PORT,
    host: settings.HOST,
    trustedProxies: splitList(settings.TRUST_PROXY),
    publicUrl: settings.PUBLIC_URL ?? null,
    dataFolder: settings.DATA_DIR,
    logLevel: settings.LOG_LEVEL,
    admin: { username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD ?? null },
    databaseUrl: settings.DATABASE_URL ?? null,
    role: settings.ROLE,
    drainMs: (settings.DRAIN_SECONDS ?? DRAIN_SECONDS_USUAL[settings.ROLE]) * 1_000,
    workerKinds: settings.WORKER_KINDS ?? null,
    ...vendorsIn(settings),
    aiCallsPerDay: settings.AI_CALLS_PER_DAY,
    driveFolder: resolve(settings.DRIVE_DIR ?? resolve(settings.DATA_DIR, 'reels')),
    render: { concurrency: settings.RENDER_CONCURRENCY, ffmpegPath: settings.FFMPEG_PATH ?? null },
    chromiumPath: settings.CHROMIUM_PATH ?? null,
    encryptionKey: settings.ENCRYPTION_KEY ? Buffer.from(settings.ENCRYPTION_KEY, 'hex') : null,
    mail,
    metricsToken: settings.METRICS_TOKEN ?? null,
    sendsTraces: sendsTraces(given),
    webhooks: { allowsPrivate: settings.WEBHOOK_ALLOW_PRIVATE === 'true' },
    given: new Set(Object.keys(given)),
    secrets: [
      ...Object.entries(given).flatMap(([name, value]) =>
        SECRET.has(name) && !PUBLIC.has(name) && value ? [value] : [],
      ),
      ...mailSecretsIn(mail),
    ],
    session: { idleMs: settings.SESSION_IDLE_MINUTES * 60_000, maxMs: settings.SESSION_MAX_MINUTES * 60_000 },
  }
}

/** By the specification of OpenTelemetry's environment variables; how and where to, its exporter reads itself. */
const sendsTraces = (given: Readonly<Record<string, string | undefined>>): boolean =>
  (given.OTEL_EXPORTER_OTLP_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  given.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  given.OTEL_TRACES_EXPORTER !== 'none'

/** Reads `.env` beside the program, if there is one; what the environment already says wins. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path)
}
