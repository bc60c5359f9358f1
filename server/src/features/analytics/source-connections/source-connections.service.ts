/**
 * The connections of the sources: those of the settings, and those that administrators have added, each with its own token, quota
 * and failures (docs/decisions/0054). They are read from the store whenever they are needed, so that what one node adds, pauses or
 * removes counts on all of them with the next call.
 */
import type { RouteInput, SourceConnection as ShownConnection } from '@tangelo/contract'
import { CONNECTIONS_PER_SOURCE_MAX } from '@tangelo/contract/limits'
import type { AuditLog, ProviderQuotasService } from '#features/core/index.ts'
import { dayFromText } from '#platform/calendar.ts'
import { type Database, isTaken, type Queries } from '#platform/database/database.ts'
import { DecryptionError, type Encryption } from '#platform/encryption.ts'
import { conflict, invalidInput, notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type InstagramSource, type ProfileSourceName, SourceFailure } from '#ports/instagram.ts'
import type { OpenSource, SourceConnection, SourceCredentials } from '#ports/instagram-connection.ts'
import {
  type ConnectionChange,
  connectionAct,
  describeConnection,
  endOfToken,
  purposeOf,
  quotaOf,
  sayChanges,
  TITLES,
} from './source-connections.rules.ts'
import { type ConnectionColumns, type ConnectionRow, sourceConnectionsStore } from './source-connections.store.ts'

export type SourceConnectionsService = ReturnType<typeof sourceConnectionsService>

const TEST_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** Every source should know it, in an installation without accounts. */
const KNOWN_NAME = 'instagram'

type NewConnection = RouteInput<'POST /api/source-connections'>['body']

interface SourceConnectionsTools {
  database: Database
  clock: Clock
  audit: AuditLog
  encryption: Encryption
  quotas: ProviderQuotasService
  /** Those of the settings. */
  sources: readonly InstagramSource[]
  openSource: OpenSource
}

export function sourceConnectionsService({
  database,
  clock,
  audit,
  encryption,
  quotas,
  sources,
  openSource,
}: SourceConnectionsTools) {
  const store = sourceConnectionsStore(database.queries)
  const ofSettings = sources.map(
    (source): SourceConnection => ({ name: source.name, id: null, callsPerHour: source.callsPerHour, source }),
  )
  /** By id, under what they were opened with: the same connection is the same object from round to round. */
  const opened = new Map<number, { key: string; source: InstagramSource }>()

  /** Null where the token was sealed with a key that is not here. */
  function sourceOf(row: ConnectionRow): InstagramSource | null {
    const key = JSON.stringify([row.sealed, row.name, row.own_id, row.calls_per_hour])
    const known = opened.get(row.id)
    if (known?.key === key) return known.source
    try {
      const token = encryption.decrypt(row.sealed, purposeOf(row.source, row.name_key))
      const source = openWith(row, { token, ownId: row.own_id })
      opened.set(row.id, { key, source })
      return source
    } catch (error) {
      if (error instanceof DecryptionError) return null
      throw error
    }
  }

  const openWith = (
    { source, name, calls_per_hour }: Pick<ConnectionRow, 'source' | 'name' | 'calls_per_hour'>,
    credentials: SourceCredentials,
  ) => openSource(source, { name, callsPerHour: calls_per_hour, credentials })

  async function describe(row: ConnectionRow): Promise<ShownConnection> {
    const source = sourceOf(row)
    const usual = openSource(row.source, { name: row.name, callsPerHour: null, credentials: NO_CREDENTIALS })
    return describeConnection(row, source, await quotas.find(quotaOf(row.source, row.id)), {
      now: clock.now(),
      usualCallsPerHour: usual.callsPerHour,
    })
  }

  async function find(id: number): Promise<ConnectionRow> {
    const row = await store.find(id)
    if (!row) throw notFound('Connection')
    return row
  }

  /** Throws `connection_refused` with the reason where the source did not answer. An account that it does not know is an answer. */
  async function probe(source: InstagramSource): Promise<void> {
    try {
      await source.read([KNOWN_NAME], AbortSignal.timeout(TEST_MS))
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      throw conflict('connection_refused', error.message, { kind: error.kind })
    }
  }

  return {
    /** What calls may go through now: not those that are paused, or whose token cannot be opened. Inside a transaction, give it. */
    async active(tx: Queries = database.queries): Promise<SourceConnection[]> {
      const added = (await sourceConnectionsStore(tx).all()).flatMap((row): SourceConnection[] => {
        const source = row.is_paused === 1 ? null : sourceOf(row)
        if (source === null) return []
        return [{ name: quotaOf(row.source, row.id), id: row.id, callsPerHour: source.callsPerHour, source }]
      })
      return [...ofSettings, ...added]
    },

    /** Whether any source that is connected, or may be, shows older posts page by page. */
    canPage: [...sources, openWith({ source: 'graph', name: '', calls_per_hour: null }, NO_CREDENTIALS)].some(
      ({ readPosts }) => readPosts !== null,
    ),

    /** Whether a call may go through it now: asked again after each wait, because it may have been paused or removed meanwhile. */
    isOpen: async ({ id }: SourceConnection<ProfileSourceName>): Promise<boolean> => id === null || store.isOpen(id),

    /** Those in use whose end was entered, for alerts. */
    async endingTokens(): Promise<{ name: string; title: string; expiresAt: number }[]> {
      return (await store.all()).flatMap(({ id, source, name, is_paused, token_ends_on: day }) =>
        is_paused === 1 || day === null
          ? []
          : [{ name: quotaOf(source, id), title: `${TITLES[source]} (${name})`, expiresAt: day * DAY_MS }],
      )
    },

    async list(): Promise<ShownConnection[]> {
      return Promise.all((await store.all()).map(describe))
    },

    /** Throws `connection_refused` where it does not answer, and `name_taken`. */
    async create(viewer: Viewer, input: NewConnection): Promise<ShownConnection> {
      const { source, name, token, callsPerHour = null } = input
      const ownId = input.source === 'graph' ? input.ownId : null
      const token_ends_on = input.source === 'graph' && input.tokenEndsOn ? dayFromText(input.tokenEndsOn) : null
      if ((await store.countOf(source)) >= CONNECTIONS_PER_SOURCE_MAX)
        throw conflict('too_many_connections', `A source has at most ${CONNECTIONS_PER_SOURCE_MAX} connections.`)
      await probe(openWith({ source, name, calls_per_hour: callsPerHour }, { token, ownId }))
      const row = await writeUnlessTaken(name, () =>
        database.transaction(async (tx) => {
          const added = await sourceConnectionsStore(tx).add({
            source,
            name,
            name_key: name.toLowerCase(),
            own_id: ownId,
            sealed: encryption.encrypt(token, purposeOf(source, name.toLowerCase())),
            calls_per_hour: callsPerHour,
            token_ends_on,
            created_at: clock.now(),
          })
          await quotas.begin(tx, quotaOf(source, added.id))
          await audit.record(tx, viewer, connectionAct('connection.made', added))
          return added
        }),
      )
      await quotas.noteSuccess(quotaOf(source, row.id), { percent: null })
      return describe(row)
    },

    /**
     * Absent fields stay, also where another request changes them while a new token is being tried. A new token or user id is kept only
     * if it answers, and ends the failure that there was.
     */
    async update(viewer: Viewer, id: number, change: ConnectionChange): Promise<ShownConnection> {
      const row = await find(id)
      if (row.source !== 'graph' && change.ownId !== undefined)
        throw invalidInput('This source needs no user id', { ownId: 'is not needed' })
      const isRenewed = change.token !== undefined || change.ownId !== undefined
      if (isRenewed) {
        const credentials = { token: change.token ?? tokenOf(row), ownId: change.ownId ?? row.own_id }
        const name = change.name ?? row.name
        const calls_per_hour = change.callsPerHour === undefined ? row.calls_per_hour : change.callsPerHour
        await probe(openWith({ source: row.source, name, calls_per_hour }, credentials))
      }
      const changed = await writeUnlessTaken(change.name ?? row.name, () =>
        database.transaction(async (tx) => {
          const before = await sourceConnectionsStore(tx).hold(id, database.engine)
          const after = before && (await sourceConnectionsStore(tx).change(id, columnsOf(before, change)))
          if (after)
            await audit.record(
              tx,
              viewer,
              connectionAct('connection.changed', after, sayChanges(before, after, isRenewed)),
            )
          return after
        }),
      )
      if (!changed) throw notFound('Connection')
      if (isRenewed) {
        await quotas.unpause(quotaOf(row.source, id))
        await quotas.noteSuccess(quotaOf(row.source, id), { percent: null })
      }
      return describe(changed)
    },

    /** Reads one account; a failure is returned, not thrown. */
    async test(viewer: Viewer, id: number): Promise<ShownConnection> {
      const row = await find(id)
      const source = sourceOf(row)
      const quota = quotaOf(row.source, id)
      if (source)
        try {
          const { use } = await source.read([KNOWN_NAME], AbortSignal.timeout(TEST_MS))
          await quotas.unpause(quota)
          await quotas.noteSuccess(quota, use)
        } catch (error) {
          if (!(error instanceof SourceFailure)) throw error
          await quotas.noteFailure(quota, error)
        }
      const described = await describe(row)
      await database.transaction((tx) =>
        audit.record(tx, viewer, connectionAct('connection.tested', row, { state: described.state })),
      )
      return described
    },

    /** From then on no call goes through it; one that is under way ends. */
    async remove(viewer: Viewer, id: number): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await sourceConnectionsStore(tx).remove(id)
        if (!row) throw notFound('Connection')
        await quotas.end(tx, quotaOf(row.source, id))
        await audit.record(tx, viewer, connectionAct('connection.deleted', row))
      })
      opened.delete(id)
    },
  }

  /** A token is sealed for the name of its connection, so one that is renamed has it sealed again. */
  function columnsOf(row: ConnectionRow, change: ConnectionChange): ConnectionColumns {
    const name = change.name ?? row.name
    const name_key = name.toLowerCase()
    const token = change.token ?? (name_key === row.name_key ? null : tokenOf(row))
    return {
      name,
      name_key,
      own_id: change.ownId ?? row.own_id,
      ...(token !== null && { sealed: encryption.encrypt(token, purposeOf(row.source, name_key)) }),
      ...(change.callsPerHour !== undefined && { calls_per_hour: change.callsPerHour }),
      token_ends_on: endOfToken(row, change),
      ...(change.isPaused !== undefined && { is_paused: change.isPaused ? 1 : 0 }),
    }
  }

  /** Throws `key_missing` where it cannot be opened: then only a new token can be kept. */
  function tokenOf(row: ConnectionRow): string {
    try {
      return encryption.decrypt(row.sealed, purposeOf(row.source, row.name_key))
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error
      throw conflict(
        'key_missing',
        `The token of ${row.name} cannot be opened with the key that is here: enter it again.`,
      )
    }
  }
}

const NO_CREDENTIALS: SourceCredentials = { token: '', ownId: '0' }

async function writeUnlessTaken<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error)) throw conflict('name_taken', `There is a connection named ${name} already.`)
    throw error
  }
}
