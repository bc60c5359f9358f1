import * as z from 'zod'
import { ID_MAX } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { PaymentMethodId } from '../base/shared.ts'
import { PAYMENT_PROVIDERS, SANDBOX_OUTCOMES } from './limits.ts'

/** How the browser speaks with the provider. */
export const PaymentProvider = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  /** For the provider's script; null in the sandbox. */
  publishableKey: z.string().nullable(),
})
export type PaymentProvider = z.infer<typeof PaymentProvider>

/** What confirming in the sandbox comes to. */
export const SandboxOutcome = z.object({
  outcome: z.enum(SANDBOX_OUTCOMES),
  /** After a setup has succeeded. */
  paymentMethodId: z.string().nullable(),
  /** Why it failed, in the words that the provider has for it. */
  message: z.string().nullable(),
})
export type SandboxOutcome = z.infer<typeof SandboxOutcome>

/** What the browser knows a setup or a payment by. It opens nothing but that one. */
const ClientSecret = z
  .string()
  .regex(/^(seti|pi)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$/, 'is not understood')
  .max(200)

export const payments = {
  provider: route({
    method: 'GET',
    path: '/api/payments/provider',
    access: 'signedIn',
    summary: 'Say how the browser speaks with the payment provider',
    reply: PaymentProvider,
  }),
  /** Only in the sandbox, 404 elsewhere. No number of a card is kept. */
  confirmSandbox: route({
    method: 'POST',
    path: '/api/payments/sandbox/confirm',
    access: 'signedIn',
    summary: 'Confirm a setup or a payment of the sandbox with a test card',
    body: z.strictObject({
      clientSecret: ClientSecret,
      /** Needed for a setup; a payment is charged to the card of the subscription without it. */
      card: z
        .strictObject({
          number: z.string().max(30),
          expiryMonth: z.int().min(0).max(99),
          expiryYear: z.int().min(0).max(ID_MAX),
          code: z.string().max(10),
        })
        .optional(),
      /** A card that is kept, to pay with it instead; from then on it is the card of the subscription. */
      paymentMethodId: PaymentMethodId.optional(),
    }),
    reply: SandboxOutcome,
  }),
  answerSandbox: route({
    method: 'POST',
    path: '/api/payments/sandbox/challenge',
    access: 'signedIn',
    summary: "Answer the sandbox's challenge, as the holder of the card would",
    body: z.strictObject({ clientSecret: ClientSecret, accepted: z.boolean() }),
    reply: SandboxOutcome,
  }),
}
