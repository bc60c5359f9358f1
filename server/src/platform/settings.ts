/** What each environment variable may be, and the message where it is something else. See .env.example. */
import { BlockList, isIP } from 'node:net'
import * as z from 'zod'
import { isCommonPassword } from './passwords.ts'

const minutes = (text: string) => z.string().default(text).pipe(z.coerce.number<string>().positive())

const perHour = (text: string) => z.string().default(text).pipe(z.coerce.number<string>().positive().max(36_000_000))

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

/** Without a slash at the end. */
const webAddress = (text: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(text)
    .transform(withoutSlash)

/** Of letters, digits and marks, without spaces: a token that was copied with a line break fails here and not far away. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{8,2000}$/)
  .optional()

/** Of an application of Meta. */
const appId = z
  .string()
  .regex(/^\d{5,30}$/)
  .optional()

/** As short as some relatives of S3 make them. */
const key = z
  .string()
  .regex(/^[\x21-\x7e]{3,2000}$/)
  .optional()

export const listed = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

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

export const Settings = z.object({
  PORT: z.string().default('5000').pipe(z.coerce.number<string>().int().min(0).max(65_535)),
  HOST: z.string().min(1).default('127.0.0.1'),
  TRUST_PROXY: z
    .string()
    .default('')
    .refine((text) => listed(text).every(isAddressOrRange)),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine((address) => /^https?:\/\/[^/?#@]+\/?$/i.test(address))
    .transform((address) => new URL(address).origin)
    .optional(),
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
  DRAIN_SECONDS: z.string().pipe(z.coerce.number<string>().int().min(0).max(60)).optional(),
  // Judged where the kinds are known: composition/work.ts.
  WORKER_KINDS: z
    .string()
    .transform((text) => listed(text))
    .optional(),
  GRAPH_API_URL: webAddress('https://graph.facebook.com'),
  GRAPH_API_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/)
    .default('v25.0'),
  GRAPH_UPLOAD_URL: webAddress('https://rupload.facebook.com'),
  INSTAGRAM_APP_ID: appId,
  INSTAGRAM_APP_SECRET: token,
  INSTAGRAM_WWW_URL: webAddress('https://www.instagram.com'),
  INSTAGRAM_OAUTH_URL: webAddress('https://api.instagram.com'),
  INSTAGRAM_GRAPH_URL: webAddress('https://graph.instagram.com'),
  FACEBOOK_APP_ID: appId,
  FACEBOOK_APP_SECRET: token,
  FACEBOOK_WWW_URL: webAddress('https://www.facebook.com'),
  GRAPH_IG_USER_ID: z
    .string()
    .regex(/^\d{1,30}$/)
    .optional(),
  GRAPH_ACCESS_TOKEN: token,
  GRAPH_TOKEN_EXPIRES: z.iso.date().optional(),
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
  DRIVE_DIR: z.string().min(1).max(4_000).optional(),
  GOOGLE_CLIENT_ID: token,
  GOOGLE_CLIENT_SECRET: token,
  GOOGLE_ACCOUNTS_URL: webAddress('https://accounts.google.com'),
  GOOGLE_OAUTH_URL: webAddress('https://oauth2.googleapis.com'),
  GOOGLE_API_URL: webAddress('https://www.googleapis.com'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((address) => !/[?#@]/.test(address))
    .transform(withoutSlash)
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: key,
  S3_SECRET_ACCESS_KEY: key,
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((address) => !/[?#@]/.test(address))
    .transform(withoutSlash)
    .optional(),
  OPENAI_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .default('gpt-4o-mini'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_[\x21-\x7e]{5,500}$/)
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_[A-Za-z0-9_]{5,500}$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\x21-\x7e]{5,500}$/)
    .optional(),
  STRIPE_API_URL: webAddress('https://api.stripe.com'),
  AI_CALLS_PER_DAY: z.string().default('200').pipe(z.coerce.number<string>().int().min(1).max(1_000_000)),
  RENDER_CONCURRENCY: z.string().default('1').pipe(z.coerce.number<string>().int().min(1).max(8)),
  FFMPEG_PATH: z.string().min(1).max(4_000).optional(),
  CHROMIUM_PATH: z.string().min(1).max(4_000).optional(),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .optional(),
  // Judged in mail-settings.ts: a wrong one must not stop the start.
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,2000}$/)
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false']).default('false'),
  SESSION_IDLE_MINUTES: minutes(String(24 * 60)),
  SESSION_MAX_MINUTES: minutes(String(7 * 24 * 60)),
})

export type Settings = z.infer<typeof Settings>

/** What a bad setting should have been, when zod's own words would puzzle the person at the terminal. */
export const EXPECTED: Record<string, string> = {
  PORT: 'a port from 0 to 65535',
  TRUST_PROXY: 'addresses or ranges like 10.0.0.0/8, separated by commas',
  PUBLIC_URL: 'an address like https://tangelo.example.org, without a path',
  ADMIN_USERNAME: 'a name of 1 to 64 characters',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  GRAPH_API_URL: 'an address like https://graph.facebook.com',
  GRAPH_API_VERSION: 'a version like v25.0',
  GRAPH_UPLOAD_URL: 'an address like https://rupload.facebook.com',
  INSTAGRAM_APP_ID: 'the digits of the id of your application',
  INSTAGRAM_APP_SECRET: 'a secret of at least 8 characters, without spaces',
  INSTAGRAM_WWW_URL: 'an address like https://www.instagram.com',
  INSTAGRAM_OAUTH_URL: 'an address like https://api.instagram.com',
  INSTAGRAM_GRAPH_URL: 'an address like https://graph.instagram.com',
  FACEBOOK_APP_ID: 'the digits of the id of your application',
  FACEBOOK_APP_SECRET: 'a secret of at least 8 characters, without spaces',
  FACEBOOK_WWW_URL: 'an address like https://www.facebook.com',
  GRAPH_IG_USER_ID: 'the digits of the id of your own professional account',
  GRAPH_ACCESS_TOKEN: 'a token of at least 8 characters, without spaces',
  GRAPH_TOKEN_EXPIRES: 'the last day of GRAPH_ACCESS_TOKEN, such as 2027-01-31',
  GRAPH_CALLS_PER_HOUR: 'a number of calls above 0',
  APIFY_API_URL: 'an address like https://api.apify.com',
  APIFY_TOKEN: 'a token of at least 8 characters, without spaces',
  APIFY_CALLS_PER_HOUR: 'a number of calls above 0',
  AIRTABLE_API_URL: 'an address like https://api.airtable.com',
  AIRTABLE_TOKEN: 'a token of at least 8 characters, without spaces',
  AIRTABLE_BASE_ID: 'app and 14 letters or digits, as in the address of the base',
  DRIVE_DIR: 'the path of a folder',
  GOOGLE_CLIENT_ID: 'a client id of at least 8 characters, without spaces',
  GOOGLE_CLIENT_SECRET: 'a client secret of at least 8 characters, without spaces',
  GOOGLE_ACCOUNTS_URL: 'an address like https://accounts.google.com',
  GOOGLE_OAUTH_URL: 'an address like https://oauth2.googleapis.com',
  GOOGLE_API_URL: 'an address like https://www.googleapis.com',
  S3_ENDPOINT: 'an address like https://s3.eu-central-1.amazonaws.com, without the bucket',
  S3_BUCKET: 'the name of a bucket: 3 to 63 letters, digits, dots and hyphens',
  S3_REGION: 'the name of a region like eu-central-1',
  S3_ACCESS_KEY_ID: 'a key of at least 3 characters, without spaces',
  S3_SECRET_ACCESS_KEY: 'a key of at least 3 characters, without spaces',
  OPENAI_API_KEY: 'a key of at least 3 characters, without spaces',
  OPENAI_BASE_URL: 'an address like https://api.openai.com/v1',
  OPENAI_MODEL: 'the name of a model like gpt-4o-mini, without spaces',
  STRIPE_SECRET_KEY: 'a secret key that begins with sk_ or rk_',
  STRIPE_PUBLISHABLE_KEY: 'a publishable key that begins with pk_',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook endpoint, which begins with whsec_',
  STRIPE_API_URL: 'an address like https://api.stripe.com',
  AI_CALLS_PER_DAY: 'a whole number from 1 to 1000000',
  ROLE: 'one of all, api, worker',
  DRAIN_SECONDS: 'a whole number from 0 to 60',
  RENDER_CONCURRENCY: 'a whole number from 1 to 8',
  FFMPEG_PATH: 'the path of the program ffmpeg',
  CHROMIUM_PATH: 'the path of a Chromium',
  ENCRYPTION_KEY: '64 hexadecimal digits, as from: openssl rand -hex 32',
  METRICS_TOKEN: 'a token of at least 16 characters, without spaces',
  WEBHOOK_ALLOW_PRIVATE: 'true or false',
  SESSION_IDLE_MINUTES: 'a number of minutes above 0',
  SESSION_MAX_MINUTES: 'a number of minutes above 0',
}

/** Settings that hold a secret, or may by mistake: what was given is not repeated when it is refused. */
export const SECRET = new Set([
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'GRAPH_ACCESS_TOKEN',
  'INSTAGRAM_APP_SECRET',
  'FACEBOOK_APP_SECRET',
  'APIFY_TOKEN',
  'AIRTABLE_TOKEN',
  // Easily put in each other's place.
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  // The two keys of S3 are easily put in each other's place; an address may hold a password.
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OPENAI_API_KEY',
  // Easily put in each other's place.
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
  // Not ours, but they hold keys of a collector.
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
])

/** Of these, those that every browser gets once they are right. */
export const PUBLIC = new Set(['STRIPE_PUBLISHABLE_KEY'])
