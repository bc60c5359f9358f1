/** The operations about customers, cards being kept, and what is sold. */
import type { CallTools, Plays, StripeCall } from './stripe-call.ts'
import { Refused, stripeErrors } from './stripe-errors.ts'
import { listIn, textIn, textsIn } from './stripe-form.ts'
import { type Price, type Product, type SetupIntent, templates } from './stripe-shapes.ts'
import type { StripeThings } from './stripe-things.ts'

export function stripeShopCalls(things: StripeThings, tools: CallTools): Plays {
  const { tell, now } = things
  const { one, list, at, requireByParam, customerIn, ofCustomer, applyForm } = tools
  function mustBeMail({ form }: StripeCall): void {
    const email = textIn(form, 'email')
    if (email !== undefined && !/^\S+@\S+\.\S+$/.test(email)) throw new Refused(stripeErrors.badEmail(email))
  }

  return {
    'Customers.create'(call) {
      mustBeMail(call)
      const customer = templates.customer()
      Object.assign(customer, { id: things.newId('cus'), created: now(), metadata: {}, email: null, name: null })
      applyForm(customer, call.form, ['email', 'name', 'description', 'phone'])
      things.customers.set(customer.id, customer)
      tell('customer.created', customer, now())
      return one(call, customer)
    },
    'Customers.retrieve': (call) => one(call, at(things.customers, call.id, 'customer')),
    'Customers.update'(call) {
      mustBeMail(call)
      const customer = at(things.customers, call.id, 'customer')
      applyForm(customer, call.form, ['email', 'name', 'description', 'phone'])
      tell('customer.updated', customer, now())
      return one(call, customer)
    },
    'Customers.list'(call) {
      const email = textIn(call.form, 'email')
      return list(
        call,
        [...things.customers.values()].filter((one) => email === undefined || one.email === email),
      )
    },

    'SetupIntents.create'(call) {
      const customer = textIn(call.form, 'customer') === undefined ? null : customerIn(call).id
      const id = things.newId('seti')
      const intent: SetupIntent = {
        ...templates.setupIntent(),
        id,
        customer,
        created: now(),
        metadata: textsIn(call.form, 'metadata'),
        client_secret: `${id}_secret_${things.newId('x').slice(2)}`,
        usage: textIn(call.form, 'usage') ?? 'off_session',
      }
      things.setupIntents.set(id, intent)
      tell('setup_intent.created', intent, now())
      return one(call, intent)
    },
    'SetupIntents.retrieve': (call) => one(call, at(things.setupIntents, call.id, 'setupintent')),
    'SetupIntents.list': (call) => list(call, ofCustomer(call, things.setupIntents.values())),
    'PaymentIntents.retrieve': (call) => one(call, at(things.paymentIntents, call.id, 'payment_intent')),
    'PaymentMethods.retrieve': (call) => one(call, at(things.paymentMethods, call.id, 'PaymentMethod')),

    'Products.create'(call) {
      const id = textIn(call.form, 'id') ?? things.newId('prod')
      if (things.products.has(id)) throw new Refused(stripeErrors.alreadyThere('Product'))
      const product: Product = { ...templates.product(), id, created: now(), updated: now(), metadata: {} }
      applyForm(Object.assign(product, { default_price: null, description: null }), call.form, ['name', 'description'])
      things.products.set(id, product)
      tell('product.created', product, now())
      return one(call, product)
    },
    'Products.retrieve': (call) => one(call, at(things.products, call.id, 'product')),
    'Products.update'(call) {
      const product = applyForm(at(things.products, call.id, 'product'), call.form, ['name', 'description'])
      const active = textIn(call.form, 'active')
      Object.assign(product, { updated: now(), ...(active !== undefined && { active: active === 'true' }) })
      tell('product.updated', product, now())
      return one(call, product)
    },
    'Prices.create'(call) {
      const { form } = call
      const product = requireByParam(things.products, textIn(form, 'product') ?? '', ['product', 'product'])
      const key = textIn(form, 'lookup_key') ?? null
      const holder = [...things.prices.values()].find(({ lookup_key }) => key !== null && lookup_key === key)
      if (holder && textIn(form, 'transfer_lookup_key') !== 'true')
        throw new Refused(stripeErrors.notPlayed('A price with the same lookup key already exists.'))
      if (holder) holder.lookup_key = null
      const amount = Number(textIn(form, 'unit_amount'))
      const price: Price = {
        ...templates.price(),
        id: things.newId('price'),
        created: now(),
        product: product.id,
        lookup_key: key,
        active: true,
        currency: textIn(form, 'currency') ?? 'usd',
        metadata: textsIn(form, 'metadata'),
        unit_amount: amount,
        unit_amount_decimal: String(amount),
      }
      things.prices.set(price.id, price)
      tell('price.created', price, now())
      return one(call, price)
    },
    'Prices.retrieve': (call) => one(call, at(things.prices, call.id, 'price')),
    'Prices.list'(call) {
      const keys = listIn(call.form, 'lookup_keys')
      const active = textIn(call.form, 'active')
      const found = [...things.prices.values()].filter(
        (price) =>
          (keys.length === 0 || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
          (active === undefined || price.active === (active === 'true')),
      )
      return list(call, found)
    },
  }
}
