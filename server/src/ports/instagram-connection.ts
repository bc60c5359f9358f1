/** The ways into the sources of figures: each with a token and a quota of its own. */
import type { InstagramSource, InstagramSourceName, ProfileSourceName } from './instagram.ts'
import type { OutsideService } from './outside-service.ts'

/** One connection of a source: that of the settings, one that an administrator has added, or those of all owners together. */
export interface SourceConnection<Name extends ProfileSourceName = InstagramSourceName> extends OutsideService {
  /** Null for those that no administrator has added. */
  readonly id: number | null
  /** Calls through this connection; its title names the connection. */
  readonly source: InstagramSource<Name>
}

/** What opens a source. */
export interface SourceCredentials {
  token: string
  /** Of the professional account that makes the calls; null where the source knows no such account. */
  ownId: string | null
}

/** Makes the source that calls through a connection. `callsPerHour`: null for the usual number of the source. */
export type OpenSource = (
  source: InstagramSourceName,
  connection: { name: string; callsPerHour: number | null; credentials: SourceCredentials },
) => InstagramSource
