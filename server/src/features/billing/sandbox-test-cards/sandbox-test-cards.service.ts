/**
 * Cards of the sandbox, typed into our own form (D32). A client secret is good for its own company and for administrators: that of
 * another company answers like one that does not exist (D6). Numbers are neither kept nor logged. Throws `not_found` where another
 * provider takes the cards.
 */
import type { RouteInput, SandboxOutcome } from '@tangelo/contract'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Clock } from '#ports/clock.ts'
import { type Payments, PaymentsFailure } from '#ports/payments.ts'
import type { CardKept, CardTyped, SandboxAnswer, SandboxCards } from '#ports/sandbox-cards.ts'
import { mayPay } from '../operations/operations.policy.ts'
import { asFailure } from '../provider-errors/provider-errors.rules.ts'
import type { PaymentEvents } from '../provider-events/provider-events.service.ts'

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
  async function asked(
    viewer: Viewer,
    clientSecret: string,
    ask: (cards: SandboxCards) => Promise<SandboxAnswer>,
  ): Promise<SandboxOutcome> {
    mayPay(viewer)
    const cards = payments.sandboxCards
    if (!cards) throw notFound('Sandbox')
    try {
      await expectOwn(viewer, clientSecret, cards)
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
      asked(viewer, clientSecret, (cards) => cards.confirm(clientSecret, cardIn(given))),

    answerChallenge: (viewer: Viewer, { clientSecret, accepted }: { clientSecret: string; accepted: boolean }) =>
      asked(viewer, clientSecret, (cards) => cards.answerChallenge(clientSecret, accepted)),
  }
}

async function expectOwn(viewer: Viewer, clientSecret: string, cards: SandboxCards): Promise<void> {
  if (viewer.role === 'admin') return
  const companyId = await cards.companyOf(clientSecret)
  if (companyId === null || companyId !== viewer.companyId)
    throw new PaymentsFailure('gone', 'There is no such payment in the sandbox.')
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
