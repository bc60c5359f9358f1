/** What the vendor's script asks for a browser: cards confirmed with a client secret and the publishable key. */
import type { Answer } from '../http/send.ts'
import { brandOf, type CardTraits, traitsOf } from './stripe-cards.ts'
import { CHALLENGE_FAILED, Refused, stripeErrors } from './stripe-errors.ts'
import type { StripeSubscriptions } from './stripe-subscriptions.ts'
import { type PaymentIntent, type SetupIntent, type StripeThings, templates } from './stripe-things.ts'

export interface TypedCard {
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

type CardGiven = TypedCard | KeptCard | null

export function stripeCardsTyped(things: StripeThings, { invoices }: StripeSubscriptions) {
  const { tell } = things
  const done = (body: object): Answer => ({ status: 200, body })

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

  function keptMethod({ method }: KeptCard, customer: string | null): string {
    if (things.paymentMethods.get(method)?.customer !== customer)
      throw new Refused(stripeErrors.missingParameter('PaymentMethod', method, 'payment_method'))
    return method
  }

  function confirmSetup(intent: SetupIntent, given: CardGiven): Answer {
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      return stripeErrors.unexpectedState(
        `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
        'setup',
        intent,
      )
    const card = given && 'number' in given ? given : null
    const traits = traitsOf(card?.number ?? '')
    if (!card || 'code' in traits) {
      const error = 'code' in traits ? traits : { code: 'parameter_missing', message: 'A card is missing.' }
      Object.assign(intent, {
        status: 'requires_payment_method',
        payment_method: null,
        next_action: null,
        last_setup_error: { type: 'card_error', ...error },
      })
      tell('setup_intent.setup_failed', intent, things.now())
      return stripeErrors.card(error, { setup_intent: intent })
    }
    const method = addMethod(card, traits, null)
    Object.assign(intent, { payment_method: method, last_setup_error: null })
    if (!traits.asksAtSetup) return done(setUp(intent))
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
    tell('setup_intent.requires_action', intent, things.now())
    return done(intent)
  }

  function setUp(intent: SetupIntent): SetupIntent {
    Object.assign(intent, { status: 'succeeded', next_action: null, last_setup_error: null })
    const method = things.paymentMethods.get(intent.payment_method ?? '')
    const card = things.cards.get(intent.payment_method ?? '')
    if (card) card.isSetUp = true
    if (method) method.customer = intent.customer
    tell('setup_intent.succeeded', intent, things.now())
    return intent
  }

  function confirmPayment(intent: PaymentIntent, card: CardGiven): Answer {
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      return stripeErrors.unexpectedState(
        `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
        'payment',
        intent,
      )
    if (card) {
      intent.payment_method =
        'number' in card
          ? methodOf(card, intent.customer, () => ({ payment_intent: intent }))
          : keptMethod(card, intent.customer)
      keepFor(intent)
    }
    if (intent.payment_method === null)
      return stripeErrors.unexpectedState(
        'You cannot confirm this PaymentIntent because it’s missing a payment method.',
        'payment',
        intent,
      )
    const charged = invoices.charge(intent, { isPresent: true, at: things.now() })
    return charged.is === 'refused' ? stripeErrors.card(charged.error, { payment_intent: intent }) : done(intent)
  }

  /** `save_default_payment_method: on_subscription`. */
  function keepFor(intent: PaymentIntent): void {
    const invoice = things.invoices.get(things.invoiceOf.get(intent.id) ?? '')
    for (const subscription of things.subscriptions.values())
      if (subscription.latest_invoice === invoice?.id) subscription.default_payment_method = intent.payment_method
  }

  function answerChallenge(intent: SetupIntent | PaymentIntent, accepted: boolean): Answer {
    const kind = intent.object === 'setup_intent' ? 'setup' : 'payment'
    if (intent.status !== 'requires_action')
      return stripeErrors.unexpectedState('There is nothing to authenticate.', kind, intent)
    const failure = { code: `${kind}_intent_authentication_failure`, message: CHALLENGE_FAILED }
    if (kind === 'setup') {
      const setup = intent as SetupIntent
      if (accepted) return done(setUp(setup))
      Object.assign(setup, {
        status: 'requires_payment_method',
        payment_method: null,
        next_action: null,
        last_setup_error: { type: 'invalid_request_error', ...failure },
      })
      tell('setup_intent.setup_failed', setup, things.now())
      return stripeErrors.challengeFailed('setup', setup)
    }
    const payment = intent as PaymentIntent
    const card = things.cards.get(payment.payment_method ?? '')
    if (!accepted || !card) {
      invoices.refuse(payment, failure, things.now())
      return stripeErrors.challengeFailed('payment', payment)
    }
    card.isSetUp = true
    if (card.traits.refusesCharge) {
      invoices.refuse(payment, card.traits.refusesCharge, things.now())
      return stripeErrors.card(card.traits.refusesCharge, { payment_intent: payment })
    }
    invoices.succeed(payment, things.now())
    return done(payment)
  }

  /** The intent that a client secret opens. */
  function openedBy(secret: string): SetupIntent | PaymentIntent {
    const [id = ''] = secret.split('_secret_')
    const intent = things.setupIntents.get(id) ?? things.paymentIntents.get(id)
    if (intent?.client_secret !== secret)
      throw new Refused(stripeErrors.missing(id.startsWith('seti_') ? 'setupintent' : 'payment_intent', id, 'intent'))
    return intent
  }

  return {
    openedBy,
    answerChallenge,
    confirm(secret: string, card: CardGiven): Answer {
      const intent = openedBy(secret)
      return intent.object === 'setup_intent'
        ? confirmSetup(intent as SetupIntent, card)
        : confirmPayment(intent as PaymentIntent, card)
    },
  }
}

export type StripeCardsTyped = ReturnType<typeof stripeCardsTyped>
