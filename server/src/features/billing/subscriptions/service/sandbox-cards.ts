/**
 * Cards of the sandbox, typed into our own form (D32). A client secret is good for its own company and for administrators: that of
 * another company answers like one that does not exist (D6). Numbers are neither kept nor logged. Throws `not_found` where another
 * provider takes the cards.
 */
import type { RouteInput, SandboxOutcome } from '@tangelo/contract'
import { maySeePlans } from '#features/core/index.ts'
import { notFound } from '#platform/errors.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Payments } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'
import type { CardKept, CardTyped, SandboxAnswer, SandboxCards } from '#ports/sandbox-cards.ts'
import type { PaymentEvents } from '../../subscription-sync/service/provider-events.ts'

export type SandboxCardsService = ReturnType<typeof sandboxCardsService>

/** `card` was typed just now; `paymentMethodId` is of one that is kept. */
type Given = Pick<RouteInput<'POST /api/payments/sandbox/confirm'>['body'], 'card' | 'paymentMethodId'>

export function sandboxCardsService({
  payments,
  events,
}: {
  payments: Payments
  events: Pick<PaymentEvents, 'catchUp'>
}) {
  async function call(
    viewer: Viewer,
    clientSecret: string,
    request: (cards: SandboxCards) => Promise<SandboxAnswer>,
  ): Promise<SandboxOutcome> {
    maySeePlans(viewer)
    const cards = payments.sandboxCards
    if (!cards) throw notFound('Sandbox')
    await expectOwn(viewer, clientSecret, cards)
    const answer = await request(cards)
    // The sandbox sends no events: they are read here. Where that fails, the next round reads them.
    await events.catchUp().catch(() => {})
    return asOutcome(answer)
  }

  return {
    confirm: (viewer: Viewer, { clientSecret, ...given }: Given & { clientSecret: string }) =>
      call(viewer, clientSecret, (cards) => cards.confirm(clientSecret, cardIn(given))),

    answerChallenge: (viewer: Viewer, { clientSecret, accepted }: { clientSecret: string; accepted: boolean }) =>
      call(viewer, clientSecret, (cards) => cards.answerChallenge(clientSecret, accepted)),
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
