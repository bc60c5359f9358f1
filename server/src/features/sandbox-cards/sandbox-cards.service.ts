/**
 * Cards of the sandbox, typed into our own form (D32). Whoever has a client secret may use it, as with a real provider. Numbers
 * are neither kept nor logged. Throws `not_found` where another provider takes the cards.
 */
import type { RouteInput, SandboxOutcome } from '@tangelo/contract'
import { asFailure } from '#features/payment-calls/index.ts'
import type { PaymentEvents } from '#features/payment-events/index.ts'
import { mayPay } from '#features/payment-operations/index.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'
import type { CardKept, CardTyped, SandboxAnswer, SandboxCards } from '#ports/sandbox-cards.ts'

export type SandboxCardsService = ReturnType<typeof sandboxCardsService>

/** `card` was typed just now; `paymentMethodId` is of one that is kept. */
type Given = Pick<RouteInput<'POST /api/payments/sandbox/confirm'>['body'], 'card' | 'paymentMethodId'>

export function sandboxCardsService({
  clock,
  payments,
  events,
}: {
  clock: Clock
  payments: Payments
  events: Pick<PaymentEvents, 'catchUp'>
}) {
  async function asked(viewer: Viewer, ask: (cards: SandboxCards) => Promise<SandboxAnswer>): Promise<SandboxOutcome> {
    mayPay(viewer)
    const cards = payments.sandboxCards
    if (!cards) throw notFound('Sandbox')
    try {
      const answer = await ask(cards)
      // Nothing is sent to us by the sandbox: what has happened is read. It has happened all the same where that fails: then
      // the next round finds it.
      await events.catchUp().catch(() => {})
      return asOutcome(answer)
    } catch (error) {
      throw asFailure(error, clock.now())
    }
  }

  return {
    confirm: (viewer: Viewer, { clientSecret, ...given }: Given & { clientSecret: string }) =>
      asked(viewer, (cards) => cards.confirm(clientSecret, cardIn(given))),

    answerChallenge: (viewer: Viewer, { clientSecret, accepted }: { clientSecret: string; accepted: boolean }) =>
      asked(viewer, (cards) => cards.answerChallenge(clientSecret, accepted)),
  }
}

function cardIn({ card, paymentMethodId }: Given): CardTyped | CardKept | null {
  if (!card) return paymentMethodId === undefined ? null : { paymentMethodId }
  const { code: cvc, ...rest } = card
  return { ...rest, cvc }
}

const asOutcome = (answer: SandboxAnswer): SandboxOutcome => ({
  outcome: answer.status,
  paymentMethodId: answer.status === 'succeeded' ? answer.paymentMethodId : null,
  message: answer.status === 'failed' ? answer.message : null,
})
