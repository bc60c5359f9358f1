/** Fills an empty database with companies and users through the product's own schema; all have the same password. */

import { start } from '../../../server/src/composition/start.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { insertNew } from '../../../server/src/platform/database/database.ts'
import { hashPassword } from '../../../server/src/platform/passwords.ts'
import { environmentOf, type ProductSettings } from './product.ts'

export interface Filling {
  companies: number
  users: number
}

export const PASSWORD = 'plum jam, two jars'
export const usernameOf = (index: number) => `user.${String(index).padStart(5, '0')}`

const AT_ONCE = 500
const ROLES = ['basic', 'basic', 'pro', 'basic', 'admin'] as const

/** Companies 1 to `companies`, the first made at the first start; users spread over them. */
export async function fillWithPeople(settings: ProductSettings, { companies, users }: Filling): Promise<void> {
  const config = readConfig(environmentOf(settings))
  const { database, services, close } = await start(config, { importsIn: 'this thread' })
  try {
    await services.auth.bootstrap(config.admin)
    const hash = await hashPassword(PASSWORD)
    const now = Date.now()
    const into = { queries: database.queries, engine: database.engine }
    for (const some of inParts(companies - 1))
      await insertNew(
        into,
        'companies',
        some.map((index) => {
          const name = `Company ${String(index).padStart(5, '0')}`
          return { name, name_key: name.toLowerCase(), time_zone: 'UTC', created_at: now }
        }),
      )
    for (const some of inParts(users))
      await insertNew(
        into,
        'users',
        some.map((index) => ({
          company_id: 1 + (index % companies),
          username: usernameOf(index),
          username_key: usernameOf(index),
          password_hash: hash,
          role: ROLES[index % ROLES.length] ?? 'basic',
          must_change_password: 0 as const,
          created_at: now,
        })),
      )
  } finally {
    await close()
  }
}

function inParts(count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: Math.ceil(count / AT_ONCE) }, (_, part) =>
    all.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
}
