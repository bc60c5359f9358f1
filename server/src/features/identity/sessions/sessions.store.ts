import { contains } from '#platform/database/contains.ts'
import type { Queries } from '#platform/database/database.ts'

/** Sessions that began and were seen after these moments are alive. */
export interface Alive {
  began: number
  seen: number
}

export function sessionsStore(db: Queries) {
  const alive = ({ began, seen }: Alive) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.created_at', '>', began)
      .where('sessions.last_seen_at', '>', seen)

  const everybodys = (since: Alive, q: string | undefined) => {
    const part = q?.toLowerCase()
    return alive(since).$if(Boolean(part), (query) =>
      query.where((row) =>
        row.or([contains('users.username_key', part ?? ''), contains('sessions.address', part ?? '')]),
      ),
    )
  }

  const columns = [
    'sessions.id',
    'sessions.address',
    'sessions.user_agent',
    'sessions.created_at',
    'sessions.last_seen_at',
    'users.id as user_id',
    'users.username',
    'users.role',
  ] as const

  return {
    of: (userId: number, since: Alive) =>
      alive(since)
        .where('sessions.user_id', '=', userId)
        .select(columns)
        .orderBy('sessions.last_seen_at', 'desc')
        .orderBy('sessions.id', 'desc')
        .execute(),

    /** The newest first; rows after the cursor's. */
    page: ({ q, after, limit, since }: { q?: string | undefined; after: After | null; limit: number; since: Alive }) =>
      everybodys(since, q)
        .select(columns)
        .$if(after !== null, (query) =>
          query.where((row) =>
            row.or([
              row('sessions.created_at', '<', after?.value ?? 0),
              row.and([row('sessions.created_at', '=', after?.value ?? 0), row('sessions.id', '<', after?.id ?? '')]),
            ]),
          ),
        )
        .orderBy('sessions.created_at', 'desc')
        .orderBy('sessions.id', 'desc')
        .limit(limit)
        .execute(),

    count: async (since: Alive, q: string | undefined) => {
      const { count } = await everybodys(since, q)
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** With its owner; undefined for a missing one, and for one of another user where a user is named. */
    find: (id: string, userId?: number) =>
      db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .where('sessions.id', '=', id)
        .$if(userId !== undefined, (query) => query.where('sessions.user_id', '=', userId ?? 0))
        .select(['users.id as user_id', 'users.username', 'users.company_id'])
        .executeTakeFirst(),

    end: (id: string) => db.deleteFrom('sessions').where('id', '=', id).execute(),
  }
}

/** Ends all sessions, or all of one user, but the one that is named. Answers how many. */
export async function endSessions(
  db: Queries,
  { userId, but = '' }: { userId?: number | undefined; but?: string | undefined },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '!=', but)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whose sessions they are, as the audit log names people. */
export const findUser = (db: Queries, id: number) =>
  db.selectFrom('users').select(['id', 'username', 'company_id']).where('id', '=', id).executeTakeFirst()

interface After {
  value: number
  id: string
}
