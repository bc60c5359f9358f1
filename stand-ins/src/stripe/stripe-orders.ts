/**
 * What other processes may order at the control door; it costs no call:
 *
 *     POST /__stand-in/stripe   {"sendTo": "http://127.0.0.1:5000/api/webhooks/stripe"} · {"holds": true} · {"passMs": 86400000} ·
 *                               {"deliver": {"times": 2, "reversed": true}} · {}
 *
 * Answers what was charged and how many events are held. Delivering goes on after the answer.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Answer } from '../http/send.ts'
import type { StripeThings } from './stripe-things.ts'
import type { WebhookHands } from './stripe-webhooks.ts'

interface StripeOrder {
  sendTo?: string | null
  holds?: boolean
  passMs?: number
  deliver?: { times?: number; reversed?: boolean }
}

const isStripeOrder = new Ajv2020({ allowUnionTypes: true }).compile<StripeOrder>({
  type: 'object',
  additionalProperties: false,
  properties: {
    sendTo: { type: ['string', 'null'] },
    holds: { type: 'boolean' },
    passMs: { type: 'number', minimum: 0 },
    deliver: {
      type: 'object',
      additionalProperties: false,
      properties: { times: { type: 'integer', minimum: 1, maximum: 20 }, reversed: { type: 'boolean' } },
    },
  },
})

export function stripeOrders(things: StripeThings, webhooks: WebhookHands, pass: (ms: number) => void) {
  return (what: string, order: unknown): Answer | undefined => {
    if (what !== 'stripe' || !isStripeOrder(order)) return undefined
    if (order.sendTo !== undefined) webhooks.sendTo(order.sendTo)
    if (order.holds !== undefined) webhooks.holds = order.holds
    if (order.passMs !== undefined) pass(order.passMs)
    if (order.deliver) {
      const { times = 1, reversed = false } = order.deliver
      const held = reversed ? [...webhooks.listHeld()].reverse() : [...webhooks.listHeld()]
      void webhooks.deliver(Array.from({ length: times }, () => held).flat())
    }
    return { status: 200, body: { charges: things.charges, held: webhooks.listHeld().length } }
  }
}
