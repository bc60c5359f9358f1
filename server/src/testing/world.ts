/**
 * A small world for tests that come through the door users use: a real store, the real services, the HTTP application,
 * a clock that the test moves, and one person per role. Two companies, so that "foreign" means something.
 */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Role } from '@tangelo/contract/limits'
import type { Database } from '#platform/database/database.ts'
import { hashPassword } from '#platform/passwords.ts'
import { buildApp, type Services } from '../app.ts'
import { wire } from '../wiring.ts'
import { testStore } from './test-store.ts'

/** `foreigner` belongs to company 2, `loner` to none; the others to company 1. */
export const PEOPLE = {
  admin: { role: 'admin', companyId: 1 },
  pro: { role: 'pro', companyId: 1 },
  basic: { role: 'basic', companyId: 1 },
  foreigner: { role: 'pro', companyId: 2 },
  loner: { role: 'basic', companyId: null },
} as const satisfies Record<string, { role: Role; companyId: number | null }>

export type Person = keyof typeof PEOPLE

/** Everybody's password in tests. */
export const PASSWORD = 'a ripe tangelo in March'

/** 2026-11-20, 09:00 in UTC: where the clock of a world begins. */
export const START = Date.UTC(2026, 10, 20, 9)

export interface World {
  app: FastifyInstance
  services: Services
  database: Database
  folder: string
  clock: { now(): number; moveBy(milliseconds: number): void }
  tokens: Record<Person, string>
  /** Sends a request as somebody; a body is JSON unless it is a FormData. */
  ask(
    who: Person | 'stranger' | 'garbage',
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object | FormData,
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

interface Given {
  /** Accounts of company 1 (or of the one named), by username. */
  accounts?: (string | { username: string; companyId: number })[]
  /** `file`: the caller closes the world itself, in afterAll. */
  until?: 'test' | 'file'
  importsIn?: 'worker' | 'this thread'
}

let hashed: Promise<string> | undefined

export async function world({ accounts = [], until = 'test', importsIn = 'this thread' }: Given = {}): Promise<World> {
  const { database, folder, dispose } = await testStore()
  let now = START
  const clock = {
    now: () => now,
    moveBy: (milliseconds: number) => {
      now += milliseconds
    },
  }
  const services = wire({
    database,
    folder: { blobsPath: `${folder}/blobs`, temporaryPath: folder },
    session: { idleMs: 24 * 3_600_000, maxMs: 7 * 24 * 3_600_000 },
    clock,
    importsIn,
  })
  hashed ??= hashPassword(PASSWORD)
  await populate(database, await hashed, accounts)
  const app = await buildApp({ services, logLevel: 'silent', checkStore: async () => {} })
  const tokens = Object.fromEntries(
    await Promise.all(
      Object.keys(PEOPLE).map(async (username) => {
        const { token } = await services.auth.logIn({ username, password: PASSWORD, address: '127.0.0.1' })
        return [username, token]
      }),
    ),
  )
  const close = async () => {
    await app.close()
    await dispose()
  }
  if (until === 'test') onTestFinished(close)
  return {
    app,
    services,
    database,
    folder,
    clock,
    tokens,
    close,
    async ask(who, method, url, body) {
      const token = who === 'garbage' ? 'garbage-garbage-garbage-garbage' : who === 'stranger' ? null : tokens[who]
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      if (!(body instanceof FormData))
        return app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
      const encoded = new Response(body)
      return app.inject({
        method,
        url,
        headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
    },
  }
}

async function populate(database: Database, passwordHash: string, accounts: NonNullable<Given['accounts']>) {
  for (const name of ['Citrus Studio', 'Grove Agency'])
    await database.queries
      .insertInto('companies')
      .values({ name, name_key: name.toLowerCase(), time_zone: 'UTC', created_at: START })
      .execute()
  for (const [username, { role, companyId }] of Object.entries(PEOPLE))
    await database.queries
      .insertInto('users')
      .values({
        username,
        username_key: username,
        password_hash: passwordHash,
        role,
        company_id: companyId,
        must_change_password: 0,
        created_at: START,
      })
      .execute()
  for (const account of accounts) {
    const { username, companyId } = typeof account === 'string' ? { username: account, companyId: 1 } : account
    await database.queries
      .insertInto('accounts')
      .values({ company_id: companyId, username, username_key: username.toLowerCase(), created_at: START })
      .execute()
  }
}

/** A form with one file, as a browser sends it. */
export function formWith(content: string | Uint8Array<ArrayBuffer>, name = 'figures.csv', field = 'file'): FormData {
  const form = new FormData()
  form.set(field, new Blob([content]), name)
  return form
}
