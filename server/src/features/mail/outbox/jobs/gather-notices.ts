/** Makes one mail of the notices of a recipient, a quarter of an hour after the first of them, outside of quiet hours. */
import { randomUUID } from 'node:crypto'
import { NOTICES_TOGETHER_MINUTES } from '@tangelo/contract/limits'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import { expiryOf, isQuiet, takesTopic } from '../outbox.rules.ts'
import { outboxStore } from '../outbox.store.ts'
import { noticesStore } from '../store/notices.ts'
import { outboxRecipients } from '../store/recipients.ts'

const TOGETHER_MS = NOTICES_TOGETHER_MINUTES * 60_000
const RECIPIENTS_AT_ONCE = 200

interface Tools {
  database: Database
  clock: Clock
  log: Log
  /** Of the sender's address. */
  domain: string
}

/** A recipient whose mail cannot be made holds up no other. */
export async function gatherNotices(tools: Tools): Promise<void> {
  const { database, clock, log } = tools
  const store = noticesStore(database.queries, database.engine)
  const recipients = outboxRecipients(database.queries, database.engine)
  let after = 0
  for (;;) {
    const now = clock.now()
    const page = await store.withNotices({ before: now - TOGETHER_MS, now, after, limit: RECIPIENTS_AT_ONCE })
    const ids = page.map(({ recipient_id }) => recipient_id)
    const [last] = ids.slice(-1)
    if (last === undefined) return
    for (const one of await recipients.quietHoursOf(ids))
      try {
        if (!isQuiet(one, now, one.time_zone ?? one.company_time_zone ?? 'UTC')) await gatherOne(one.id, tools)
      } catch (error) {
        log.error({ err: error, recipientId: one.id }, 'notices could not be gathered')
      }
    after = last
  }
}

async function gatherOne(recipientId: number, { database, clock, domain }: Tools): Promise<void> {
  await database.transaction(async (tx) => {
    const store = noticesStore(tx, database.engine)
    const recipient = await outboxRecipients(tx, database.engine).holdRecipient(recipientId)
    const held = await store.listHeld(recipientId)
    const [first] = held
    if (!recipient || !first) return
    const wanted = held.filter(({ topic }) => takesTopic(recipient, topic)).map(({ id }) => id)
    const unwanted = held.filter(({ topic }) => !takesTopic(recipient, topic)).map(({ id }) => id)
    await store.release(unwanted, null)
    if (wanted.length === 0) return
    const now = clock.now()
    const { id } = await outboxStore(tx, database.engine).addMail({
      message_id: `<${randomUUID()}@${domain}>`,
      recipient_id: recipientId,
      address: recipient.address,
      name: recipient.username,
      cause: `notices:${first.id}`,
      template: 'notices',
      created_at: now,
      expires_at: expiryOf('notices', now),
      state: 'waiting',
      due_at: now,
    })
    await store.release(wanted, id)
  })
}
