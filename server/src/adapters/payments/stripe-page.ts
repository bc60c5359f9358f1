/** What Stripe's card form needs of a page that shows it, as its guide lists it for cards alone (docs/decisions/0024). */
import type { CspOrigins } from '#platform/http/security-headers.ts'

export const STRIPE_PAGE: CspOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  // Its loader sets an address as plain text: only the policy of this name can judge that.
  trustedTypes: ['default'],
}
