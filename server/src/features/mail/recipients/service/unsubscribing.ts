/** Stopping mails by the link that each of them holds: without a session. */
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { topicsIn } from '../../outbox/outbox.rules.ts'
import { mayStop, readUnsubscribeToken } from '../recipients.rules.ts'
import { recipientsStore } from '../recipients.store.ts'

export function unsubscribing(database: Database) {
  const store = recipientsStore(database.queries)

  async function resolveToken(token: string) {
    const named = readUnsubscribeToken(token)
    const row = named && (await store.bySecret(named.secret))
    if (!row || !mayStop(row, named.topics)) throw notFound('Link')
    return { row, topics: named.topics }
  }

  return {
    /** The page that stops these mails. Throws `not_found` for a token that names no recipient. */
    async unsubscribePage(token: string): Promise<string> {
      await resolveToken(token)
      return `/mail/stop#${token}`
    },

    /** Safe to repeat. */
    async unsubscribe(token: string): Promise<void> {
      const { row, topics } = await resolveToken(token)
      await database.transaction(async (tx) => {
        const inside = recipientsStore(tx)
        // Held by an idle update: of two clicks at once neither is lost.
        const held = await inside.change(row.id, { secret: row.secret })
        const stopped = [...new Set([...topicsIn(held.stopped), ...topics])]
        await inside.change(row.id, { stopped: JSON.stringify(stopped) })
      })
    },
  }
}
