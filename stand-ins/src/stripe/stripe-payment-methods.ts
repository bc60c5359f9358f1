/** Cards as payment methods: typed into a page, or kept from before. */
import { brandOf, type CardTraits, traitsOf } from './stripe-cards.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import { templates } from './stripe-shapes.ts'
import type { StripeThings } from './stripe-things.ts'

interface TypedCard {
  number: string
  expiryMonth?: number
  expiryYear?: number
  name?: string
  email?: string
}

/** One that is kept, by its id. */
interface KeptCard {
  method: string
}

export type CardGiven = TypedCard | KeptCard | null

export function paymentMethods(things: StripeThings) {
  /** The card as a payment method; throws where it is refused at once. */
  function methodOf(card: TypedCard, customer: string | null, more: () => Record<string, unknown>): string {
    const traits = traitsOf(card.number)
    if ('code' in traits) throw new Refused(stripeErrors.card(traits, more()))
    return addMethod(card, traits, customer)
  }

  function addMethod(card: TypedCard, traits: CardTraits, customer: string | null): string {
    const method = templates.paymentMethod()
    const id = things.newId('pm')
    const brand = brandOf(card.number)
    Object.assign(method, {
      id,
      customer,
      created: things.now(),
      billing_details: { ...(method.billing_details as object), name: card.name ?? null, email: card.email ?? null },
      card: {
        ...(method.card as object),
        brand,
        display_brand: brand,
        last4: card.number.slice(-4),
        exp_month: card.expiryMonth ?? 12,
        exp_year: card.expiryYear ?? 2034,
      },
    })
    things.paymentMethods.set(id, method)
    things.cards.set(id, { traits, isSetUp: false })
    return id
  }

  function checkSavedMethod({ method }: KeptCard, customer: string | null): string {
    if (things.paymentMethods.get(method)?.customer !== customer)
      throw new Refused(stripeErrors.missingParameter('PaymentMethod', method, 'payment_method'))
    return method
  }

  return { addMethod, methodOf, checkSavedMethod }
}
