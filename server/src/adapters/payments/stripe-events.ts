/** Events that Stripe sends, signed, or lists afterwards. Both are the same events. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { PaymentsEvent } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import { notUnderstood } from './stripe-failures.ts'
import { idOf } from './stripe-shapes.ts'

const SECOND_MS = 1_000
/** D34. */
const TOLERANCE_SECONDS = 300
const EVENTS_PER_PAGE = 100

/** The types that are listed afterwards; a subset of those delivered. At most 20. */
const TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
]

const EventShape = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({
    object: z.object({
      /** What is only announced has none yet. */
      id: z.string().optional(),
      customer: idOf.nullish(),
    }),
  }),
})

type Kind = NonNullable<PaymentsEvent['about']>['kind']

/** What events are about, by the beginning of their type. */
const KINDS: readonly (readonly [string, Kind])[] = [
  ['customer.subscription.', 'subscription'],
  ['invoice.', 'invoice'],
]

/**
 * Whom it is about, and what: no more, because events come in the version of the endpoint, or in the account's own, and what they
 * are about is read anyway, as it is by now. Other events than those of `KINDS` are about nothing of ours.
 */
function toPaymentsEvent(json: unknown): PaymentsEvent {
  const { id, type, created, data } = EventShape.parse(json)
  const { id: aboutId, customer } = data.object
  const [, kind] = KINDS.find(([beginning]) => type.startsWith(beginning)) ?? []
  return {
    id,
    type,
    at: created * SECOND_MS,
    customerId: customer ?? null,
    about: kind && aboutId !== undefined ? { kind, id: aboutId } : null,
  }
}

/** Makes no call to Stripe: the package only computes. */
export function readSignedEvent(
  stripe: Stripe,
  { body, signature, now }: { body: Buffer; signature: string; now: number },
  webhookSecret: string,
): PaymentsEvent {
  const isSigned = (() => {
    try {
      return stripe.webhooks.signature?.verifyHeader(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now)
    } catch {
      return false
    }
  })()
  if (isSigned !== true || isAhead(signature, now))
    throw new PaymentsFailure(
      'not_authentic',
      'This event was not signed by Stripe, or not within five minutes of now.',
    )
  try {
    return toPaymentsEvent(JSON.parse(body.toString('utf8')))
  } catch {
    throw new PaymentsFailure('malformed', 'The body is not an event of Stripe')
  }
}

/** The package refuses old signatures only: one dated in the future would stay good for as long as it is ahead. */
function isAhead(signature: string, now: number): boolean {
  const stamps = signature
    .split(',')
    .flatMap((part) => (part.trim().startsWith('t=') ? Number(part.trim().slice(2)) : []))
  return stamps.some((seconds) => seconds > now / SECOND_MS + TOLERANCE_SECONDS)
}

/** Newest first. */
export async function* eventsSince(stripe: Stripe, since: number): AsyncGenerator<PaymentsEvent[], void, undefined> {
  let after: string | undefined
  for (;;) {
    const { data, has_more } = await stripe.events.list({
      created: { gte: Math.floor(since / SECOND_MS) },
      limit: EVENTS_PER_PAGE,
      types: TYPES,
      ...(after !== undefined && { starting_after: after }),
    })
    const page = data.map(toPaymentsEvent)
    if (page.length > 0) yield page
    const last = page.at(-1)?.id
    if (!has_more) return
    if (last === undefined || last === after) throw notUnderstood()
    after = last
  }
}
