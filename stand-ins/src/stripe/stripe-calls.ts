/** The operations about subscriptions, their invoices, and what happened. */
import type { CallTools, Plays, StripeCall } from './stripe-call.ts'
import { numberIn } from './stripe-call.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import { listIn, objectIn, textIn, textsIn } from './stripe-form.ts'
import { stripePlanChanges } from './stripe-plan-changes.ts'
import type { Price, Subscription } from './stripe-shapes.ts'
import type { StripeSubscriptions } from './stripe-subscriptions.ts'
import type { StripeThings } from './stripe-things.ts'

export function stripeCalls(things: StripeThings, subscriptions: StripeSubscriptions, tools: CallTools): Plays {
  const { tell, now } = things
  const { invoices } = subscriptions
  const changes = stripePlanChanges(things, subscriptions)
  const { one, list, at, requireByParam, customerIn, ofCustomer, applyForm } = tools

  /** A method that the customer may be charged with. */
  function methodIn(id: string | undefined, customer: string, param: string): string | null {
    if (id === undefined) return null
    const method = requireByParam(things.paymentMethods, id, ['PaymentMethod', param])
    if (method.customer !== customer)
      throw new Refused(
        stripeErrors.notPlayed(`The customer does not have a payment method with the ID ${id}. It must be attached.`),
      )
    return id
  }

  const priceIn = (form: StripeCall['form']): { price: Price; item: string | undefined } => {
    const items = listIn(form, 'items')
    const [first] = items
    if (items.length !== 1 || typeof first !== 'object' || Array.isArray(first))
      throw new Refused(stripeErrors.notPlayed('Exactly one item is played here.'))
    const price = requireByParam(things.prices, textIn(first, 'price') ?? '', ['price', 'items[0][price]'])
    return { price, item: textIn(first, 'id') }
  }

  function mustHaveItem(subscription: Subscription, item: string | undefined): void {
    if (item !== undefined && subscription.items.data[0].id !== item)
      throw new Refused(stripeErrors.missingParameter('subscription_item', item, 'items[0][id]'))
    if (item === undefined) throw new Refused(stripeErrors.notPlayed('A second item is not played here.'))
  }

  return {
    'Subscriptions.create'(call) {
      const { form } = call
      const { id: customer } = customerIn(call)
      const { price } = priceIn(form)
      const method = methodIn(textIn(form, 'default_payment_method'), customer, 'default_payment_method')
      const behavior = textIn(form, 'payment_behavior') ?? 'allow_incomplete'
      if (behavior !== 'default_incomplete' && behavior !== 'allow_incomplete')
        throw new Refused(stripeErrors.notPlayed(`payment_behavior ${behavior} is not played here.`))
      const subscription = subscriptions.create({ customer, price, method, metadata: textsIn(form, 'metadata') }, now())
      const invoice = at(things.invoices, subscription.latest_invoice, 'invoice')
      const intent = invoices.intentOf(invoice)
      if (behavior === 'allow_incomplete' && intent) invoices.charge(intent, { isPresent: true, at: now() })
      return one(call, subscription)
    },
    'Subscriptions.retrieve': (call) => one(call, at(things.subscriptions, call.id, 'subscription')),
    'Subscriptions.list'(call) {
      const status = textIn(call.form, 'status')
      const found = ofCustomer(call, things.subscriptions.values()).filter((subscription) =>
        status === undefined ? subscription.status !== 'canceled' : status === 'all' || subscription.status === status,
      )
      return list(call, found)
    },
    'Subscriptions.update'(call) {
      const { form } = call
      const subscription = at(things.subscriptions, call.id, 'subscription')
      subscriptions.mustLive(subscription)
      const mayPend = textIn(form, 'payment_behavior') === 'pending_if_incomplete'
      const method = textIn(form, 'default_payment_method')
      const cancels = textIn(form, 'cancel_at_period_end')
      if (mayPend && (method !== undefined || cancels !== undefined || 'metadata' in form))
        throw new Refused(stripeErrors.notPlayed('pending_if_incomplete takes a change of price alone.'))
      if (method !== undefined)
        subscription.default_payment_method = methodIn(method, subscription.customer, 'default_payment_method')
      if (cancels !== undefined) {
        const isCancelled = cancels === 'true'
        const [item] = subscription.items.data
        Object.assign(subscription, {
          cancel_at_period_end: isCancelled,
          cancel_at: isCancelled ? item.current_period_end : null,
          canceled_at: isCancelled ? now() : null,
        })
      }
      applyForm(subscription, form, [])
      if ('items' in form) {
        const { price, item } = priceIn(form)
        mustHaveItem(subscription, item)
        const proration = textIn(form, 'proration_behavior')
        const moment = numberIn(form, 'proration_date') ?? now()
        if (proration === 'none') changes.swap(subscription, price, now())
        else if (proration === 'always_invoice') changes.change(subscription, { price, at: moment, mayPend }, now())
        else throw new Refused(stripeErrors.notPlayed('Changes are invoiced at once, or not at all, here.'))
      } else tell('customer.subscription.updated', subscription, now())
      return one(call, subscription)
    },
    'Subscriptions.cancel'(call) {
      const subscription = at(things.subscriptions, call.id, 'subscription')
      if (subscriptions.hasEnded(subscription)) throw new Refused(stripeErrors.missing('subscription', call.id))
      subscriptions.end(subscription, now())
      return one(call, subscription)
    },

    'Invoices.retrieve': (call) => one(call, at(things.invoices, call.id, 'invoice')),
    'Invoices.list'(call) {
      const subscription = textIn(call.form, 'subscription')
      const found = ofCustomer(call, things.invoices.values()).filter(
        ({ parent }) =>
          subscription === undefined ||
          (parent as { subscription_details: { subscription: string } }).subscription_details.subscription ===
            subscription,
      )
      return list(call, found)
    },
    'Invoices.pay'(call) {
      const invoice = at(things.invoices, call.id, 'invoice')
      const intent = invoices.intentOf(invoice)
      if (invoice.status !== 'open' || !intent) throw new Refused(stripeErrors.notPlayed('Invoice is already paid'))
      const method = methodIn(textIn(call.form, 'payment_method'), invoice.customer, 'payment_method')
      if (method !== null) intent.payment_method = method
      const isPresent = textIn(call.form, 'off_session') === 'false'
      const charged = invoices.charge(intent, { isPresent, at: now() })
      if (charged.is === 'refused') throw new Refused(stripeErrors.card(charged.error, { payment_intent: intent }))
      if (charged.is === 'challenge') throw new Refused(stripeErrors.needsAction(intent))
      return one(call, invoice)
    },
    'Invoices.voidInvoice'(call) {
      const invoice = at(things.invoices, call.id, 'invoice')
      if (invoice.status !== 'open')
        throw new Refused(stripeErrors.notPlayed(`You can only pass in open invoices. This invoice isn't open.`))
      subscriptions.voidInvoice(invoice, now())
      return one(call, invoice)
    },
    'Invoices.createPreview'(call) {
      const { form } = call
      const subscription = requireByParam(things.subscriptions, textIn(form, 'subscription') ?? '', [
        'subscription',
        'subscription',
      ])
      const details = objectIn(form, 'subscription_details')
      const { price, item } = priceIn(details)
      mustHaveItem(subscription, item)
      const moment = numberIn(details, 'proration_date') ?? now()
      const invoice = changes.difference(subscription, price, moment)
      return one(call, { ...invoice, id: `upcoming_${invoice.id}` })
    },

    'Events.retrieve'(call) {
      const event = things.events.find(({ id }) => id === call.id)
      if (!event) throw new Refused(stripeErrors.missing('event', call.id))
      return one(call, event)
    },
    'Events.list'(call) {
      const types = listIn(call.form, 'types')
      return list(
        call,
        things.events.filter(({ type }) => types.length === 0 || types.includes(type)),
      )
    },
  }
}
