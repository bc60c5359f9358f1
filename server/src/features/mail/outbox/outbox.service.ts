/**
 * The outbox: a mail is stored in the transaction that causes it, so it is sent if and only if that is committed, and at
 * most one mail for a cause and a recipient. `outbox.jobs.ts` sends it (docs/decisions/0047).
 */
import { randomUUID } from 'node:crypto'
import { setImmediate as letOthersGo } from 'node:timers/promises'
import { explainRestoreHold, lastRestore } from '#platform/database/after-restore.ts'
import type { Database, Queries } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import { newSecret } from '#platform/secrets.ts'
import type { Clock } from '#ports/clock.ts'
import { SECRET_TEMPLATES } from '../letters/letters.rules.ts'
import { expiryOf, type MailRequest, mayReceive, purposeOf } from './outbox.rules.ts'
import { outboxStore } from './outbox.store.ts'
import { noticesStore } from './store/notices.ts'
import { outboxRecipients, type RecipientRow } from './store/recipients.ts'

export type OutboxService = ReturnType<typeof outboxService>

/** What other domains need that have something to send. */
export type Mail = Pick<OutboxService, 'enqueue' | 'enqueueAll' | 'drop' | 'isOn'>

const keyOf = (address: string): string => address.toLowerCase()

/** SQLite answers on the main thread: others get their turn after so many rows, however they are stored. */
const ROWS_AT_ONCE = 100
let rowsSinceBreath = 0
async function breathe(rows: number): Promise<void> {
  rowsSinceBreath += rows
  if (rowsSinceBreath < ROWS_AT_ONCE) return
  rowsSinceBreath = 0
  await letOthersGo()
}

/** Which companies mail addresses outside, in one order: two processes that note the same do not wait for each other. */
function companiesOf(requests: readonly MailRequest[], recipients: ReadonlyMap<number | string, RecipientRow>) {
  const rows = requests.flatMap(({ to, companyId }) => {
    const recipient = typeof to === 'string' ? recipients.get(keyOf(to)) : undefined
    return recipient && companyId !== undefined ? [{ company_id: companyId, recipient_id: recipient.id }] : []
  })
  return rows.toSorted((a, b) => a.company_id - b.company_id || a.recipient_id - b.recipient_id)
}

export function outboxService({
  database,
  clock,
  encryption,
  domain,
}: {
  database: Database
  clock: Clock
  encryption: Encryption
  /** Of the sender's address; null while mail is off. */
  domain: string | null
}) {
  /** By user id, or by the lower-case address of one outside, who is added where unknown. */
  async function recipientsOf(
    tx: Queries,
    requests: readonly MailRequest[],
  ): Promise<Map<number | string, RecipientRow>> {
    const store = outboxRecipients(tx, database.engine)
    const users = new Set<number>()
    const addresses = new Map<string, string>()
    for (const { to } of requests) {
      if (typeof to === 'number') users.add(to)
      else if (!addresses.has(keyOf(to))) addresses.set(keyOf(to), to)
    }
    const at = clock.now()
    const known = new Set((await store.outside([...addresses.keys()])).map(({ address_key }) => address_key))
    const added = [...addresses].filter(([key]) => !known.has(key))
    if (added.length > 0)
      await store.addOutside(
        added.map(([address_key, address]) => ({ address, address_key, secret: newSecret(), created_at: at })),
      )
    const rows = [...(await store.ofUsers([...users])), ...(await store.outside([...addresses.keys()]))]
    return new Map(rows.map((row) => [row.user_id ?? row.address_key, row]))
  }

  /** @param heldBecause why it is not sent by itself; null where it is. */
  function asMail(request: MailRequest, to: RecipientRow, at: number, heldBecause: string | null) {
    const messageId = `<${randomUUID()}@${domain}>`
    const text = JSON.stringify(request.data)
    return {
      message_id: messageId,
      recipient_id: to.id,
      address: to.address,
      name: to.username,
      cause: request.cause,
      template: request.template,
      data: SECRET_TEMPLATES.has(request.template) ? encryption.encrypt(text, purposeOf(messageId)) : text,
      created_at: at,
      expires_at: expiryOf(request.template, at),
      state: heldBecause === null ? ('waiting' as const) : ('failed' as const),
      due_at: at,
      tried_at: heldBecause === null ? null : at,
      problem: heldBecause,
    }
  }

  const asNotice = (request: MailRequest & { kind: 'notification' }, to: RecipientRow, at: number) => ({
    recipient_id: to.id,
    cause: request.cause,
    topic: request.data.topic,
    template: request.template,
    data: JSON.stringify(request.data),
    created_at: at,
  })

  /**
   * Stores mails in the caller's transaction; answers how many are new and go out. Nothing is stored while mail is off, for a cause that
   * is known, and for a recipient without an address that is confirmed and takes mail of this topic. What was due before a restore
   * of the store waits for an administrator to send it; a notice is left out.
   */
  async function enqueueAll(tx: Queries, requests: readonly MailRequest[]): Promise<number> {
    if (domain === null) return 0
    let stored = 0
    for (let from = 0; from < requests.length; from += ROWS_AT_ONCE) {
      stored += await enqueueSome(tx, requests.slice(from, from + ROWS_AT_ONCE))
      await breathe(Math.min(ROWS_AT_ONCE, requests.length - from))
    }
    return stored
  }

  async function enqueueSome(tx: Queries, requests: readonly MailRequest[]): Promise<number> {
    const store = outboxStore(tx, database.engine)
    const at = clock.now()
    const recipients = await recipientsOf(tx, requests)
    const mails: ReturnType<typeof asMail>[] = []
    const held: ReturnType<typeof asMail>[] = []
    const notices: ReturnType<typeof asNotice>[] = []
    const restore = requests.some(({ dueAt }) => dueAt !== undefined) ? await lastRestore(tx) : null
    await outboxRecipients(tx, database.engine).addCompanies(companiesOf(requests, recipients))
    for (const request of requests) {
      const recipient = recipients.get(typeof request.to === 'number' ? request.to : keyOf(request.to))
      if (!recipient || !mayReceive(recipient, request)) continue
      const isOld = restore !== null && request.dueAt !== undefined && request.dueAt <= restore.now
      if (request.kind === 'notification') {
        if (!isOld) notices.push(asNotice(request, recipient, at))
      } else if (isOld) held.push(asMail(request, recipient, at, explainRestoreHold(restore)))
      else mails.push(asMail(request, recipient, at, null))
    }
    await store.addMails(held)
    return (await store.addMails(mails)) + (await noticesStore(tx, database.engine).addNotices(notices))
  }

  return {
    /** Without `SMTP_URL`, `MAIL_FROM` and `PUBLIC_URL` nothing is sent. */
    isOn: domain !== null,

    enqueueAll,

    /** For the one process of a store, before it sends: what the process before it was sending may be sent at once. */
    endLeases: () => outboxStore(database.queries, database.engine).endLeases(),

    /** True where it is new and goes out; see `enqueueAll`. */
    enqueue: async (tx: Queries, request: MailRequest): Promise<boolean> => (await enqueueAll(tx, [request])) > 0,

    /**
     * In the caller's transaction: what these mails are about is no more, and `problem` says why they are not sent. `to`: only these
     * addresses outside get none.
     */
    drop: (tx: Queries, causes: readonly string[], problem: string, to?: readonly string[]): Promise<void> =>
      outboxStore(tx, database.engine).drop(causes, problem, to?.map(keyOf)),
  }
}
