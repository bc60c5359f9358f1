/** Open sessions, and ending them: one's own for every user, all of them for administrators. */
import type { Session } from '@tangelo/contract'
import { PAGE_ROWS_MAX } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { cutPage, type PageRequest, readCursor } from '#platform/http/paging.ts'
import type { Reauthenticated, Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { browserOf } from './sessions.rules.ts'
import { type Alive, endSessions, findUser, sessionsStore } from './sessions.store.ts'

export type SessionsService = ReturnType<typeof sessionsService>

export function sessionsService({
  database,
  clock,
  session,
  audit,
}: {
  database: Database
  clock: Clock
  session: { idleMs: number; maxMs: number }
  audit: AuditLog
}) {
  const store = sessionsStore(database.queries)
  const since = (): Alive => ({ began: clock.now() - session.maxMs, seen: clock.now() - session.idleMs })

  async function endOne(tx: Queries, viewer: Viewer, id: string, userId?: number) {
    const inside = sessionsStore(tx)
    const found = await inside.find(id, userId)
    if (!found) throw notFound('Session')
    if (userId === undefined && found.user_id === viewer.userId) throw ownSession()
    await inside.end(id)
    await audit.record(tx, viewer, {
      act: 'session.revoked',
      object: { kind: 'session', id, name: found.username },
      companyId: found.company_id,
    })
  }

  const endMany = (viewer: Viewer, userId: number | undefined) =>
    database.transaction(async (tx) => {
      const user = userId === undefined ? undefined : await findUser(tx, userId)
      const ended = await endSessions(tx, { userId, but: viewer.sessionId })
      if (ended > 0)
        await audit.record(tx, viewer, {
          act: 'session.revoked',
          object: { kind: 'user', id: user?.id ?? null, name: user?.username ?? null },
          companyId: user?.company_id ?? null,
          details: { sessions: ended },
        })
      return ended
    })

  return {
    async own(viewer: Viewer): Promise<Session[]> {
      if (viewer.userId === null) return []
      return (await store.of(viewer.userId, since())).map((row) => toSession(row, viewer))
    },

    /** A foreign session and a missing one are both not found (D6). */
    end: (viewer: Reauthenticated, id: string) =>
      database.transaction((tx) => endOne(tx, viewer, id, viewer.userId ?? 0)),

    /** Answers how many ended. */
    endOthers: (viewer: Reauthenticated) => endMany(viewer, viewer.userId ?? 0),

    async list(viewer: Viewer, request: PageRequest & { q?: string | undefined }) {
      const limit = request.limit ?? PAGE_ROWS_MAX
      const after = request.cursor ? readCursor(request.cursor, 'integer', 'session') : null
      const rows = await store.page({ q: request.q, after, limit: limit + 1, since: since() })
      const { page, nextCursor } = cutPage(rows, limit, ({ created_at, id }) => [created_at, id])
      return {
        rows: page.map((row) => ({
          ...toSession(row, viewer),
          userId: row.user_id,
          username: row.username,
          role: row.role,
        })),
        nextCursor,
        total: after ? null : await store.count(since(), request.q),
      }
    },

    /** Of any other user; for administrators. */
    endOne: (viewer: Viewer, id: string) => database.transaction((tx) => endOne(tx, viewer, id)),

    /** All but the caller's own, or all of one other user; for administrators. Returns how many ended. */
    async endMany(viewer: Viewer, userId: number | undefined) {
      if (userId !== undefined && userId === viewer.userId) throw ownSession()
      return endMany(viewer, userId)
    },
  }
}

/** A stolen session of an administrator opens no way around the password. */
const ownSession = () =>
  conflict('own_session', 'End your own sessions in your profile, where you confirm your password')

function toSession(
  row: { id: string; address: string | null; user_agent: string | null; created_at: number; last_seen_at: number },
  viewer: Viewer,
): Session {
  return {
    id: row.id,
    browser: browserOf(row.user_agent),
    address: row.address,
    beganAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    isCurrent: row.id === viewer.sessionId,
  }
}
