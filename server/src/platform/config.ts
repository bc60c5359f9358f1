/** Settings: environment variables, also from a `.env` file, checked once at the start. See .env.example. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { type MailConfig, mailIn, mailSecretsIn } from './mail-settings.ts'
import { EXPECTED, listed, PUBLIC, SECRET, Settings } from './settings.ts'
import { StartRefused } from './start-refused.ts'

export interface Config {
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
  /** Null where the settings that it needs are not all there. */
  graph: { url: string; version: string; ownId: string; token: string; callsPerHour: number } | null
  /** Where the sources are and how often they may be called, also by connections that are added later. */
  graphServer: { url: string; version: string; callsPerHour: number }
  apifyServer: { url: string; callsPerHour: number }
  /** When the token of the Graph API ends, for a warning in time; null where that is not said. */
  graphTokenExpiresAt: number | null
  /** Logins with which owners connect their accounts; null where an application is not set. */
  instagramLogin: {
    appId: string
    appSecret: string
    wwwUrl: string
    oauthUrl: string
    graphUrl: string
    version: string
  } | null
  facebookLogin: {
    appId: string
    appSecret: string
    wwwUrl: string
    graphUrl: string
    uploadUrl: string
    version: string
  } | null
  apify: { url: string; token: string; callsPerHour: number } | null
  airtable: { url: string; token: string; baseId: string } | null
  /** Who writes texts; null for what is built in. `key` null for a server that wants none. */
  ai: { url: string; key: string | null; model: string } | null
  /** What one company may request of the text provider. */
  aiCallsPerDay: number
  /** Where folders of pictures lie that become reels; not used where Google Drive is set. */
  driveFolder: string
  google: {
    clientId: string
    clientSecret: string
    /** The provider's page on which users allow access. */
    accountsUrl: string
    /** Where codes become tokens. */
    oauthUrl: string
    apiUrl: string
  } | null
  /**
   * The payment provider; null for the sandbox, which charges nobody. Without `webhookSecret` no events are accepted.
   */
  stripe: { apiUrl: string; secretKey: string; publishableKey: string; webhookSecret: string | null } | null
  /** Where pictures and videos are kept; null for the data folder. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
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
  const graphServer = {
    url: settings.GRAPH_API_URL,
    version: settings.GRAPH_API_VERSION,
    callsPerHour: settings.GRAPH_CALLS_PER_HOUR,
  }
  const apifyServer = { url: settings.APIFY_API_URL, callsPerHour: settings.APIFY_CALLS_PER_HOUR }
  return {
    port: settings.PORT,
    host: settings.HOST,
    trustedProxies: listed(settings.TRUST_PROXY),
    publicUrl: settings.PUBLIC_URL ?? null,
    dataFolder: settings.DATA_DIR,
    logLevel: settings.LOG_LEVEL,
    admin: { username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD ?? null },
    databaseUrl: settings.DATABASE_URL ?? null,
    role: settings.ROLE,
    drainMs: (settings.DRAIN_SECONDS ?? DRAIN_SECONDS_USUAL[settings.ROLE]) * 1_000,
    workerKinds: settings.WORKER_KINDS ?? null,
    graph:
      settings.GRAPH_ACCESS_TOKEN && settings.GRAPH_IG_USER_ID
        ? {
            ...graphServer,
            ownId: settings.GRAPH_IG_USER_ID,
            token: settings.GRAPH_ACCESS_TOKEN,
          }
        : null,
    graphServer,
    apifyServer,
    graphTokenExpiresAt: settings.GRAPH_TOKEN_EXPIRES ? Date.parse(settings.GRAPH_TOKEN_EXPIRES) : null,
    instagramLogin: instagramLoginIn(settings),
    facebookLogin: facebookLoginIn(settings),
    apify: settings.APIFY_TOKEN ? { ...apifyServer, token: settings.APIFY_TOKEN } : null,
    airtable:
      settings.AIRTABLE_TOKEN && settings.AIRTABLE_BASE_ID
        ? { url: settings.AIRTABLE_API_URL, token: settings.AIRTABLE_TOKEN, baseId: settings.AIRTABLE_BASE_ID }
        : null,
    ai: aiIn(settings),
    aiCallsPerDay: settings.AI_CALLS_PER_DAY,
    driveFolder: resolve(settings.DRIVE_DIR ?? resolve(settings.DATA_DIR, 'reels')),
    google: googleIn(settings),
    stripe: stripeIn(settings),
    s3: s3In(settings),
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

/** A key is enough for the vendor; another server is named by its address and may want no key. */
function aiIn({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL: model }: Settings): Config['ai'] {
  if (OPENAI_API_KEY === undefined && OPENAI_BASE_URL === undefined) return null
  return { url: OPENAI_BASE_URL ?? 'https://api.openai.com/v1', key: OPENAI_API_KEY ?? null, model }
}

/** Both or none: with one of them alone people would be looking for their Google Drive in a folder of this machine. */
function googleIn(settings: Settings): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings
  if (clientId && clientSecret)
    return {
      clientId,
      clientSecret,
      accountsUrl: settings.GOOGLE_ACCOUNTS_URL,
      oauthUrl: settings.GOOGLE_OAUTH_URL,
      apiUrl: settings.GOOGLE_API_URL,
    }
  if (!clientId && !clientSecret) return null
  const missing = clientId ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'
  throw new StartRefused(
    `${missing} is not set, but needed to connect Google Drive: set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or none.`,
  )
}

/** Both or none: an id without its secret opens a page from which no user comes back. */
function applicationIn(settings: Settings, vendor: 'INSTAGRAM' | 'FACEBOOK') {
  const [appId, appSecret] = [settings[`${vendor}_APP_ID`], settings[`${vendor}_APP_SECRET`]]
  if (appId && appSecret) return { appId, appSecret, version: settings.GRAPH_API_VERSION }
  if (!appId && !appSecret) return null
  throw new StartRefused(
    `${vendor}_APP_${appId ? 'SECRET' : 'ID'} is not set, but needed to connect own accounts: set both ${vendor}_APP_ID and ${vendor}_APP_SECRET, or none.`,
  )
}

function instagramLoginIn(settings: Settings): Config['instagramLogin'] {
  const application = applicationIn(settings, 'INSTAGRAM')
  const { INSTAGRAM_WWW_URL: wwwUrl, INSTAGRAM_OAUTH_URL: oauthUrl, INSTAGRAM_GRAPH_URL: graphUrl } = settings
  return application && Object.assign(application, { wwwUrl, oauthUrl, graphUrl })
}

function facebookLoginIn(settings: Settings): Config['facebookLogin'] {
  const application = applicationIn(settings, 'FACEBOOK')
  const { FACEBOOK_WWW_URL: wwwUrl, GRAPH_API_URL: graphUrl, GRAPH_UPLOAD_URL: uploadUrl } = settings
  return application && Object.assign(application, { wwwUrl, graphUrl, uploadUrl })
}

/** Both keys or none: with the secret one alone people could begin to pay, and never end. */
function stripeIn(settings: Settings): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings
  if (secretKey && publishableKey)
    return {
      apiUrl: settings.STRIPE_API_URL,
      secretKey,
      publishableKey,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? null,
    }
  if (!secretKey && !publishableKey) return null
  const missing = secretKey ? 'STRIPE_PUBLISHABLE_KEY' : 'STRIPE_SECRET_KEY'
  throw new StartRefused(
    `${missing} is not set, but needed to take payments with Stripe: set both STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY, or none.`,
  )
}

/** All that it needs, or none: a machine that keeps pictures elsewhere by mistake would lose them to the others. */
function s3In(settings: Settings): Config['s3'] {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION: region } = settings
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)
    return {
      endpoint: S3_ENDPOINT,
      bucket: S3_BUCKET,
      region,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
  if (missing.length === Object.keys(needed).length) return null
  throw new StartRefused(
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set, but needed to keep pictures and videos in S3: set all of ${Object.keys(needed).join(', ')}, or none.`,
  )
}

/** Reads `.env` beside the program, if there is one; what the environment already says wins. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path)
}
