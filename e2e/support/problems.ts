/**
 * What no page may do: complain in the console, throw, lose a request, break its content policy, or speak to another
 * origin. Every test watches for all of them.
 */
import type { BrowserContext } from '@playwright/test'

export interface Problems {
  /** This test provokes it: a refusal, or a request that the test itself cuts off. */
  expect(line: RegExp): void
  /** Another server that this test opens. */
  allowOrigin(address: string): void
  /** What happened and was not expected. */
  listUnexpected(): string[]
}

export async function watchForProblems(context: BrowserContext, address: string): Promise<Problems> {
  const expected: RegExp[] = []
  const lines: string[] = []
  const origins = new Set([new URL(address).origin])
  const strangers: string[] = []

  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      console.error(`Content policy: ${effectiveDirective} refused ${blockedURI} ${sample}`)
    })
  })
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    lines.push(`Console: ${message.text()} (${url})`)
  })
  context.on('weberror', (error) => lines.push(`Thrown: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:|^wss?:/.test(protocol) && !origins.has(origin)) strangers.push(request.url())
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page gave it up itself: it went elsewhere, or asked again.
    if (reason !== 'net::ERR_ABORTED') lines.push(`Request: ${request.method()} ${request.url()} ${reason}`)
  })
  return {
    expect: (line) => void expected.push(line),
    allowOrigin: (other) => void origins.add(new URL(other).origin),
    listUnexpected: () => [
      ...lines.filter((line) => !expected.some((pattern) => pattern.test(line))),
      ...strangers.map((url) => `Another origin: ${url}`),
    ],
  }
}
