/** What the vendor's script asks for a browser: cards confirmed with a client secret and the publishable key. */
import type { Answer } from '../http/send.ts'
import { traitsOf } from './stripe-cards.ts'
import { CHALLENGE_FAILED, Refused, stripeErrors } from './stripe-errors.ts'
import { type CardGiven, paymentMethods } from './stripe-payment-methods.ts'
import type { PaymentIntent, SetupIntent } from './stripe-shapes.ts'
import type { StripeSubscriptions } from './stripe-subscriptions.ts'
import type { StripeThings } from './stripe-things.ts'

export function stripeCardsTyped(things: StripeThings, { invoices }: StripeSubscriptions) {
  const { tell } = things
  const { addMethod, methodOf, checkSavedMethod } = paymentMethods(things)
  const answerWith = (body: object): Answer => ({ status: 200, body })

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
      failSetup(intent, { type: 'card_error', ...error })
      return stripeErrors.card(error, { setup_intent: intent })
    }
    const method = addMethod(card, traits, null)
    Object.assign(intent, { payment_method: method, last_setup_error: null })
    if (!traits.asksAtSetup) return answerWith(setUp(intent))
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
    tell('setup_intent.requires_action', intent, things.now())
    return answerWith(intent)
  }

  function failSetup(intent: SetupIntent, error: object): void {
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: error,
    })
    tell('setup_intent.setup_failed', intent, things.now())
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
          : checkSavedMethod(card, intent.customer)
      keepFor(intent)
    }
    if (intent.payment_method === null)
      return stripeErrors.unexpectedState(
        'You cannot confirm this PaymentIntent because it’s missing a payment method.',
        'payment',
        intent,
      )
    const charged = invoices.charge(intent, { isPresent: true, at: things.now() })
    return charged.is === 'refused' ? stripeErrors.card(charged.error, { payment_intent: intent }) : answerWith(intent)
  }

  /** `save_default_payment_method: on_subscription`. */
  function keepFor(intent: PaymentIntent): void {
    const invoice = invoices.invoiceOf(intent)
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
      if (accepted) return answerWith(setUp(setup))
      failSetup(setup, { type: 'invalid_request_error', ...failure })
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
    return answerWith(payment)
  }

  /** The intent that a client secret opens. */
  function requireBySecret(secret: string): SetupIntent | PaymentIntent {
    const [id = ''] = secret.split('_secret_')
    const intent = things.setupIntents.get(id) ?? things.paymentIntents.get(id)
    if (intent?.client_secret !== secret)
      throw new Refused(stripeErrors.missing(id.startsWith('seti_') ? 'setupintent' : 'payment_intent', id, 'intent'))
    return intent
  }

  return {
    requireBySecret,
    answerChallenge,
    confirm(secret: string, card: CardGiven): Answer {
      const intent = requireBySecret(secret)
      return intent.object === 'setup_intent'
        ? confirmSetup(intent as SetupIntent, card)
        : confirmPayment(intent as PaymentIntent, card)
    },
  }
}

export type StripeCardsTyped = ReturnType<typeof stripeCardsTyped>
