import type { Plugin } from 'vite'

const PLACE = '/stripe-stand-in'
/** What the stand-in's scripts call by the provider's addresses, as a page of this server reaches it. */
const HERE = [
  [`'https://js.stripe.com/endive'`, `\`\${location.origin}${PLACE}/browser/endive\``],
  [`'https://api.stripe.com/v1'`, `\`\${location.origin}${PLACE}/v1\``],
] as const

/**
 * For development only: the page loads the script of the payment provider's stand-in before its own. The provider's loader finds it
 * and asks no other host, so that cards can be tried without a network.
 */
export function stripeStandIn(url: string | undefined): Plugin {
  return {
    name: 'tangelo-stripe-stand-in',
    apply: 'serve',
    config: () => (url ? { server: { proxy: { [`${PLACE}/v1`]: { target: url, rewrite: withoutPlace } } } } : {}),
    transformIndexHtml: () =>
      url ? [{ tag: 'script', attrs: { src: `${PLACE}/browser/endive/stripe.js` }, injectTo: 'head' as const }] : [],
    configureServer({ middlewares }) {
      if (!url) return
      middlewares.use(`${PLACE}/browser`, (request, response, next) => {
        fetch(`${url}/browser${request.url ?? ''}`)
          .then(async (answer) => {
            let text = await answer.text()
            for (const [there, here] of HERE) text = text.replaceAll(there, here)
            response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' })
            response.end(text)
          })
          .catch(next)
      })
    },
  }
}

const withoutPlace = (path: string): string => path.slice(PLACE.length)
