/**
 * The card form of the sandbox: what the script of a real provider does in the browser, requested over our own routes.
 * A number is checked and not stored; only brand, last four digits and expiry are.
 */
export interface CardTyped {
  /** Digits; spaces may be between them. One of Stripe's test cards: any other is refused as `card_declined`. */
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvc: string
}

/** One that a set-up has kept. */
export interface CardKept {
  paymentMethodId: string
}

/**
 * `challenge`: the bank asks the customer to confirm; `answerChallenge` continues. `failed`: nothing was stored or
 * charged, and the same secret may be used again with another card. `message` is for users.
 */
export type SandboxAnswer =
  | { status: 'succeeded'; paymentMethodId: string }
  | { status: 'challenge' }
  | { status: 'failed'; message: string }

/** Both throw `PaymentsFailure`: `gone` for a secret that opens nothing, `refused` where nothing can be done with it any more. */
export interface SandboxCards {
  /** Which company a client secret was made for; null for one that names no customer. */
  companyOf(clientSecret: string): Promise<number | null>
  /**
   * `seti_…`: stores the card that was typed. `pi_…`: charges the card, now and from now on; null charges the one of
   * the subscription. A success is returned again as it was, with any card.
   */
  confirm(clientSecret: string, card: CardTyped | CardKept | null): Promise<SandboxAnswer>
  /** What the person answered to the bank's question. Not accepted: `failed`. */
  answerChallenge(clientSecret: string, accepted: boolean): Promise<SandboxAnswer>
}
