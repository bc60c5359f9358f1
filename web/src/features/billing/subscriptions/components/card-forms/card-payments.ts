/**
 * What the screen needs from a card form in the browser, in our words. Two provide it: `stripe.tsx` with the provider's own
 * script and fields, and `sandbox.tsx` with ours. No number of a card passes through anything but the fields themselves.
 */
import type { ReactNode, Ref } from 'react'

/** `incomplete`: the fields themselves say what is missing. `message`: in the provider's words; null where it has none. */
export type CardOutcome =
  | { readonly outcome: 'succeeded'; readonly paymentMethodId: string | null }
  | { readonly outcome: 'incomplete' }
  | { readonly outcome: 'failed'; readonly message: string | null }

/** Neither throws for what a card or a person does; only where the provider cannot be reached at all. */
export interface CardForm {
  /** Keeps the typed card for later charges. */
  readonly confirmSetup: (clientSecret: string) => Promise<CardOutcome>
  /** Charges the typed card. */
  readonly confirmPayment: (clientSecret: string) => Promise<CardOutcome>
}

export interface CardFieldsProps {
  readonly form: Ref<CardForm>
  /** The card holder: not shown, handed to the provider. */
  readonly customer: { readonly name: string; readonly email: string } | null
  readonly isBusy: boolean
}

export interface CardPayments {
  readonly cardFields: (props: CardFieldsProps) => ReactNode
  /** Charges a card that is kept: this one, from now on too, or null for the one of the subscription. */
  readonly confirmKept: (clientSecret: string, paymentMethodId: string | null) => Promise<CardOutcome>
  /** Shows the bank's challenge while one of the above runs. Rendered once per page, beside the dialogs. */
  readonly challenge: () => ReactNode
}
