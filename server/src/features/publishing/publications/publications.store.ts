/** Reads and writes publications. Every write of a worker names its turn: one that was overtaken changes nothing. */
import type { PublicationGroup } from '@tangelo/contract/limits'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Engine, Queries } from '#platform/database/database.ts'
import type { Row, Tables } from '#platform/database/schema.ts'

export type PublicationRow = Row<'publications'>
export type Change = Updateable<Tables['publications']>
type CompanyScope = 'all' | number

// Spelled as in the indexes: only then do both engines use the index for the query.
const isOpen = sql<boolean>`ended_at is null`
const isNotOver = sql<boolean>`state not in ('failed', 'withdrawn')`

const GROUPS: Readonly<Record<PublicationGroup, ReturnType<typeof sql<boolean>>>> = {
  person: sql<boolean>`(ended_at is null and (state = 'unclear' or waits_for is not null))`,
  upcoming: sql<boolean>`(ended_at is null and state not in ('unclear', 'published') and waits_for is null)`,
  published: sql<boolean>`state = 'published'`,
  over: sql<boolean>`state in ('failed', 'withdrawn')`,
}

export function publicationsStore(db: Queries) {
  return {
    find: (id: string): Promise<PublicationRow | undefined> =>
      db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends. */
    lock: (id: string, engine: Engine): Promise<PublicationRow | undefined> =>
      db
        .selectFrom('publications')
        .selectAll()
        .where('id', '=', id)
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst(),

    /** Of an item for an account: the one that may still go out, or did. */
    live: (itemId: string, accountId: number) =>
      db
        .selectFrom('publications')
        .select(['id', 'state'])
        .where('item_id', '=', itemId)
        .where('account_id', '=', accountId)
        .where(isNotOver)
        .executeTakeFirst(),

    /** The latest planned first; what is to come, the earliest first. */
    page: (
      scope: CompanyScope,
      filter: {
        accountId?: number | undefined
        itemId?: string | undefined
        state?: PublicationRow['state'] | undefined
        group?: PublicationGroup | undefined
      },
      after: { plannedAt: number; id: string } | null,
      limit: number,
    ): Promise<PublicationRow[]> => {
      const { accountId, itemId, state, group } = filter
      const [order, beyond] = group === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<'] as const)
      let query = db.selectFrom('publications').selectAll()
      if (scope !== 'all') query = query.where('company_id', '=', scope)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      if (itemId !== undefined) query = query.where('item_id', '=', itemId)
      if (state !== undefined) query = query.where('state', '=', state)
      if (group !== undefined) query = query.where(GROUPS[group])
      if (after)
        query = query.where((row) =>
          row.or([
            row('planned_at', beyond, after.plannedAt),
            row.and([row('planned_at', '=', after.plannedAt), row('id', beyond, after.id)]),
          ]),
        )
      return query.orderBy('planned_at', order).orderBy('id', order).limit(limit).execute()
    },

    steps: (id: string) =>
      db
        .selectFrom('publication_steps')
        .select(['at', 'state', 'title', 'detail'])
        .where('publication_id', '=', id)
        .orderBy('id')
        .execute(),

    add: (row: Insertable<Tables['publications']>) => db.insertInto('publications').values(row).execute(),

    addStep: (step: Insertable<Tables['publication_steps']>) =>
      db.insertInto('publication_steps').values(step).execute(),

    /** A worker takes it, and others have lost it. Undefined for one that has ended, or was planned anew. */
    take: (id: string, plan: number): Promise<PublicationRow | undefined> =>
      db
        .updateTable('publications')
        .set((row) => ({ turn: row('turn', '+', 1) }))
        .where('id', '=', id)
        .where('plan', '=', plan)
        .where(isOpen)
        .returningAll()
        .executeTakeFirst(),

    /** Undefined for a worker that was overtaken. */
    advance: (
      row: Pick<PublicationRow, 'id' | 'turn' | 'plan' | 'state'>,
      change: Change,
    ): Promise<PublicationRow | undefined> =>
      db
        .updateTable('publications')
        .set(change)
        .where('id', '=', row.id)
        .where('turn', '=', row.turn)
        .where('plan', '=', row.plan)
        .where('state', '=', row.state)
        .returningAll()
        .executeTakeFirst(),

    /** By a person, in a transaction that has locked the row: workers have lost it. */
    change: (id: string, change: Change) =>
      db
        .updateTable('publications')
        .set(change)
        .set((row) => ({ turn: row('turn', '+', 1) }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Another one of the account whose order has left and whose post is not known yet. */
    ordering: (accountId: number, exceptId: string) =>
      db
        .selectFrom('publications')
        .select('id')
        .where('account_id', '=', accountId)
        .where('state', '=', 'publishing')
        .where('id', '!=', exceptId)
        .executeTakeFirst(),

    /** Of the account's posts that wait for their order and for nothing else, the first. */
    nextInLine: (accountId: number, { now, exceptId = '' }: { now: number; exceptId?: string }) =>
      db
        .selectFrom('publications')
        .select(['id', 'plan'])
        .where('account_id', '=', accountId)
        .where('state', '=', 'ready')
        .where('id', '!=', exceptId)
        // One that was refused is tried again when its own pause is over.
        .where('tries', '=', 0)
        .where('waits_for', 'is', null)
        .where((row) => row.or([row('waits_until', 'is', null), row('waits_until', '<=', now)]))
        .orderBy('planned_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),

    /** Posts of the account that belong to other publications. */
    findTakenMedia: async (accountId: number, exceptId: string): Promise<Set<string>> => {
      const rows = await db
        .selectFrom('publications')
        .select('media_id')
        .where('account_id', '=', accountId)
        .where('media_id', 'is not', null)
        .where('id', '!=', exceptId)
        .execute()
      return new Set(rows.flatMap(({ media_id }) => media_id ?? []))
    },

    /** Other publications of the account of which it is not known whether they are live: a post that appears may be theirs. */
    unclearBeside: ({ id, account_id, kind }: Pick<PublicationRow, 'id' | 'account_id' | 'kind'>) =>
      db
        .selectFrom('publications')
        .select('text')
        .where('account_id', '=', account_id)
        .where('state', '=', 'unclear')
        .where('kind', '=', kind)
        .where('id', '!=', id)
        .execute(),

    /** Of these users those who see the company's posts now: the others have left it. */
    whoSee: async (companyId: number, userIds: readonly number[]): Promise<number[]> => {
      if (userIds.length === 0) return []
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', userIds)
        .where((row) => row.or([row('company_id', '=', companyId), row('role', '=', 'admin')]))
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Open ones that a worker should have by now: their jobs may be gone. */
    due: (before: number, limit: number) =>
      db
        .selectFrom('publications')
        .select(['id', 'company_id', 'plan', 'planned_at', 'how'])
        .where(isOpen)
        .where('state', '!=', 'unclear')
        // What its person was reminded of waits for them.
        .where('reminded_at', 'is', null)
        .where('planned_at', '<=', before)
        .orderBy('planned_at')
        .limit(limit)
        .execute(),
  }
}
