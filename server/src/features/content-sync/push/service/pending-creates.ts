/**
 * Makes a record in a table once. What is to be made is committed before the table is called; the service knows no idempotency
 * keys, so after an unclear answer, or after a process was killed, the next try looks for the record and does not repeat the
 * call. A record belongs to one making. Remembered for a day. See docs/decisions/0030.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type ItemChange, readItems } from '#features/content/index.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import { leaseMoments } from '#platform/database/lease-moments.ts'
import { inProgress, LEASE_MS, renewing } from '#platform/lease.ts'
import type { Clock } from '#ports/clock.ts'
import { ContentDatabaseFailure, type ContentTable, type TableRecord, type Turn } from '#ports/content-database.ts'
import type { TableClient } from '../../client/client.service.ts'
import { type Columns, cellsFor, holdsFields } from '../../field-mapping/field-mapping.rules.ts'
import { type PendingCreateRow, pendingCreatesStore } from '../push.store.ts'

export type PendingCreates = ReturnType<typeof pendingCreates>

const REMEMBERED_MS = 24 * 60 * 60_000
/** The service's clock may be apart from ours by so much. */
const CLOCKS_APART_MS = 2 * 60_000
/** A call that was cut off may take effect for so long: twice as long as a client waits for its answer. */
const SETTLES_MS = 20_000
/** Of a hundred records each, and all of them made within minutes: a client waits for the end. */
const PAGES_MAX = 10

interface Place {
  timeZone: string
  table: ContentTable
  columns: Columns
}

/** The right to make one record, as long as `hold` lasts. */
interface HeldCreate {
  /** Makes the record, or finds the one that an earlier try has made. Throws `ContentDatabaseFailure` and `in_progress`. */
  make(place: Place): Promise<TableRecord>
  /** In the transaction that keeps the item here. Throws `in_progress`, which undoes it, when another try has taken over. */
  settle(tx: Queries): Promise<void>
}

export function pendingCreates({ database, clock, client }: { database: Database; clock: Clock; client: TableClient }) {
  const { contentDatabase } = client
  const store = pendingCreatesStore(database.queries)
  const moments = leaseMoments({ database, clock })
  const takenOver = () => inProgress(clock.now() + LEASE_MS, clock.now())

  /** Writes down what is to be made, or takes over what an earlier try has written down. */
  async function begin(companyId: number, fields: ItemChange, intent: string | null): Promise<PendingCreateRow> {
    const said = JSON.stringify(fields)
    const fingerprint = createHash('sha256').update(said).digest('hex')
    const lease = { token: randomUUID(), lease_until: moments.end() }
    const before =
      intent === null
        ? await store.findOpen(companyId, fingerprint, moments.now())
        : await store.find(companyId, intent)
    if (before?.is_done === 1) await store.removeDone(companyId, before.id)
    if (before && before.is_done === 0) {
      const taken = await store.takeOver(before, moments.now(), lease)
      if (taken) return { ...taken, fields: taken.fields || said }
      throw takenOver()
    }
    const nothing = { called_at: null, record_id: null, is_done: 0 }
    const id = intent ?? randomUUID()
    const row = { company_id: companyId, id, fingerprint, fields: said, began_at: clock.now(), ...lease, ...nothing }
    const added = await store.add(row)
    if (!added) throw takenOver()
    return added
  }

  /**
   * What an earlier try has made: a record since then that says the same, is not kept here as one made here, and has not come of
   * another making. Throws `in_progress` while the earlier call may still take effect.
   */
  async function lookFor(row: PendingCreateRow, place: Place): Promise<TableRecord | undefined> {
    const fields: ItemChange = JSON.parse(row.fields)
    const createdAfter = row.began_at - CLOCKS_APART_MS
    const options = { columnIds: columnIds(place), createdAfter }
    let pages = 0
    for await (const { records } of contentDatabase.pages(place.table, options, client.forPeople())) {
      const alike = records.filter((record) => holdsFields(record, fields, place))
      const known = await readItems(
        database.queries,
        alike.map(({ id }) => id),
      )
      const fromHere = new Set(known.flatMap(({ id, source }) => (source === 'here' ? [id] : [])))
      for (const record of alike) if (!fromHere.has(record.id) && (await isOwn(row, record))) return record
      pages += 1
      if (pages === PAGES_MAX)
        throw new ContentDatabaseFailure(
          'unavailable',
          `Too many records were added in ${contentDatabase.title} to tell whether this one is there.`,
          { isUncertain: true },
        )
    }
    const settledAt = (row.called_at ?? 0) + SETTLES_MS
    if (settledAt > clock.now()) throw inProgress(settledAt, clock.now())
    return undefined
  }

  /** From now on the record is this making's; false where it is another one's. */
  async function isOwn(row: PendingCreateRow, { id }: TableRecord): Promise<boolean> {
    const kept = await store.setRecord(row, id)
    if (kept === 'lost') throw takenOver()
    return kept === 'kept'
  }

  /** The record that a try before noted; undefined where it has been deleted there since. */
  async function readNoted(row: PendingCreateRow, place: Place): Promise<TableRecord | undefined> {
    if (row.record_id === null) return undefined
    try {
      return await contentDatabase.read(place.table, row.record_id, columnIds(place), client.forPeople())
    } catch (error) {
      if (error instanceof ContentDatabaseFailure && error.kind === 'gone') return undefined
      throw error
    }
  }

  /** Writes down that the table is called now, immediately before it is. */
  const recordCall =
    (row: PendingCreateRow, turn: Turn): Turn =>
    (call) =>
      turn(async (signal) => {
        const now = clock.now()
        if (!(await store.set(row, { called_at: now, lease_until: moments.end() }))) throw takenOver()
        row.called_at = now
        return call(signal)
      })

  async function create(row: PendingCreateRow, fields: ItemChange, place: Place): Promise<TableRecord> {
    const cells = cellsFor(fields, place.columns, place.timeZone)
    try {
      const [made] = await contentDatabase.create(place.table, [cells], recordCall(row, client.forPeople()))
      if (made && (await isOwn(row, made))) return made
    } catch (error) {
      if (error instanceof ContentDatabaseFailure && !error.isUncertain) {
        row.called_at = null
        await store.set(row, { called_at: null })
      }
      throw error
    }
    // Another making of the same content has taken this record for its own, so its own one may be there for this one.
    const theirs = await lookFor({ ...row, called_at: null }, place)
    return theirs ?? create(row, fields, place)
  }

  /** An earlier try may have meant other words: the record says what is meant now. */
  async function correctRecord(
    record: TableRecord,
    row: PendingCreateRow,
    fields: ItemChange,
    place: Place,
  ): Promise<TableRecord> {
    if (row.fields === JSON.stringify(fields)) return record
    const cells = cellsFor(fields, place.columns, place.timeZone)
    await contentDatabase.change(place.table, [{ id: record.id, cells }], client.forPeople())
    return contentDatabase.read(place.table, record.id, columnIds(place), client.forPeople())
  }

  return {
    /**
     * Runs `work` with the right to make one record. `intent` identifies the request for later tries; without one a
     * later try of the same content counts as the same request when this one has ended with an unknown outcome. Throws
     * `in_progress`.
     */
    async hold<Result>(
      { companyId, fields, intent }: { companyId: number; fields: ItemChange; intent: string | null },
      work: (held: HeldCreate) => Promise<Result>,
    ): Promise<Result> {
      const row = await begin(companyId, fields, intent)
      const held: HeldCreate = {
        async make(place) {
          const noted = await readNoted(row, place)
          const found = noted ?? (row.called_at === null ? undefined : await lookFor(row, place))
          return found ? correctRecord(found, row, fields, place) : create(row, fields, place)
        },
        async settle(tx) {
          if (!(await pendingCreatesStore(tx).set(row, { is_done: 1 }))) throw takenOver()
        },
      }
      try {
        return await renewing(
          () => store.set(row, { lease_until: moments.end() }),
          () => work(held),
        )
      } catch (error) {
        // A store that is away keeps the making until its lease is over; the client hears of the first failure.
        await (row.called_at === null ? store.remove(row) : store.set(row, { lease_until: 0 })).catch(() => {})
        throw error
      }
    },

    /** No other process works on this store: what is being made has lost its process. */
    endLeases: (): Promise<unknown> => store.endLeases(),

    /** Forgets makings after a day. Safe to repeat. */
    async purge(): Promise<void> {
      await store.forget(clock.now() - REMEMBERED_MS)
    },
  }
}

const columnIds = ({ columns }: Place): string[] => [...new Set([...columns.values()].map(({ id }) => id))]
