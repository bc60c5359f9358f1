/**
 * Google Drive and the OAuth in front of it, as far as finding, reading and renaming folders of pictures needs them: one
 * person, one client, everything at one address. Uploads, exports, rights and changes are not played; who asks for them
 * hears that.
 */
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { standInClock } from '../http/stand-in-clock.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { driveCalls } from './drive-calls.ts'
import { addReelFolder, type ReelFolder } from './drive-orders.ts'
import { type DriveHands, driveTree } from './drive-tree.ts'
import { googleService, grantRequestIn } from './google-service.ts'
import { type Grants, grants, type OAuthClient } from './grants.ts'

export interface GoogleOptions extends StandInOptions, Partial<OAuthClient> {
  /** Pages are never longer, whatever was asked for. */
  pageSizeMax?: number
}

export interface GoogleStandIn extends StandIn, OAuthClient {
  drive: DriveHands
  /** Adds a folder with drawn pictures to the one named 'reels', which is made when it is first needed. Answers its id. */
  addReels(folder: ReelFolder): string
  /** Names that were given by calls, in order. */
  renames: readonly string[]
  /** What the person decides on the page at this address, without a browser; answers where that is sent back to. */
  decide(address: string, decision: { isAllowed: boolean; scope?: string }): string
  grants: Pick<Grants, 'revokeAll' | 'expireAccess' | 'living' | 'rotates'>
  /** The next so many calls with a page token find it worthless. */
  spoilPageTokens(count: number): void
}

const usualClient: OAuthClient = {
  clientId: '1234567890-sample.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-sample-secret-of-the-stand-in',
}

export function googleStandIn(options: GoogleOptions = {}) {
  const client = {
    clientId: options.clientId ?? usualClient.clientId,
    clientSecret: options.clientSecret ?? usualClient.clientSecret,
  }
  return {
    async start(): Promise<GoogleStandIn> {
      const clock = standInClock(options.clock)
      const tree = driveTree(clock.now)
      const allowed = grants(client, clock.now)
      const calls = driveCalls(tree, { pageSizeMax: options.pageSizeMax ?? 1_000 })
      const service = googleService({ client, tree, allowed, calls })
      const started = await startStandIn(service, { ...options, clock, token: client.clientSecret })
      return Object.assign(started, client, {
        drive: tree,
        addReels: (folder: ReelFolder) => addReelFolder(tree, folder),
        renames: calls.renames,
        grants: allowed,
        spoilPageTokens: calls.spoilPageTokens,
        decide: (address: string, decision: { isAllowed: boolean; scope?: string }) =>
          allowed.decide(grantRequestIn(new URL(address).searchParams), decision),
      })
    },
  }
}
