/**
 * Cards of the sandbox, typed into our own form (D32). Whoever has a client secret may use it, as with a real provider. Numbers
 * are neither kept nor logged. Throws `not_found` where another provider takes the cards.
 */
import type { SandboxOutcome } from '@tangelo/contract'
import { asFailure } from '#features/payment-calls/index.ts'
import type { PaymentEvents } from '#features/payment-events/index.ts'
import { mayPay } from '#features/payment-operations/index.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import type { Payments } from '#ports/payments.ts'
import type { SandboxAnswer, SandboxCards } from '#ports/sandbox-cards.ts'

export type SandboxCardsService = ReturnType<typeof sandboxCardsService>

interface Card {
  number: string
  expiryMonth: number
  expiryYear: number
  code: string
}

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
    confirm: (viewer: Viewer, { clientSecret, card }: { clientSecret: string; card?: Card | undefined }) =>
      asked(viewer, (cards) => cards.confirm(clientSecret, card ? typed(card) : null)),

    answerChallenge: (viewer: Viewer, { clientSecret, accepted }: { clientSecret: string; accepted: boolean }) =>
      asked(viewer, (cards) => cards.answerChallenge(clientSecret, accepted)),
  }
}

const typed = ({ code, ...card }: Card) => ({ ...card, cvc: code })

const asOutcome = (answer: SandboxAnswer): SandboxOutcome => ({
  outcome: answer.status,
  paymentMethodId: answer.status === 'succeeded' ? answer.paymentMethodId : null,
  message: answer.status === 'failed' ? answer.message : null,
})
