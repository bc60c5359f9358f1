/** The first administrator. */
import { type Database, isTaken } from '#platform/database/database.ts'
import { generatePassword, hashPassword } from '#platform/passwords.ts'
import type { Clock } from '#ports/clock.ts'
import { bootstrapStore } from './bootstrap.store.ts'

export function bootstrap({ database, clock }: { database: Database; clock: Clock }) {
  /** D3: on an empty store makes company 1 and an administrator. Answers the sign-in to print, or null. */
  return async ({ username, password }: { username: string; password: string | null }) => {
    if (await bootstrapStore(database.queries).hasUsers()) return null
    const chosen = password ?? generatePassword()
    const hash = await hashPassword(chosen)
    const now = clock.now()
    try {
      return await database.transaction(async (tx) => {
        const inside = bootstrapStore(tx)
        if (await inside.hasUsers()) return null
        const companyId = await inside.addCompany('My company', now)
        await inside.addAdmin({ username, hash, companyId, mustChangePassword: password === null, now })
        return { username, generatedPassword: password === null ? chosen : null }
      })
    } catch (error) {
      // Another node on the same store was first by a moment; the company's name can be taken only once.
      if (isTaken(error)) return null
      throw error
    }
  }
}
