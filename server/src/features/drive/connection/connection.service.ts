/**
 * Which drive a company uses, and what opens it (D29, docs/decisions/0021). A folder on the server needs no connection;
 * a provider's drive is connected by a user of the company, in their browser. Its secret is stored encrypted and leaves
 * this part as `DriveFiles` only.
 */
import type { DriveStatus } from '@tangelo/contract'
import { type AuditLog, mayMakeReels, ownCompany, publishEvents, THE_SERVER } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { DecryptionError, type Encryption, WrongKeyError } from '#platform/encryption.ts'
import { accessDenied, conflict, Failure } from '#platform/errors.ts'
import type { BrowserRequest } from '#platform/http/browser-mark.ts'
import type { Log } from '#platform/log.ts'
import { newSecret } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type Drive, DriveFailure, type DriveFiles } from '#ports/drive.ts'
import {
  COMING_BACK,
  CONNECTED,
  challengeOf,
  declined,
  drivePurpose,
  hashOf,
  LOST,
  markingCookie,
  markOf,
  mayStillConnect,
  notConnected,
  noWayBack,
  type Return,
  readWay,
  returnAddressOf,
  toErrorAddress,
  UNREADABLE,
  verifierPurpose,
  WAY_BACK_MS,
  writeWay,
} from './connection.rules.ts'
import { type DriveRow, driveConnectionsStore } from './connection.store.ts'

export type DriveConnectionsService = ReturnType<typeof driveConnectionsService>

/** The drive of a company, and where its folder is when that is on this server. */
export interface DriveOfCompany {
  drive: Drive
  path: string | null
}

const EXCHANGE_MS = 20_000
const REVOKE_MS = 5_000

export function driveConnectionsService({
  database,
  clock,
  log,
  audit,
  encryption,
  driveOf,
}: {
  database: Database
  clock: Clock
  log: Log
  audit: AuditLog
  encryption: Encryption
  driveOf: (companyId: number) => DriveOfCompany
}) {
  const store = driveConnectionsStore(database.queries)
  /** What is open in this process, by company: an adapter remembers more than the secret. */
  const open = new Map<number, { sealed: string; files: DriveFiles }>()

  const about = (drive: Drive, row: Pick<DriveRow, 'owner'> | undefined) =>
    ({ kind: 'drive', id: drive.name, name: row?.owner ?? drive.title }) as const

  const publishChange = (tx: Queries, companyId: number) =>
    publishEvents(tx, [{ companyId, kind: 'drive-changed' }], clock.now())

  async function lose(companyId: number, sealed: string): Promise<boolean> {
    open.delete(companyId)
    return database.transaction(async (tx) => {
      const inside = driveConnectionsStore(tx)
      const row = await inside.find(companyId)
      if (!(await inside.lose(companyId, sealed, clock.now()))) return false
      const act = 'drive.lost' as const
      await audit.record(tx, THE_SERVER, { act, object: about(driveOf(companyId).drive, row), companyId })
      await publishChange(tx, companyId)
      return true
    })
  }

  async function openDrive(companyId: number, drive: Drive): Promise<{ sealed: string; files: DriveFiles }> {
    const sealed = await store.secret(companyId)
    const row = await store.find(companyId)
    if (sealed === undefined || row?.drive !== drive.name) throw notConnected()
    const known = open.get(companyId)
    if (known?.sealed === sealed) return known
    try {
      const secret = encryption.decrypt(sealed, drivePurpose(companyId))
      const fresh = { sealed, files: drive.files(secret, (next) => exchange(next)) }
      const exchange = async (next: string) => {
        const resealed = encryption.encrypt(next, drivePurpose(companyId))
        await store.exchangeSecret(companyId, fresh.sealed, resealed, clock.now())
        fresh.sealed = resealed
      }
      open.set(companyId, fresh)
      return fresh
    } catch (error) {
      // The key may come back, and the connection with it.
      if (error instanceof WrongKeyError || !(error instanceof DecryptionError)) throw error
      // Changed on the disk: nothing opens it any more.
      await lose(companyId, sealed)
      throw new DriveFailure('connection_lost', UNREADABLE)
    }
  }

  /** What the way back is worth, once. Throws `Failure` or `DriveFailure` in words for people. */
  async function connect({ state, code, error }: Return, request: BrowserRequest, address: string): Promise<void> {
    const stateHash = hashOf(state ?? '')
    const way = await store.takeState(stateHash)
    const mark = markOf(request)
    if (!way || clock.now() >= way.expires_at || mark === null || hashOf(mark) !== way.browser_hash) throw noWayBack()
    const { company_id: companyId, user_id: userId } = way
    const { drive } = driveOf(companyId)
    if (!drive.connect || error !== undefined || code === undefined) throw declined(error)
    const { sessionId, verifier } = readWay(encryption.decrypt(way.verifier, verifierPurpose(stateHash)))
    if (!mayStillConnect(await store.user(userId, sessionId), companyId)) throw accessDenied(COMING_BACK.notAllowed)
    const answer = { code, verifier, returnAddress: way.return_address }
    const grant = await drive.connect.exchange(answer, AbortSignal.timeout(EXCHANGE_MS))
    await database.transaction(async (tx) => {
      const inside = driveConnectionsStore(tx)
      const user = await inside.user(userId, sessionId, database.engine)
      if (!mayStillConnect(user, companyId)) throw accessDenied(COMING_BACK.notAllowed)
      const now = clock.now()
      const row = { company_id: companyId, drive: drive.name, owner: grant.owner, connected_at: now }
      await inside.begin(row)
      await inside.keepSecret(companyId, encryption.encrypt(grant.secret, drivePurpose(companyId)), now)
      const actor = { userId, username: user.username, address, via: 'session' as const }
      await audit.record(tx, actor, { act: 'drive.connected', object: about(drive, row), companyId })
      await publishChange(tx, companyId)
    })
    open.delete(companyId)
  }

  return {
    /** Whose drive the viewer uses. Throws `access_denied` for who may make no reels. */
    companyOf(viewer: Viewer): number {
      mayMakeReels(viewer)
      return ownCompany(viewer)
    },

    driveOf,

    async isConnected(companyId: number): Promise<boolean> {
      const { drive } = driveOf(companyId)
      if (!drive.connect) return true
      const [row, sealed] = await Promise.all([store.find(companyId), store.secret(companyId)])
      return row?.drive === drive.name && sealed !== undefined
    },

    async status(viewer: Viewer): Promise<DriveStatus> {
      const companyId = this.companyOf(viewer)
      const { drive, path } = driveOf(companyId)
      const row = await store.find(companyId)
      const isOurs = row?.drive === drive.name
      return {
        authenticated: await this.isConnected(companyId),
        drive: drive.name,
        path,
        owner: (isOurs && row.owner) || null,
        message: isOurs && row.lost_at !== null ? LOST : null,
      }
    },

    /** Answers the provider's page, and the cookie by which the browser is known when it comes back. */
    async begin(viewer: Viewer, request: BrowserRequest): Promise<{ url: string; cookie: string }> {
      const companyId = this.companyOf(viewer)
      const { drive } = driveOf(companyId)
      if (!drive.connect)
        throw conflict('nothing_to_connect', 'The drive is a folder on this server: there is nothing to connect')
      const { userId, sessionId } = viewer
      if (userId === null || sessionId === undefined) throw accessDenied('Connect the drive in a browser, signed in')
      // In a second tab it stays the same browser.
      const mark = markOf(request) ?? newSecret()
      const [state, verifier] = [newSecret(), newSecret()]
      const now = clock.now()
      const returnAddress = returnAddressOf(request)
      await store.forgetStates(now)
      await store.addState({
        state_hash: hashOf(state),
        company_id: companyId,
        user_id: userId,
        browser_hash: hashOf(mark),
        verifier: encryption.encrypt(writeWay({ sessionId, verifier }), verifierPurpose(hashOf(state))),
        return_address: returnAddress,
        expires_at: now + WAY_BACK_MS,
      })
      const url = drive.connect.address({ state, challenge: challengeOf(verifier), returnAddress })
      return { url, cookie: markingCookie(request, mark) }
    },

    /** Returns the address at which the browser continues; an error is explained there. */
    async arrive(back: Return, request: BrowserRequest, address: string): Promise<string> {
      try {
        await connect(back, request, address)
        return CONNECTED
      } catch (error) {
        if (error instanceof Failure || error instanceof DriveFailure) return toErrorAddress(error.message)
        log.error({ err: error }, 'connecting a drive failed')
        return toErrorAddress(COMING_BACK.failed)
      }
    },

    /**
     * Ends the connection here even when the provider answers an error; a folder on the server is only removed from our
     * copy and read again.
     */
    async clear(viewer: Viewer): Promise<void> {
      const companyId = this.companyOf(viewer)
      const { drive } = driveOf(companyId)
      const sealed = await store.secret(companyId)
      await database.transaction(async (tx) => {
        const inside = driveConnectionsStore(tx)
        const row = await inside.find(companyId)
        await inside.remove(companyId)
        if (row?.connected_at != null)
          await audit.record(tx, viewer, { act: 'drive.disconnected', object: about(drive, row), companyId })
        await publishChange(tx, companyId)
      })
      open.delete(companyId)
      if (sealed === undefined || !drive.connect) return
      try {
        await drive.connect.revoke(encryption.decrypt(sealed, drivePurpose(companyId)), AbortSignal.timeout(REVOKE_MS))
      } catch (error) {
        log.warn({ err: error }, 'a drive was disconnected here, but not at its provider')
      }
    },

    /**
     * Works with the files of a company's drive. Throws what `work` throws, and `connection_lost` where nothing is connected;
     * a connection that the provider has ended is forgotten.
     */
    async use<Result>(companyId: number, work: (files: DriveFiles) => Promise<Result>): Promise<Result> {
      const { drive } = driveOf(companyId)
      if (!drive.connect) return work(drive.files(null))
      const here = await openDrive(companyId, drive)
      try {
        return await work(here.files)
      } catch (error) {
        if (!(error instanceof DriveFailure && error.kind === 'connection_lost')) throw error
        if (await lose(companyId, here.sealed)) throw error
        // Another process has stored a newer secret, or a user has just connected again.
        throw new DriveFailure('unavailable', 'The connection was renewed meanwhile.')
      }
    },

    /** Those whose drive was looked at before. */
    companiesInUse: () => store.companies(),

    purge: () => store.forgetStates(clock.now()),
  }
}
