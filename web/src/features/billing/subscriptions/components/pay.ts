/**
 * The way from a secret to a payment (spec §4). `seti_`: the card is confirmed, the subscription made with it, and where that
 * answers a `pi_` secret the payment confirmed. `pi_`: the payment is confirmed directly. Anything else is an error. Then the
 * screen asks our server twice what the provider says: that decides, not what the browser saw (D34).
 */
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.tsx'
import { companySubscription, refreshSubscription, type SubscriptionPlan } from '../queries/subscription.ts'
import { isActive, isCardRefused, kindOfSecret } from '../rules.ts'
import { texts } from '../texts/plans.ts'
import type { CardForm, CardOutcome, CardPayments } from './card-forms/card-payments.ts'

const words = texts.toasts

/** Why nothing was paid, in a sentence for the person. */
export class PaymentFailed extends Error {
  override name = 'PaymentFailed'
}

/** The fields themselves say what is missing. */
export class CardIncomplete extends Error {
  override name = 'CardIncomplete'
}

/** The card or the payment was refused: the browser, or our server, has said so. */
export const isPaymentRefused = (error: unknown): boolean => error instanceof PaymentFailed || isCardRefused(error)

interface Payment {
  readonly clientSecret: string
  readonly form: CardForm
  readonly payments: Pick<CardPayments, 'confirmKept'>
  /** Hands over the confirmed card. A secret that it answers is that of a payment. */
  readonly handCard: (paymentMethodId: string) => Promise<{ clientSecret?: string | undefined }>
  /** From here on this secret is the one to go on with: the card is kept already. */
  readonly onSecret: (clientSecret: string) => void
}

/** Throws `PaymentFailed` or `CardIncomplete`; after either it may be asked again. What `handCard` throws passes through. */
export async function pay({ clientSecret, form, payments, handCard, onSecret }: Payment): Promise<void> {
  const kind = kindOfSecret(clientSecret)
  if (kind === 'unknown') throw new PaymentFailed(words.invalidConfiguration)
  if (kind === 'payment') {
    assertConfirmed(await form.confirmPayment(clientSecret), words.confirmFailed)
    return
  }
  const { paymentMethodId } = assertConfirmed(await form.confirmSetup(clientSecret), words.setupFailed)
  if (paymentMethodId === null) throw new PaymentFailed(words.noMethod)
  const begun = await handCard(paymentMethodId)
  if (begun.clientSecret === undefined) return
  onSecret(begun.clientSecret)
  // A colleague may have started the same with another card: this one is charged.
  await confirmKept(begun.clientSecret, payments, paymentMethodId)
}

/** Confirms a payment with a saved card: the subscription's, unless another is given. Throws `PaymentFailed`. */
export async function confirmKept(
  clientSecret: string,
  payments: Pick<CardPayments, 'confirmKept'>,
  paymentMethodId: string | null = null,
): Promise<void> {
  if (kindOfSecret(clientSecret) !== 'payment') throw new PaymentFailed(words.invalidConfiguration)
  assertConfirmed(await payments.confirmKept(clientSecret, paymentMethodId), words.confirmFailed)
}

function assertConfirmed(confirmed: CardOutcome, otherwise: string) {
  if (confirmed.outcome === 'succeeded') return confirmed
  if (confirmed.outcome === 'incomplete') throw new CardIncomplete()
  throw new PaymentFailed(confirmed.message ?? otherwise)
}

/** spec §9: second subscription refresh delay. */
const SECOND_REFRESH_MS = 2_000

async function waitForSecondRefresh(): Promise<void> {
  await new Promise((resolve) => window.setTimeout(resolve, SECOND_REFRESH_MS))
}

/** After a payment (spec §4). The promise resolves after the last toast. */
export function usePaidToast(companyId: number): (plan: string) => Promise<void> {
  const client = useQueryClient()
  return async (plan) => {
    toast({ title: words.paid, description: words.paidDescription(plan) })
    await refreshSubscription(client)
    await waitForSecondRefresh()
    await refreshSubscription(client)
    const subscription = client.getQueryData(companySubscription(companyId).queryKey)
    if (subscription && isActive(subscription))
      toast({ title: words.active, description: words.activeDescription(plan) })
    else toast({ title: words.waiting, description: words.waitingDescription, tone: 'notice' })
  }
}

/** After a change of plan that begins at once. The promise resolves after the last toast. */
export function useChangedToast(companyId: number): (plan: SubscriptionPlan) => Promise<void> {
  const client = useQueryClient()
  const { done, doneNow, waiting, waitingDescription } = texts.change
  return async ({ id, name }) => {
    const isDone = () => client.getQueryData(companySubscription(companyId).queryKey)?.planId === id
    // Where the bank asked nothing, the reply to the change has brought the new plan already.
    if (!isDone()) await refreshSubscription(client)
    if (!isDone()) {
      await waitForSecondRefresh()
      await refreshSubscription(client)
    }
    if (isDone()) toast({ title: done, description: doneNow(name) })
    else toast({ title: waiting, description: waitingDescription(name), tone: 'notice' })
  }
}
