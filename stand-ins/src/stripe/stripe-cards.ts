/** The test cards of `contracts/stripe/stripejs-surface.json`, and a few more of the vendor's list. */
import type { CardError } from './stripe-errors.ts'

/** When a bank asks, and what it says in the end. */
export interface CardTraits {
  asksAtSetup: boolean
  /** `unlessSetUp`: not once it was asked when the card was kept. */
  asksAtPayment: 'always' | 'unlessSetUp' | 'never'
  refusesCharge: CardError | null
}

const buildDecline = (decline_code: string, message = 'Your card was declined.'): CardError => ({
  code: 'card_declined',
  decline_code,
  message,
})

export const cardErrors = {
  generic: buildDecline('generic_decline'),
  funds: buildDecline('insufficient_funds', 'Your card has insufficient funds.'),
  expired: { code: 'expired_card', message: 'Your card has expired.' },
  cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  live: buildDecline(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card.',
  ),
  needsPerson: buildDecline(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ),
} satisfies Record<string, CardError>

const good: CardTraits = { asksAtSetup: false, asksAtPayment: 'never', refusesCharge: null }

const CARDS: Readonly<Record<string, CardTraits | CardError>> = {
  '4242424242424242': good,
  '5555555555554444': good,
  '378282246310005': good,
  '4000000000000341': { ...good, refusesCharge: cardErrors.generic },
  '4000002500003155': { asksAtSetup: true, asksAtPayment: 'unlessSetUp', refusesCharge: null },
  '4000002760003184': { asksAtSetup: true, asksAtPayment: 'always', refusesCharge: null },
  '4000008260003178': { asksAtSetup: true, asksAtPayment: 'unlessSetUp', refusesCharge: cardErrors.funds },
  '4000000000000002': cardErrors.generic,
  '4000000000009995': cardErrors.funds,
  '4000000000000069': cardErrors.expired,
  '4000000000000127': cardErrors.cvc,
  '4000000000000119': cardErrors.processing,
}

export const traitsOf = (number: string): CardTraits | CardError => CARDS[number] ?? cardErrors.live

export const brandOf = (number: string) =>
  number.startsWith('3') ? 'amex' : number.startsWith('5') ? 'mastercard' : 'visa'

export type Charged = { is: 'paid' } | { is: 'challenge' } | { is: 'refused'; error: CardError }

/** What comes of charging a card, with its holder there or without. */
export function outcomeOf({ traits, isSetUp }: { traits: CardTraits; isSetUp: boolean }, isPresent: boolean): Charged {
  const asks = traits.asksAtPayment === 'always' || (traits.asksAtPayment === 'unlessSetUp' && !isSetUp)
  if (asks) return isPresent ? { is: 'challenge' } : { is: 'refused', error: cardErrors.needsPerson }
  return traits.refusesCharge ? { is: 'refused', error: traits.refusesCharge } : { is: 'paid' }
}
