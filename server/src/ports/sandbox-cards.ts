/**
 * The card form of the sandbox: what the script of a real provider does in the browser, asked for over our own routes. A number is looked at and forgotten; only brand, last four digits
 * and expiry are kept.
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
 * `challenge`: the bank asks the person; `answerChallenge` goes on. `failed`: nothing was kept or charged, and the same secret
 * may be tried again with another card. `message` is for people.
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
   * `seti_…`: keeps the card that was typed. `pi_…`: charges the card, now and from now on; null charges the one of the
   * subscription. What has succeeded is answered again as it was, whatever card comes with it.
   */
  confirm(clientSecret: string, card: CardTyped | CardKept | null): Promise<SandboxAnswer>
  /** What the person answered to the bank's question. Not accepted: `failed`. */
  answerChallenge(clientSecret: string, accepted: boolean): Promise<SandboxAnswer>
}
