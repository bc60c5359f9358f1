/**
 * Stripe's own package, with our own calls beneath it: an end to waiting and reading, no redirects, no report about this
 * machine. It tries again twice what failed for the moment, under the same idempotency key.
 */
import { Stripe } from 'stripe'
import { type CallLimits, callOut } from '#platform/http/call-out.ts'

/** The one that its types and `docs/decisions/0022` are about. */
const API_VERSION = '2026-10-28.endive'

/** Design §5, and 20 s for the whole. A page of a hundred invoices is less than a megabyte. */
const LIMITS: CallLimits = { connectMs: 3_000, wholeMs: 20_000, bytes: 8 * 1_024 * 1_024 }
const RETRIES = 2
/** The package's own limit, which must not come before ours. */
const LATER_MS = 25_000

export interface StripeAddress {
  /** Such as https://api.stripe.com. */
  apiUrl: string
  secretKey: string
  limits?: CallLimits
  /** How often what failed for the moment is tried again. */
  retries?: number
}

export function stripeClient({ apiUrl, secretKey, limits = LIMITS, retries = RETRIES }: StripeAddress): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : port,
    protocol: protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: retries,
    timeout: LATER_MS,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((input, init) => fetchBounded(input, init ?? {}, limits)),
  })
}

const NEVER = new AbortController().signal
/** What the package would report about this machine, and what it would write to the terminal. */
const UNSENT = ['x-stripe-client-user-agent', 'x-stripe-client-telemetry', 'content-length']
const UNREAD = new Set(['stripe-notice'])

async function fetchBounded(input: Parameters<typeof fetch>[0], init: RequestInit, limits: CallLimits) {
  const headers = new Headers(init.headers)
  for (const name of UNSENT) headers.delete(name)
  const answer = await callOut({
    url: new URL(input instanceof Request ? input.url : input),
    method: methodOf(init),
    limits,
    headers: Object.fromEntries(headers),
    ...(typeof init.body === 'string' && { body: init.body }),
    signal: init.signal ?? NEVER,
  })
  const answerHeaders = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || UNREAD.has(name) ? [] : [[name, String(value)]],
  )
  return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, {
    status: answer.status,
    headers: answerHeaders,
  })
}

function methodOf({ method }: RequestInit): 'GET' | 'POST' | 'DELETE' {
  return method === 'POST' || method === 'DELETE' ? method : 'GET'
}
