/** Payments in the sandbox that fail where a test says so. */
import { sandboxPayments } from '#adapters/payments/sandbox.ts'
import type { Payments } from '#ports/payments.ts'
import { PaymentsFailure } from '#ports/payments-failure.ts'

export interface Fails {
  before?: string
  after?: string
}

/** Fails where the test says so, before or after it has carried out the request. */
export const failing = (fails: Fails) => (parts: Parameters<typeof sandboxPayments>[0]) =>
  new Proxy(sandboxPayments(parts), {
    get: (payments, name: keyof Payments & string) => {
      const asked = payments[name]
      if (typeof asked !== 'function' || (fails.before !== name && fails.after !== name)) return asked
      return async (...request: never[]) => {
        if (fails.after === name) await Reflect.apply(asked, payments, request)
        throw new PaymentsFailure('unavailable', 'Stripe could not be reached, or did not answer in time. Try again.')
      }
    },
  })
