/** Which names are read: those that companies track, and of these those that their owners have connected. */
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import { nextSlot } from '../refreshes.rules.ts'
import { intervalsStore } from '../store/intervals.ts'
import { ownedStore } from '../store/owned.ts'
import type { ProfileRow } from '../store/profile-rows.ts'
import { profilesStore } from '../store/profiles.ts'
import { planReadings } from './intervals.ts'

const FOLLOWED_AT_ONCE = 200

export function profileFollowing({
  database,
  clock,
  own,
}: {
  database: Database
  clock: Clock
  own: InstagramSource<'own'> | null
}) {
  const store = profilesStore(database.queries)

  /** Marks the names that owners have connected, and no others. */
  async function markOwned(): Promise<void> {
    const { findConnected, findMarked } = ownedStore(database.queries)
    const [named, marked] = [own ? await findConnected() : new Set<string>(), await findMarked()]
    const [fresh, over] = [[...named].filter((key) => !marked.has(key)), [...marked].filter((key) => !named.has(key))]
    if (fresh.length + over.length === 0) return
    await database.transaction(async (tx) => {
      await ownedStore(tx).mark(fresh, 1)
      await ownedStore(tx).mark(over, 0)
    })
  }

  return {
    /** Takes in names that have come with new accounts and imports: they are read at their time of day. */
    async followNew(): Promise<void> {
      for (;;) {
        const accounts = await store.notFollowed(FOLLOWED_AT_ONCE)
        if (accounts.length === 0) break
        const now = clock.now()
        await database.transaction(async (tx) => {
          const keys = accounts.map(({ username_key }) => username_key)
          const named = await intervalsStore(tx).accountsNamed(keys, database.engine)
          await profilesStore(tx).follow(accounts, (key) => nextSlot(key, now))
          // A name that another company has tracked at longer intervals.
          await planReadings(tx, named, now)
        })
      }
      await markOwned()
    },

    /** The profile of a name, made where it is missing. */
    async findOrFollow(account: { id: number; username_key: string }): Promise<ProfileRow | undefined> {
      const now = clock.now()
      if (!(await store.find(account.username_key)))
        await database.transaction((tx) => profilesStore(tx).follow([account], (key) => nextSlot(key, now)))
      await markOwned()
      return store.find(account.username_key)
    },
  }
}
