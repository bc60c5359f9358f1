/** How objects leave: with what was asked for put in place of ids, and without what only comes when it is asked for. */
import type { Answer } from '../http/send.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import type { Invoice } from './stripe-shapes.ts'
import type { StripeThings } from './stripe-things.ts'

type Shown = Record<string, unknown>

export interface ListOptions {
  url: string
  limit: number
  after: string | undefined
  before: string | undefined
}

/** @param expand paths such as `latest_invoice.confirmation_secret` or `data.customer`, at most four names each. */
export function presenter(things: StripeThings) {
  function expandThing(thing: object, expand: readonly string[]): Shown {
    const shown = structuredClone(thing) as Shown
    for (const path of expand) put(shown, path.split('.'), path)
    return shown
  }

  function put(shown: Shown, [name = '', ...rest]: string[], path: string): void {
    if (path.split('.').length > 4)
      throw new Refused(stripeErrors.unknownParameter('You cannot expand more than 4 levels of a property.'))
    const value = name in shown ? shown[name] : onlyWhenAsked(shown, name)
    if (value === undefined)
      throw new Refused(stripeErrors.unknownParameter(`This property cannot be expanded (${path}).`))
    const found = typeof value === 'string' ? things.find(value) : undefined
    const inner = found ? (structuredClone(found) as Shown) : value
    shown[name] = inner
    if (rest.length === 0 || inner === null || typeof inner !== 'object') return
    for (const one of Array.isArray(inner) ? inner : [inner]) put(one as Shown, rest, path)
  }

  function onlyWhenAsked(shown: Shown, name: string): unknown {
    if (shown.object !== 'invoice') return undefined
    const invoice = shown as Invoice
    const intent = things.paymentIntents.get(things.paymentOf.get(invoice.id) ?? '')
    if (name === 'confirmation_secret')
      return intent && invoice.status === 'open'
        ? { client_secret: intent.client_secret, type: 'payment_intent' }
        : null
    if (name !== 'payments') return undefined
    return {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${invoice.id}/payments`,
      data: intent ? [paymentOf(invoice, intent.id, intent.amount, intent.status === 'succeeded')] : [],
    }
  }

  return {
    one: (thing: object, expand: readonly string[] = []): Answer => ({ status: 200, body: expandThing(thing, expand) }),
    /** Newest first. `all` is oldest first. */
    list(
      all: readonly { id: string }[],
      { url, limit, after, before }: ListOptions,
      expand: readonly string[],
    ): Answer {
      const newest = [...all].reverse()
      const at = (id: string, param: string) => {
        const index = newest.findIndex((one) => one.id === id)
        if (index < 0) throw new Refused(stripeErrors.missingParameter('object', id, param))
        return index
      }
      const from = after === undefined ? 0 : at(after, 'starting_after') + 1
      const to = before === undefined ? newest.length : at(before, 'ending_before')
      const data = newest.slice(from, Math.min(to, from + limit))
      const list = { object: 'list', url, has_more: from + data.length < to, data }
      return { status: 200, body: expandThing(list, expand) }
    },
  }
}

const paymentOf = (invoice: Invoice, intent: string, amount: number, isPaid: boolean) => ({
  id: `inpay_${invoice.id.slice(3)}`,
  object: 'invoice_payment',
  amount_paid: isPaid ? amount : null,
  amount_requested: amount,
  created: invoice.created,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { type: 'payment_intent', payment_intent: intent },
  status: isPaid ? 'paid' : 'open',
  status_transitions: { canceled_at: null, paid_at: null },
})
