/** The ways into the sources of figures: each with a token and a quota of its own. */
import type { InstagramSource, InstagramSourceName } from './instagram.ts'
import type { OutsideService } from './outside-service.ts'

/** One connection of a source: that of the settings, or one that an administrator has added. */
export interface SourceConnection extends OutsideService {
  /** Null for that of the settings. */
  readonly id: number | null
  /** Calls through this connection; its title names the connection. */
  readonly source: InstagramSource
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
