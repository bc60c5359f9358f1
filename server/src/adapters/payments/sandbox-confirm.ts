/** What the browser requests of the sandbox: to store a card, to charge it, and to answer the bank. */
import { PaymentsFailure } from '#ports/payments-failure.ts'
import type { CardKept, CardTyped, SandboxAnswer } from '#ports/sandbox-cards.ts'
import type { Desk, Invoice, KeptCard, Payment, Setup } from './sandbox-account.ts'
import { newId } from './sandbox-account.ts'
import { cardOf, charge, conclude, refuse } from './sandbox-billing.ts'
import { gone, requireCard } from './sandbox-orders.ts'
import { outcomeOfAnswer, outcomeOfSetup, REFUSALS, type Refusal, readCard } from './sandbox-test-cards.ts'

type CardGiven = CardTyped | CardKept | null

export function confirmCard(desk: Desk, clientSecret: string, card: CardGiven, now: number): SandboxAnswer {
  const found = requireBySecret(desk, clientSecret)
  return found.setup ? confirmSetup(desk, found.setup, card, now) : confirmPayment(desk, found, card, now)
}

export function answerChallenge(desk: Desk, clientSecret: string, accepted: boolean, now: number): SandboxAnswer {
  const found = requireBySecret(desk, clientSecret)
  if ((found.setup ?? found.payment).status !== 'challenge')
    throw new PaymentsFailure('refused', 'The bank has not asked anything about this payment.')
  if (found.setup) {
    const { setup } = found
    const card = cardOf(desk.account, setup.cardId)
    if (accepted && card) return keep(setup, card)
    return setupRefused(setup, REFUSALS.notAccepted)
  }
  const { invoice, payment } = found
  const card = cardOf(desk.account, payment.cardId)
  if (accepted && card) {
    card.isSetUp = true
    conclude(desk, invoice, outcomeOfAnswer(card.behaviour), now)
  } else refuse(desk, invoice, REFUSALS.notAccepted, now)
  return answerAbout(payment)
}

function confirmSetup(desk: Desk, setup: Setup, given: CardGiven, now: number): SandboxAnswer {
  // A retry after a lost response: the stored card stays.
  if (setup.status === 'succeeded' && setup.cardId !== null)
    return { status: setup.status, paymentMethodId: setup.cardId }
  const card = given && 'number' in given ? addCard(desk, given, now) : REFUSALS.noCard
  if ('code' in card) return setupRefused(setup, card)
  setup.cardId = card.id
  if (outcomeOfSetup(card.behaviour).is === 'good') return keep(setup, card)
  setup.status = 'challenge'
  return { status: 'challenge' }
}

function keep(setup: Setup, card: KeptCard): SandboxAnswer {
  card.isSetUp = true
  Object.assign(setup, { status: 'succeeded', cardId: card.id })
  return { status: 'succeeded', paymentMethodId: card.id }
}

function setupRefused(setup: Setup, refusal: Refusal): SandboxAnswer {
  Object.assign(setup, { status: 'open', cardId: null })
  return toFailedAnswer(refusal)
}

function confirmPayment(
  desk: Desk,
  { invoice, payment }: { invoice: Invoice; payment: Payment },
  given: CardGiven,
  now: number,
): SandboxAnswer {
  if (payment.status === 'canceled') throw new PaymentsFailure('refused', 'There is nothing left to pay.')
  if (payment.status === 'succeeded') return answerAbout(payment)
  if (given) {
    const card = 'number' in given ? addCard(desk, given, now) : requireCard(desk, given.paymentMethodId)
    if ('code' in card) {
      refuse(desk, invoice, card, now)
      return toFailedAnswer(card)
    }
    payment.cardId = card.id
    const subscription = desk.account.subscriptions.find(({ id }) => id === invoice.subscriptionId)
    if (subscription) subscription.cardId = card.id
  } else if (payment.status === 'refused') return toFailedAnswer(payment.failure ?? REFUSALS.noCard)
  charge(desk, invoice, { at: now, isPresent: true })
  return answerAbout(payment)
}

function answerAbout({ status, failure, cardId }: Payment): SandboxAnswer {
  if (status === 'challenge') return { status }
  if (status === 'succeeded' && cardId !== null) return { status, paymentMethodId: cardId }
  return toFailedAnswer(failure ?? REFUSALS.noCard)
}

const toFailedAnswer = ({ message }: Refusal): SandboxAnswer => ({ status: 'failed', message })

function addCard({ account }: Desk, typed: CardTyped, now: number): KeptCard | Refusal {
  const read = readCard(typed, now)
  if ('code' in read) return read
  const card: KeptCard = { ...read, id: newId(account, 'pm'), isSetUp: false }
  account.cards.push(card)
  return card
}

type Opened = { setup: Setup; payment?: undefined } | { setup?: undefined; invoice: Invoice; payment: Payment }

function requireBySecret({ account }: Desk, secret: string): Opened {
  const setup = account.setups.find(({ clientSecret }) => clientSecret === secret)
  if (setup) return { setup }
  for (const invoice of account.invoices)
    if (invoice.payment?.clientSecret === secret) return { invoice, payment: invoice.payment }
  throw gone('payment')
}
