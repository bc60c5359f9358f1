/** A company whose posts clients approve, on the real services and store: what is built in around them is made here. */

import { randomBytes } from 'node:crypto'
import { approvalsStore } from '#features/clients/approvals/approvals.store.ts'
import { approvalAnswers, approvalJobs, approvalsService, approvalWithdrawal } from '#features/clients/index.ts'
import { linksStore } from '#features/clients/links/links.store.ts'
import {
  emptyItem,
  type ItemChange,
  itemChanges,
  lockItems,
  noTables,
  readItems,
  TABLE_AUTHOR,
  writeItems,
} from '#features/content/index.ts'
import { visibleItems } from '#features/content/items/service/item-writes.ts'
import { auditLogService, idempotencyService } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import { encryptionWith } from '#platform/encryption.ts'
import { newRecordId } from '#platform/record-id.ts'
import { newSecret, secretHash } from '#platform/secrets.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { NewJob, Queue, RunningJob } from '#ports/queue.ts'

const START = Date.UTC(2026, 10, 20, 9)

export type ApprovingCompany = Awaited<ReturnType<ReturnType<typeof approvingCompanies>>>

/** Makes companies, each with its own clock and three drafts. */
export function approvingCompanies(database: Database) {
  const { queries, engine } = database
  const into = { queries, engine }
  let made = 0

  return async () => {
    let now = START
    const clock = { now: () => now }
    made += 1
    const { id: companyId } = await queries
      .insertInto('companies')
      .values({ name: `Company ${made}`, name_key: `company ${made}`, time_zone: 'Europe/Lisbon', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const viewer: Viewer = {
      userId: null,
      username: 'mara',
      role: 'pro',
      companyId,
      companyName: null,
      mustChangePassword: false,
      address: null,
      via: 'session',
      isDemo: true,
    }
    const audit = auditLogService({ database, clock })
    let jobs: NewJob[] = []
    const queue: Pick<Queue, 'enqueue'> = {
      enqueue: async (_, more) => {
        jobs.push(...more)
        return more.map(({ key }) => key)
      },
    }
    const mail = { isOn: false, enqueue: async () => false, drop: async () => {} }
    const withdraw = approvalWithdrawal({ clock, audit, mail })
    const links = {
      createLink: async (tx: typeof queries, { kind, targetId, targetName, name, expiresAt, passwordHash }: Link) => {
        const token = newSecret()
        const { id } = await linksStore(tx).add({
          company_id: companyId,
          kind,
          target_id: targetId,
          target_name: targetName,
          name,
          mode: 'live',
          scope: '{}',
          html_hash: null,
          token_hash: secretHash(token),
          password_hash: passwordHash,
          expires_at: expiresAt,
          last_opened_at: null,
          user_id: null,
          user_name: 'mara',
          created_at: now,
          revoked_at: null,
        })
        return { id, token }
      },
      endLink: async (tx: typeof queries, by: Viewer, id: number) => {
        await withdraw(tx, by, (await linksStore(tx).find(id))?.target_id ?? 0)
        await linksStore(tx).revoke(id, now)
      },
    }
    const content = { itemsOf: (of: Viewer, ids: readonly string[]) => visibleItems(queries, of, ids) }
    const mailRecipients = { refusals: async () => new Map() }
    const reports = { expectCompany: async () => {} }
    const approvals = approvalsService({
      database,
      clock,
      audit,
      answers: idempotencyService({ database, clock }),
      encryption: encryptionWith(randomBytes(32)),
      content,
      reports,
      links,
      withdraw,
      mail,
      mailRecipients,
    })
    const answers = approvalAnswers({ database, clock, queue: queue as Queue })
    const [handler] = approvalJobs({ database, clock, audit }).handlers
    const changes = itemChanges({ database, clock, writeThrough: noTables })
    const posts: string[] = []
    for (let at = 0; at < 3; at += 1)
      posts.push(
        await changes.make(
          viewer,
          { companyId, fields: { status: 'Draft', caption: 'A' }, intent: null },
          async () => {},
        ),
      )

    return {
      companyId,
      viewer,
      posts,
      approvals,
      answers,
      changes,
      /** As its link is revoked. */
      revoke: (linkId: number) => database.transaction((tx) => links.endLink(tx, viewer, linkId)),
      now: () => now,
      /** Also back. */
      moveBy(milliseconds: number) {
        now += milliseconds
      },
      setRule: async (isOn: boolean) => {
        await queries
          .updateTable('companies')
          .set({ requires_approval: isOn ? 1 : 0 })
          .where('id', '=', companyId)
          .execute()
      },
      items: async () => new Map((await readItems(queries, posts)).map((row) => [row.id, row])),
      findRequestItems: (requestId: number) => approvalsStore(queries).itemsOf([requestId]),
      /** As a table elsewhere tells it, or a video that is finished. */
      write: (id: string, change: ItemChange, by: 'table' | 'video') =>
        database.transaction(async (tx) => {
          const before = (await lockItems({ queries: tx, engine }, [id])).get(id)
          if (!before) throw new Error('There is no such item')
          const write = { before, change, at: now, ifUnapproved: 'hold' as const }
          const author = by === 'table' ? TABLE_AUTHOR : { origin: 'here' as const, name: 'mara', userId: null }
          await writeItems({ queries: tx, engine }, [write], author, now)
        }),
      /** A record that a table brings for the first time. */
      arrive: async (change: ItemChange): Promise<string> => {
        const id = newRecordId()
        const before = emptyItem({ id, companyId, at: now })
        await database.transaction((tx) =>
          writeItems({ queries: tx, engine }, [{ before, isNew: true, change, at: now }], TABLE_AUTHOR, now),
        )
        posts.push(id)
        return id
      },
      /** Runs what is due; the rest waits. */
      async work() {
        const due = jobs.filter(({ runAt = 0 }) => runAt <= now)
        jobs = jobs.filter(({ runAt = 0 }) => runAt > now)
        for (const { kind, key, payload } of due) {
          const job: RunningJob = {
            id: key,
            tryId: key,
            kind,
            key,
            companyId,
            payload,
            attempt: 1,
            requestId: null,
            signal: AbortSignal.timeout(60_000),
            progress: async () => {},
            complete: async () => {},
          }
          await handler?.run([job])
        }
      },
      into,
    }
  }
}

interface Link {
  kind: 'account' | 'group' | 'report' | 'calendar' | 'approval'
  targetId: number
  targetName: string
  name: string
  expiresAt: number | null
  passwordHash: string | null
}
