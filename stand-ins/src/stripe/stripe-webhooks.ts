/** Events on their way to us: signed, and sent at once, late, more than once or out of order. */
import { createHmac } from 'node:crypto'
import type { Event } from './stripe-shapes.ts'
import type { StripeThings } from './stripe-things.ts'

const SEND_MS = 10_000

interface SignedEvent {
  body: string
  /** The header Stripe-Signature. */
  signature: string
}

export interface WebhookHands {
  /** Where events go by themselves from now on; null for nowhere. */
  sendTo(url: string | null): void
  /** While true, nothing goes by itself. */
  holds: boolean
  /** What is waiting, oldest first. */
  listHeld(): readonly Event[]
  /** As it would come at this moment (epoch milliseconds), now unless given. */
  signEvent(event: Event, at?: number): SignedEvent
  /** Sends these, or all that is held, in this order; answers the statuses. */
  deliver(events?: readonly Event[]): Promise<number[]>
  /** Done when nothing is on its way any more. */
  waitUntilIdle(): Promise<void>
}

export function stripeWebhooks(things: StripeThings, { secret, nowMs }: { secret: string; nowMs: () => number }) {
  let url: string | null = null
  let waiting: Event[] = []
  let underWay: Promise<unknown> = Promise.resolve()

  function signEvent(event: Event, at = nowMs()): SignedEvent {
    const body = JSON.stringify(event, null, 2)
    const stamp = Math.floor(at / 1_000)
    const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')
    return { body, signature: `t=${stamp},v1=${signature}` }
  }

  async function send(event: Event): Promise<number> {
    if (url === null) return 0
    const { body, signature } = signEvent(event)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(SEND_MS),
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }

  const own: WebhookHands = {
    holds: false,
    sendTo: (to) => {
      url = to
    },
    listHeld: () => waiting,
    signEvent,
    async deliver(events = waiting) {
      const now = [...events]
      waiting = waiting.filter((event) => !now.includes(event))
      const statuses: number[] = []
      for (const event of now) statuses.push(await send(event))
      return statuses
    },
    async waitUntilIdle() {
      for (let before: unknown; before !== underWay; ) {
        before = underWay
        await underWay
      }
    },
  }
  things.onEvent((event) => {
    if (own.holds || url === null) waiting.push(event)
    else
      underWay = underWay.then(async () => {
        const status = await send(event)
        // As the vendor does: what was not taken in is tried again later.
        if (status < 200 || status > 299) waiting.push(event)
      })
  })
  return own
}
