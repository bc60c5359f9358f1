/** Settings: environment variables, also from a `.env` file, checked once at the start. See .env.example. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import * as z from 'zod'
import { StartRefused } from './start-refused.ts'

const minutes = (text: string) => z.string().default(text).pipe(z.coerce.number<string>().positive())

const Settings = z.object({
  PORT: z
    .string()
    .default('5000')
    .pipe(z.coerce.number<string>().int().min(0).max(65_535)),
  HOST: z.string().min(1).default('127.0.0.1'),
  TRUST_PROXY: z.string().default(''),
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ADMIN_USERNAME: z.string().trim().min(1).max(64).default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'at least 8 characters')
    .max(256)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'an address like postgres://user:password@host:5432/name')
    .optional(),
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
  /** D4. */
  session: { idleMs: number; maxMs: number }
}

/** What a bad setting should have been, when zod's own words would puzzle the person at the terminal. */
const EXPECTED: Record<string, string> = {
  PORT: 'a port from 0 to 65535',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  SESSION_IDLE_MINUTES: 'a number of minutes above 0',
  SESSION_MAX_MINUTES: 'a number of minutes above 0',
}

/** Throws `StartRefused` naming the first bad setting and what is expected. Empty settings count as absent. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0] ?? 'A setting')
    throw new StartRefused(
      `${name} is ${JSON.stringify(name === 'ADMIN_PASSWORD' ? '…' : given[name])}, but must be ${EXPECTED[name] ?? issue?.message}: correct it in the environment or in .env.`,
    )
  }
  const settings = parsed.data
  return {
    port: settings.PORT,
    host: settings.HOST,
    trustedProxies: settings.TRUST_PROXY.split(',').flatMap((text) => text.trim() || []),
    dataFolder: settings.DATA_DIR,
    logLevel: settings.LOG_LEVEL,
    admin: { username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD ?? null },
    databaseUrl: settings.DATABASE_URL ?? null,
    session: { idleMs: settings.SESSION_IDLE_MINUTES * 60_000, maxMs: settings.SESSION_MAX_MINUTES * 60_000 },
  }
}

/** Reads `.env` beside the program, if there is one; what the environment already says wins. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path)
}
