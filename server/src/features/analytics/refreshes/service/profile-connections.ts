/** Through which connections a profile is read: that of its owner first, otherwise those of one source. */
import type { Database, Queries } from '#platform/database/database.ts'
import type { InstagramSource, InstagramSourceName, ProfileSourceName } from '#ports/instagram.ts'
import type { SourceConnection } from '#ports/instagram-connection.ts'
import type { SourceConnectionsService } from '../../source-connections/source-connections.service.ts'
import { chooseSource, ownersOf } from '../refreshes.rules.ts'
import { ownedStore } from '../store/owned.ts'
import type { Owner, ProfileRow } from '../store/profile-rows.ts'
import { profilesStore } from '../store/profiles.ts'

export type ProfileConnection = SourceConnection<ProfileSourceName>

export function profileConnections({
  database,
  connections,
  own,
}: {
  database: Database
  connections: Pick<SourceConnectionsService, 'active'>
  own: InstagramSource<'own'> | null
}) {
  const ofOwners: ProfileConnection | null = own && {
    name: 'own',
    id: null,
    callsPerHour: own.callsPerHour,
    source: own,
  }
  const listConnected = async (): Promise<InstagramSourceName[]> => namesOf(await connections.active())

  return {
    listConnected,

    /** Whether any public profile can be read. Inside a transaction, give it. */
    isConnected: async (tx?: Queries): Promise<boolean> => (await connections.active(tx)).length > 0,

    /** Which of these accounts can be read: all where a source is connected, otherwise those that are connected themselves. */
    async readable(accountIds: readonly number[]): Promise<ReadonlySet<number>> {
      if ((await connections.active()).length > 0) return new Set(accountIds)
      return own ? ownedStore(database.queries).among(accountIds) : new Set()
    },

    /** Of each source that is connected: what calls may go through now, and whose profiles it reads. */
    async sources(): Promise<{ name: ProfileSourceName; owners: Owner[]; connections: ProfileConnection[] }[]> {
      const active = await connections.active()
      const names = namesOf(active)
      const others = names.map((name) => ({
        name,
        owners: ownersOf(name, names),
        connections: active.filter(({ source }) => source.name === name),
      }))
      return ofOwners ? [{ name: 'own', owners: ['own'], connections: [ofOwners] }, ...others] : others
    },

    /** Whether the time of a profile has come that this source reads. */
    async isAnyDue(source: InstagramSourceName, now: number): Promise<boolean> {
      return profilesStore(database.queries).isAnyDue(ownersOf(source, await listConnected()), now)
    },

    /** The connections of the source that reads a profile next; none where it is not connected. */
    async connectionsOf(
      profile: Pick<ProfileRow, 'source'> & Partial<Pick<ProfileRow, 'is_owned' | 'owner_asked_at'>>,
    ): Promise<ProfileConnection[]> {
      if (ofOwners && profile.is_owned === 1 && profile.owner_asked_at === null) return [ofOwners]
      const active = await connections.active()
      const name = chooseSource(profile.source, namesOf(active))
      return active.filter(({ source }) => source.name === name)
    },
  }
}

const namesOf = (active: readonly SourceConnection[]) => [...new Set(active.map(({ source }) => source.name))]
