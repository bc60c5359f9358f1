/**
 * Publishing to own accounts, with both logins, as the contract has it: every host below one address, each under its own
 * name (`hosts`). It keeps accounts, tokens, containers and posts, and really fetches what it is given addresses of.
 * Deleting and renewing what the contract does not name is not played; who asks for it hears that.
 */
import { contract } from '../http/contract.ts'
import { parsedJson } from '../http/parsed-json.ts'
import { type Answer, isRaw } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import type { StandIn, StandInOptions } from '../http/stand-in.ts'
import { standInClock } from '../http/stand-in-clock.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { containers } from './containers.ts'
import { type InsightOptions, insights } from './insights.ts'
import { type FetchMedia, fetchMedia } from './media-files.ts'
import { nodes, type ReadOptions } from './nodes.ts'
import { type OwnAccount, type OwnAccountSample, publishingWorld } from './own-accounts.ts'
import { publisher, type SecondPublish } from './publish.ts'
import { type CallOptions, publishingCalls } from './publishing-calls.ts'
import { publishingErrors } from './publishing-errors.ts'
import type { PublishingHands } from './publishing-hands.ts'
import { publishingOrders } from './publishing-orders.ts'
import { clickedDecision, decisionPath, signInPage, unknownAppPage } from './sign-in-pages.ts'
import { type Decision, type Login, type SignInApp, type SignInOptions, type SignIns, signIns } from './sign-ins.ts'
import { uploads } from './uploads.ts'
import { refusalOf, type Understood, understood, type VendorHosts, vendorHosts } from './vendor-hosts.ts'

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
        account: world.named,
        signIns: allowed,
        duplicates: posts.duplicates,
        postByHand: (username, post) =>
          world.add(world.named(username), { at: now(), kind: 'IMAGE', product: 'FEED', ...post }),
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
          return allowed.decided(login, url.searchParams, decision)
        },
      })
    },
  }
}

interface ServiceParts {
  rules: ReturnType<typeof contract>
  allowed: SignIns
  accounts: readonly OwnAccount[]
  clientId: string
  calls: ReturnType<typeof publishingCalls>
  bytes: ReturnType<typeof uploads>
}

function publishingService({ rules, allowed, accounts, clientId, calls, bytes }: ServiceParts): Service {
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))

  function read(asked: Asked): Call {
    const { method, url } = asked
    if (method === 'GET' && decisions.has(url.pathname)) {
      const login = decisions.get(url.pathname) ?? 'instagram'
      const address = () => allowed.decided(login, url.searchParams, clickedDecision(url.searchParams))
      return { operation: 'decision', names: [], problems: [], answer: () => sentBack(address()) }
    }
    const call = understood(rules, asked)
    if (!call)
      return {
        operation: 'unknown',
        names: [],
        problems: [`${method} is not in the contract at this address`],
        answer: () => publishingErrors.badParameter('Unsupported request'),
      }
    const { id } = call.operation
    const name = call.path.objectId ?? call.path.containerId
    return {
      operation: id,
      names: name === undefined ? [] : [name],
      problems: call.problems,
      answer: () => (call.problems.length > 0 ? refusalOf(call) : answered(call, asked)),
    }
  }

  function answered(call: Understood, asked: Asked): Answer | Promise<Answer> {
    const { query, login } = call
    const form = Object.fromEntries(Object.entries(call.body).map(([name, value]) => [name, String(value)]))
    const play: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
      instagramAuthorize: () => shownPage(query, login, asked.url),
      facebookDialog: () => shownPage(query, login, asked.url),
      instagramCode: () => allowed.instagramCode(form),
      facebookToken: () => allowed.facebookToken(query),
      instagramExchange: () => allowed.instagramExchange({ ...query, access_token: call.token }),
      instagramRefresh: () => allowed.instagramRefresh({ ...query, access_token: call.token }),
      upload: () => bytes.answer(asked),
    }
    return play[call.operation.id]?.() ?? calls.answer(call, asked)
  }

  const shownPage = (query: Understood['query'], login: Login, url: URL): Answer =>
    query.client_id === clientId ? signInPage(login, url, accounts) : unknownAppPage(login)

  return {
    read,
    answerProblems(operation, answer) {
      const rule = operations.get(operation)
      // Pages have no schema; JSON that was written by hand has one.
      if (isRaw(answer)) {
        const isJson = answer.headers?.['Content-Type']?.includes('json') ?? false
        return isJson ? (rule?.answerProblems({ ...answer, body: parsedJson(String(answer.body)) }) ?? []) : []
      }
      return rule?.answerProblems(answer) ?? rules.problems('Error', answer.body)
    },
    emptied: (answer) => ({ ...answer, body: { data: [] } }),
    items: 0,
  }
}

const decisions = new Map<string, Login>([
  [`/www.instagram.com${decisionPath}`, 'instagram'],
  [`/www.facebook.com${decisionPath}`, 'facebook'],
])

const sentBack = (address: string): Answer => ({
  status: 302,
  headers: { 'Content-Type': 'text/plain', Location: address },
  body: '',
})
