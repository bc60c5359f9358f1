/** Lets a browser find Stripe's stand-in where it looks for Stripe: its script and frames, and what the script asks. */
import type { BrowserContext } from '@playwright/test'
import type { StripeStandIn } from '@tangelo/stand-ins'

export async function findStripe(context: BrowserContext, { url }: Pick<StripeStandIn, 'url'>): Promise<void> {
  await context.route('https://js.stripe.com/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${url}/browser${pathname}` }) })
  })
  await context.route('https://api.stripe.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${url}${pathname}${search}` }) })
  })
}
