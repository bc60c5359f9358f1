/**
 * Sends what waits for users with a webhook. One job for each receiver sends one delivery after the other, so a
 * receiver that is down gets one call at a time and pauses in between, however much waits for it; after a few
 * deliveries the job ends, so that others get its place (docs/decisions/0015). A delivery counts as accepted once that
 * is stored: a process that ends in between sends it again, with the same event id.
 */
import { WEBHOOK_TRIED_HOURS } from '@tangelo/contract/limits'
import type { AuditLog } from '#features/core/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Clock } from '#ports/clock.ts'
import { type Handler, type Queue, RetryAt, type RunningJob } from '#ports/queue.ts'
import type { WebhookCalls } from '../sender/sender.service.ts'
import { noteTry, SWITCHED_OFF } from './jobs/note-try.ts'
import { deliveriesStore } from './store/deliveries.ts'
import { secretsOf, TRIED_FOR_MS } from './webhooks.rules.ts'
import { webhooksStore } from './webhooks.store.ts'

export const SEND_WEBHOOKS = 'send-webhooks'

/** Receivers that are called at once, over all nodes: a call that waits costs a socket, and one that hangs holds up no other. */
const RECEIVERS_AT_ONCE = 64
/** After as many deliveries, or as much time spent waiting for answers, other receivers come first. */
const TURN_DELIVERIES = 10
const TURN_MS = 2_000
const LOOK_EVERY_MS = 1_000
/** While hints of the store are heard: then only tries that come by the clock have to be looked for. */
const HINTED_LOOK_EVERY_MS = 2_000

interface Tools {
  database: Database
  clock: Clock
  queue: Queue
  calls: WebhookCalls
  audit: AuditLog
  log: Log
}

export interface WebhookJobs {
  handlers: Handler[]
  /** Sees to it that what waits has a job, here or on another node, until it is ended. */
  watch(): { end(): Promise<void> }
}

export function webhookJobs(tools: Tools): WebhookJobs {
  return {
    handlers: [
      {
        kind: SEND_WEBHOOKS,
        concurrency: RECEIVERS_AT_ONCE,
        // Every delivery has an end of its own.
        attempts: Number.POSITIVE_INFINITY,
        run: async ([job]) => {
          if (job) await sendSome(job, tools)
          return undefined
        },
      },
    ],
    watch: () => watchDeliveries(tools),
  }
}

/**
 * What happens writes a delivery and knows no queue: a hint of the store tells of it, or a look a second finds it. A job that has just found nothing left may
 * still count as live; then the next look makes the new one.
 */
function watchDeliveries({ database, clock, queue, log }: Tools) {
  const store = deliveriesStore(database.queries)
  let isEnding = false
  let isHinted = false
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    isHinted = false
    timer = undefined
    try {
      for (const { id, company_id } of await store.due(clock.now())) {
        const key = String(id)
        if (await queue.findLive(SEND_WEBHOOKS, key)) continue
        const job = { kind: SEND_WEBHOOKS, key, companyId: company_id, payload: {} }
        await database.transaction((tx) => queue.enqueue(tx, [job]))
      }
    } catch (error) {
      log.error({ err: error }, 'looking for what waits to be sent to webhooks failed')
    }
    if (isEnding) return
    const idleMs = database.hints.isHeard() ? HINTED_LOOK_EVERY_MS : LOOK_EVERY_MS
    timer = setTimeout(next, isHinted ? 0 : idleMs)
  }

  const next = () => {
    polling = poll()
  }
  let polling = poll()
  const stopHearing = database.hints.on('webhooks', () => {
    isHinted = true
    if (timer === undefined) return
    clearTimeout(timer)
    next()
  })
  return {
    async end() {
      isEnding = true
      stopHearing()
      clearTimeout(timer)
      await polling
    },
  }
}

/**
 * Sends until nothing is due, the receiver is paused, or its turn is over. The rest is found by the next poll, and its
 * job queues behind those of other receivers.
 */
async function sendSome(job: RunningJob, tools: Tools): Promise<void> {
  const { database, clock, calls, audit } = tools
  const store = deliveriesStore(database.queries)
  const webhooks = webhooksStore(database.queries)
  const userId = Number(job.key)
  await store.giveUp(userId, 'failed', NOT_TAKEN, clock.now() - TRIED_FOR_MS)
  for (let sent = 0, waitedMs = 0; sent < TURN_DELIVERIES && waitedMs < TURN_MS; sent += 1) {
    job.signal.throwIfAborted()
    const delivery = await store.next(userId)
    const receiver = delivery && (await webhooks.receiver(userId))
    if (!receiver) return
    const { url } = receiver
    if (url === null) {
      await store.giveUp(userId, 'dropped', 'The user no longer has a webhook URL.')
      return
    }
    const webhook =
      (await webhooks.webhook(userId, url)) ??
      (await database.transaction((tx) => webhooksStore(tx).begin(userId, url, calls.newSecret(userId).sealed)))
    if (webhook.switched_off_at !== null) {
      await store.giveUp(userId, 'failed', SWITCHED_OFF)
      return
    }
    const now = clock.now()
    if (webhook.paused_until > now) throw new RetryAt(webhook.failure ?? 'Not yet.', webhook.paused_until)
    // A job that waited for this one would block writes meanwhile: the poll creates one when something is due.
    if (delivery.next_try_at > now) return
    if (delivery.company_id !== (receiver.companyId ?? 0)) {
      const message = 'The user is no longer in this company.'
      await store.setDelivery(delivery.id, { state: 'dropped', message })
      continue
    }
    const call = { userId, url, secrets: secretsOf(webhook, now), eventId: delivery.event_id, body: delivery.body }
    const outcome = await calls.send(call, job.signal)
    waitedMs += outcome.milliseconds
    const tried = { receiver: { ...receiver, url }, webhook, delivery, outcome, now: clock.now() }
    await database.transaction((tx) => noteTry(tx, tried, audit))
  }
}

const NOT_TAKEN = `It was not taken within ${WEBHOOK_TRIED_HOURS} hours.`
