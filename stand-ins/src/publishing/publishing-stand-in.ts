/**
 * Publishing to own accounts, with both logins, as the contract has it: every host below one address, each under its own
 * name (`hosts`). It keeps accounts, tokens, containers and posts, and really fetches what it is given addresses of.
 * Deleting and renewing what the contract does not name is not played; who asks for it hears that.
 */
import { contract } from '../http/contract.ts'
import type { Service } from '../http/service.ts'
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { standInClock } from '../http/stand-in-clock.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { containers } from './containers.ts'
import type { InsightOptions } from './insight-metrics.ts'
import { insights } from './insights.ts'
import { type FetchMedia, fetchMedia } from './media-files.ts'
import type { ReadOptions } from './node-fields.ts'
import { nodes } from './nodes.ts'
import type { OwnAccountSample } from './own-account.ts'
import { publishingWorld } from './own-accounts.ts'
import { publisher, type SecondPublish } from './publish.ts'
import { type CallOptions, publishingCalls } from './publishing-calls.ts'
import type { PublishingHands } from './publishing-hands.ts'
import { publishingOrders } from './publishing-orders.ts'
import { publishingService } from './publishing-service.ts'
import { type Decision, type SignInOptions, signIns } from './sign-ins.ts'
import type { SignInApp } from './tokens.ts'
import { uploads } from './uploads.ts'
import { type VendorHosts, vendorHosts } from './vendor-hosts.ts'

export interface PublishingOptions
  extends StandInOptions,
    Partial<SignInApp & SignInOptions & ReadOptions & InsightOptions & CallOptions> {
  seed?: number
  accounts?: readonly OwnAccountSample[]
  /** The network where none is given. */
  fetchMedia?: FetchMedia
  /** Videos take this long until they are finished. */
  processingMs?: number
  secondPublish?: SecondPublish
}

export interface PublishingStandIn extends StandIn, SignInApp, PublishingHands {
  hosts: VendorHosts
  /** What the person decides on the page at this address, without a browser; answers where that is sent back to. */
  decide(address: string, decision: Decision): string
}

const usualAccounts: readonly OwnAccountSample[] = [
  { username: 'sample.bakery' },
  { username: 'sample.creator', hasPage: false },
  { username: 'sample.corner', followers: 60, posts: 2 },
]
const usual = {
  clientId: '990600000000001',
  clientSecret: 'sample-secret-of-the-stand-in',
  seed: 1,
  accounts: usualAccounts,
  fetchMedia,
  processingMs: 20_000,
  secondPublish: 'posts',
  shortTokenForm: 'wrapped',
  tellsLifetime: true,
  captionsForInstagramLogin: true,
  listLagMs: 0,
  errorForm: 'sentence',
  insightsLagMs: 0,
  goneMetrics: [],
  callsPerHour: 100_000,
  accountCallsPerHour: 20_000,
  meForm: 'flat',
} as const

export function publishingStandIn(given: PublishingOptions = {}) {
  const options = { ...usual, ...given }
  const { clientId, clientSecret } = options
  return {
    async start(): Promise<PublishingStandIn> {
      const clock = standInClock(options.clock)
      const { now } = clock
      const rules = contract('instagram-publishing/openapi.json')
      const world = publishingWorld(options.seed, options.accounts, now())
      const allowed = signIns(world, { clientId, clientSecret }, now, options)
      const made = containers({ ...options, world, now })
      const posts = publisher({ world, made, now, secondPublish: options.secondPublish })
      const reads = nodes({ world, made, now, options })
      const figures = insights({ seed: options.seed, now, options, problems: rules.problems })
      const calls = publishingCalls({ world, allowed, made, posts, reads, figures, now, options })
      const bytes = uploads({ world, allowed, made })
      const hands: PublishingHands = {
        ...made.hands,
        ...bytes.hands,
        accounts: world.accounts,
        requests: () => [...world.containers.values()].map(({ request }) => request),
        account: world.requireByUsername,
        signIns: allowed,
        duplicates: posts.duplicates,
        postByHand: (username, post) =>
          world.add(world.requireByUsername(username), { at: now(), kind: 'IMAGE', product: 'FEED', ...post }),
      }
      const service: Service = {
        ...publishingService({ rules, allowed, accounts: world.accounts, clientId, calls, bytes }),
        receive: bytes.receive,
        order: publishingOrders(hands),
        get items() {
          return world.accounts.flatMap(({ media }) => media.filter(({ containerId }) => containerId !== null)).length
        },
      }
      const started = await startStandIn(service, { ...options, clock, token: clientSecret })
      return Object.assign(started, hands, {
        clientId,
        clientSecret,
        hosts: vendorHosts(started.url),
        decide(address: string, decision: Decision) {
          const url = new URL(address)
          const login = url.pathname.startsWith('/www.instagram.com') ? 'instagram' : 'facebook'
          return allowed.decide(login, url.searchParams, decision)
        },
      })
    },
  }
}
