/** Who is in every world of tests: two companies, one person per role, and the tokens that they are signed in with. */
import { createHash } from 'node:crypto'
import type { Role } from '@tangelo/contract/limits'
import type { Database } from '#platform/database/database.ts'
import { hashPassword } from '#platform/passwords.ts'
import { newSecret } from '#platform/secrets.ts'

/** `foreigner` belongs to company 2, `loner` to none; the others to company 1. */
export const PEOPLE = {
  admin: { role: 'admin', companyId: 1 },
  pro: { role: 'pro', companyId: 1 },
  basic: { role: 'basic', companyId: 1 },
  foreigner: { role: 'pro', companyId: 2 },
  loner: { role: 'basic', companyId: null },
} as const satisfies Record<string, { role: Role; companyId: number | null }>

export type Person = keyof typeof PEOPLE

/** As `populate` makes them. */
export const USER_IDS: Record<Person, number> = { admin: 1, pro: 2, basic: 3, foreigner: 4, loner: 5 }

/** Everybody's password in tests. */
export const PASSWORD = 'a ripe tangelo in March'

/** 2026-11-20, 09:00 in UTC: where the clock of a world begins. */
export const START = Date.UTC(2026, 10, 20, 9)

/** Everybody is signed in already, as the store keeps it: by the hash of a token that only these tests know. */
export const TOKENS = Object.fromEntries(Object.keys(PEOPLE).map((person) => [person, newSecret()])) as Record<
  Person,
  string
>

/** Two companies and one person per role, signed in. */
export async function populate({ queries }: Database): Promise<void> {
  for (const name of ['Citrus Studio', 'Grove Agency'])
    await queries
      .insertInto('companies')
      .values({ name, name_key: name.toLowerCase(), time_zone: 'UTC', created_at: START })
      .execute()
  const passwordHash = await hashPassword(PASSWORD)
  for (const username of Object.keys(PEOPLE) as Person[]) {
    const { role, companyId } = PEOPLE[username]
    const { id } = await queries
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
      .returning('id')
      .executeTakeFirstOrThrow()
    const token_hash = createHash('sha256').update(TOKENS[username]).digest('hex')
    await queries
      .insertInto('sessions')
      .values({ token_hash, id: `of-${username}`, user_id: id, created_at: START, last_seen_at: START })
      .execute()
  }
}

/** Accounts of company 1, or of the one named. */
export async function track(
  { queries }: Database,
  accounts: readonly (string | { username: string; companyId: number })[],
): Promise<void> {
  const rows = accounts.map((account) => {
    const { username, companyId } = typeof account === 'string' ? { username: account, companyId: 1 } : account
    return { company_id: companyId, username, username_key: username.toLowerCase(), created_at: START }
  })
  await queries.insertInto('accounts').values(rows).execute()
}
