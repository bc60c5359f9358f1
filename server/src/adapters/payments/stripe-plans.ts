/** What is sold at Stripe: one product per plan, found by its id, and one price, found by its lookup key. */
import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { PlanPrice, PlanRequest } from '#ports/payments.ts'
import { isAlreadyThere, isKeptFault, isMissing, notUnderstood } from './stripe-failures.ts'
import { PLAN_KEY, PriceShape, planKeyIn, type StripePrice } from './stripe-shapes.ts'

const nameOf = (key: string) => `tangelo_${key}`

const ProductShape = z.object({ name: z.string(), description: z.string().nullable(), active: z.boolean() })

export function stripePlans(stripe: Stripe) {
  /** A price belongs to its plan for good. */
  const keys = new Map<string, string | null>()
  /** How often Stripe has answered a fault to this: it would answer so again. */
  const faults = new Map<string, number>()

  /** The same for simultaneous calls, until it returned a fault. */
  async function once<Result>(name: string, ask: (idempotencyKey: string) => Promise<Result>): Promise<Result> {
    const count = faults.get(name) ?? 0
    try {
      return await ask(count === 0 ? name : `${name}:${count}`)
    } catch (error) {
      if (isKeptFault(error)) faults.set(name, count + 1)
      throw error
    }
  }

  function rememberPrice(price: StripePrice): StripePrice {
    keys.set(price.id, planKeyIn(price))
    return price
  }

  async function productOf({ key, name, description }: PlanRequest): Promise<string> {
    const id = nameOf(key)
    const found = await stripe.products.retrieve(id).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (found === null) {
      await stripe.products
        // Its id is ours: there cannot be two.
        .create({ id, name, description, metadata: { [PLAN_KEY]: key } })
        // Another process was quicker.
        .catch((error: unknown) => {
          if (!isAlreadyThere(error)) throw error
        })
      return id
    }
    const product = ProductShape.parse(found)
    if (product.name !== name || product.description !== description || !product.active)
      await stripe.products.update(id, { name, description, active: true })
    return id
  }

  async function priceOf(request: PlanRequest, known: StripePrice | undefined): Promise<PlanPrice> {
    const { key, priceCents, currency } = request
    const product = await productOf(request)
    const isUnchanged = known?.unit_amount === priceCents && known.currency === currency
    const price = isUnchanged
      ? known
      : PriceShape.parse(
          await once(`${nameOf(key)}:${priceCents}:${currency}:${known?.id ?? 'first'}`, (idempotencyKey) =>
            stripe.prices.create(
              {
                product,
                currency,
                unit_amount: priceCents,
                recurring: { interval: 'month' },
                lookup_key: nameOf(key),
                transfer_lookup_key: true,
                metadata: { [PLAN_KEY]: key },
              },
              { idempotencyKey },
            ),
          ),
        )
    return { key, priceId: rememberPrice(price).id }
  }

  return {
    async plans(requests: readonly PlanRequest[]): Promise<PlanPrice[]> {
      if (requests.length === 0) return []
      const { data } = await stripe.prices.list({
        lookup_keys: requests.map(({ key }) => nameOf(key)),
        active: true,
        limit: 100,
      })
      const known = new Map(
        z
          .array(PriceShape)
          .parse(data)
          .map((price) => [price.lookup_key, price]),
      )
      return Promise.all(requests.map((request) => priceOf(request, known.get(nameOf(request.key)))))
    },

    /** Null for a price that was not made here, or is gone. */
    async planKeyOf(priceId: string): Promise<string | null> {
      const key = keys.get(priceId)
      if (key !== undefined) return key
      const found = await stripe.prices.retrieve(priceId).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      return found === null ? null : planKeyIn(rememberPrice(PriceShape.parse(found)))
    },

    async priceCents(priceId: string): Promise<number> {
      const { unit_amount } = PriceShape.parse(await stripe.prices.retrieve(priceId))
      if (unit_amount === null) throw notUnderstood()
      return unit_amount
    },
  }
}

export type StripePlans = ReturnType<typeof stripePlans>
