/**
 * Stripe's public test cards, with the outcome of each (D32). Any other number is refused, so that no real card is
 * typed in.
 */
import type { CardShown } from '#ports/payments.ts'
import type { CardTyped } from '#ports/sandbox-cards.ts'

/** Why a card was refused, in Stripe's words. */
export interface Refusal {
  code: string
  declineCode: string | null
  message: string
}

/**
 * What a kept card does: `good`, `declined` or `short` (of funds) when it is charged; `asks_once` when it is kept, and
 * `asks_always` also for each charge; `asks_then_short` when it is kept, and then has no funds.
 */
export type Behaviour = 'good' | 'declined' | 'short' | 'asks_once' | 'asks_always' | 'asks_then_short'

export type Outcome = { is: 'good' } | { is: 'challenge' } | { is: 'refused'; refusal: Refusal }

const refusal = (code: string, message: string, declineCode: string | null = null): Refusal => ({
  code,
  declineCode,
  message,
})

const DECLINED = 'Your card was declined.'
const buildDecline = (declineCode: string, message = DECLINED) => refusal('card_declined', message, declineCode)

const CHALLENGE_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

export const REFUSALS = {
  generic: buildDecline('generic_decline'),
  short: buildDecline('insufficient_funds', 'Your card has insufficient funds.'),
  lost: buildDecline('lost_card'),
  stolen: buildDecline('stolen_card'),
  expired: refusal('expired_card', 'Your card has expired.'),
  cvc: refusal('incorrect_cvc', "Your card's security code is incorrect."),
  processing: refusal('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  number: refusal('incorrect_number', 'Your card number is incorrect.'),
  month: refusal('invalid_expiry_month', "Your card's expiration month is invalid."),
  year: refusal('invalid_expiry_year', "Your card's expiration year is in the past."),
  cvcLength: refusal('invalid_cvc', "Your card's security code is incomplete."),
  notATestCard: buildDecline('test_mode_live_card', 'Your card was declined. The sandbox takes test cards only.'),
  needsPerson: buildDecline(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ),
  notAccepted: refusal('payment_intent_authentication_failure', CHALLENGE_FAILED),
  noCard: refusal('payment_method_missing', 'A card is needed for this payment.'),
} as const

/** By number: what a kept card does, or why it is never kept. */
const CARDS: Readonly<Record<string, Behaviour | Refusal>> = {
  '4242424242424242': 'good',
  '4000056655665556': 'good',
  '5555555555554444': 'good',
  '378282246310005': 'good',
  '4000000000000341': 'declined',
  '4000002500003155': 'asks_once',
  '4000002760003184': 'asks_always',
  '4000000000003220': 'asks_always',
  '4000008260003178': 'asks_then_short',
  '4000000000000002': REFUSALS.generic,
  '4000000000009995': REFUSALS.short,
  '4000000000009987': REFUSALS.lost,
  '4000000000009979': REFUSALS.stolen,
  '4000000000000069': REFUSALS.expired,
  '4000000000000127': REFUSALS.cvc,
  '4000000000000119': REFUSALS.processing,
  '4242424242424241': REFUSALS.number,
}

/** The card as it may be kept, or why not. The number goes no further than this. */
export function readCard(typed: CardTyped, now: number): Refusal | (CardShown & { behaviour: Behaviour }) {
  const number = typed.number.replace(/[\s-]/g, '')
  const { expiryMonth, expiryYear } = typed
  if (!/^\d{12,19}$/.test(number) || !isChecked(number)) return REFUSALS.number
  if (!Number.isInteger(expiryMonth) || expiryMonth < 1 || expiryMonth > 12) return REFUSALS.month
  if (!(Date.UTC(expiryYear, expiryMonth) > now)) return REFUSALS.year
  if (!/^\d{3,4}$/.test(typed.cvc)) return REFUSALS.cvcLength
  const found = CARDS[number] ?? REFUSALS.notATestCard
  if (typeof found !== 'string') return found
  return { brand: brandOf(number), last4: number.slice(-4), expiryMonth, expiryYear, behaviour: found }
}

export function outcomeOfSetup(behaviour: Behaviour): Outcome {
  return behaviour.startsWith('asks_') ? { is: 'challenge' } : { is: 'good' }
}

/** `isPresent`: the customer is present and can confirm. */
export function outcomeOfCharge(card: { behaviour: Behaviour; isSetUp: boolean }, isPresent: boolean): Outcome {
  const ask: Outcome = isPresent ? { is: 'challenge' } : { is: 'refused', refusal: REFUSALS.needsPerson }
  switch (card.behaviour) {
    case 'good':
      return { is: 'good' }
    case 'declined':
      return { is: 'refused', refusal: REFUSALS.generic }
    case 'short':
      return { is: 'refused', refusal: REFUSALS.short }
    case 'asks_once':
      return card.isSetUp ? { is: 'good' } : ask
    case 'asks_always':
      return ask
    case 'asks_then_short':
      return card.isSetUp ? { is: 'refused', refusal: REFUSALS.short } : ask
  }
}

/** Once the bank was answered. */
export const outcomeOfAnswer = (behaviour: Behaviour): Outcome =>
  behaviour === 'asks_then_short' ? { is: 'refused', refusal: REFUSALS.short } : { is: 'good' }

const brandOf = (number: string) => (number.startsWith('3') ? 'amex' : number.startsWith('5') ? 'mastercard' : 'visa')

/** The check digit (Luhn); the one test number that fails it on purpose is looked up first. */
function isChecked(number: string): boolean {
  if (number in CARDS) return true
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
