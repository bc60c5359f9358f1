/** What each environment variable may be. See .env.example. */
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

/** Without a slash at the end, and absent where none is set. */
const ownAddress = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !/[?#@]/.test(address))
  .transform(withoutSlash)
  .optional()

const matching = (pattern: RegExp) => z.string().regex(pattern).optional()

/** Of letters, digits and marks, without spaces: a token that was copied with a line break fails here and not far away. */
const token = matching(/^[\x21-\x7e]{8,2000}$/)

/** Of an application of Meta. */
const appId = matching(/^\d{5,30}$/)

/** As short as some relatives of S3 make them. */
const key = matching(/^[\x21-\x7e]{3,2000}$/)

export const splitList = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

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
    .refine((text) => splitList(text).every(isAddressOrRange)),
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
    .transform((text) => splitList(text))
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
  GRAPH_IG_USER_ID: matching(/^\d{1,30}$/),
  GRAPH_ACCESS_TOKEN: token,
  GRAPH_TOKEN_EXPIRES: z.iso.date().optional(),
  GRAPH_CALLS_PER_HOUR: perHour('200'),
  APIFY_API_URL: webAddress('https://api.apify.com'),
  APIFY_TOKEN: token,
  APIFY_CALLS_PER_HOUR: perHour('360'),
  AIRTABLE_API_URL: webAddress('https://api.airtable.com'),
  AIRTABLE_TOKEN: token,
  AIRTABLE_BASE_ID: matching(/^app[A-Za-z0-9]{14}$/),
  DRIVE_DIR: z.string().min(1).max(4_000).optional(),
  GOOGLE_CLIENT_ID: token,
  GOOGLE_CLIENT_SECRET: token,
  GOOGLE_ACCOUNTS_URL: webAddress('https://accounts.google.com'),
  GOOGLE_OAUTH_URL: webAddress('https://oauth2.googleapis.com'),
  GOOGLE_API_URL: webAddress('https://www.googleapis.com'),
  S3_ENDPOINT: ownAddress,
  S3_BUCKET: matching(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: key,
  S3_SECRET_ACCESS_KEY: key,
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: ownAddress,
  OPENAI_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .default('gpt-4o-mini'),
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_[\x21-\x7e]{5,500}$/),
  STRIPE_PUBLISHABLE_KEY: matching(/^pk_[A-Za-z0-9_]{5,500}$/),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_[\x21-\x7e]{5,500}$/),
  STRIPE_API_URL: webAddress('https://api.stripe.com'),
  AI_CALLS_PER_DAY: z.string().default('200').pipe(z.coerce.number<string>().int().min(1).max(1_000_000)),
  RENDER_CONCURRENCY: z.string().default('1').pipe(z.coerce.number<string>().int().min(1).max(8)),
  FFMPEG_PATH: z.string().min(1).max(4_000).optional(),
  CHROMIUM_PATH: z.string().min(1).max(4_000).optional(),
  ENCRYPTION_KEY: matching(/^[0-9a-fA-F]{64}$/),
  // Judged in mail-settings.ts: a wrong one must not stop the start.
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  METRICS_TOKEN: matching(/^[\x21-\x7e]{16,2000}$/),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false']).default('false'),
  SESSION_IDLE_MINUTES: minutes(String(24 * 60)),
  SESSION_MAX_MINUTES: minutes(String(7 * 24 * 60)),
})

export type Settings = z.infer<typeof Settings>
