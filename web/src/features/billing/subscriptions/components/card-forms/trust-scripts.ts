/**
 * Lets Stripe's scripts be loaded in a page that requires Trusted Types. Their loader sets an address as plain text, so the
 * policy has to be the default one, as Stripe's own guide says; it passes nothing but addresses of that host, and no markup
 * (docs/decisions/0024). The page's policy knows the name `default` only where the provider is set up.
 */
let isTrusted = false

/** Twice does nothing more. */
export function trustScriptsOfStripe(): void {
  if (isTrusted) return
  isTrusted = true
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (!isOfStripe(address)) throw new TypeError(`No script of the payment provider: ${address}`)
      return address
    },
  })
}

/** `https://js.stripe.com` and what is below it. */
export function isOfStripe(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === 'https:' && (host === 'js.stripe.com' || host.endsWith('.js.stripe.com'))
}
