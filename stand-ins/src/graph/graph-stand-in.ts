/**
 * The Graph API as far as business discovery needs it: who asks, for whom, which fields, how often. Professional
 * accounts of the world are found; personal, age-gated and absent ones are not, and the answer does not say which it was.
 */
import { contract } from '../http/contract.ts'
import { parseJson } from '../http/parse-json.ts'
import type { Answer } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { dayMs } from '../world/figures.ts'
import type { InstagramStandIn, InstagramStandInOptions } from '../world/instagram-stand-in.ts'
import { pictureLinks } from '../world/pictures.ts'
import { discoverAccount, hasUnknownCursor, type Question, questionIn } from './discovery.ts'
import { appUsage, businessUsage, graphErrors } from './graph-errors.ts'
import { parseFields } from './parse-fields.ts'
import { usageMeter } from './usage-meter.ts'

export interface GraphOptions extends InstagramStandInOptions {
  /** Of the professional account that asks. */
  ownId?: string
  token?: string
  /** Epoch milliseconds after which the token has expired (190 / 463). */
  tokenExpiresAt?: number
  /** What is 100 percent in the usage headers; more is refused with error 4. */
  callsPerHour?: number
  /** Links to pictures work this long. */
  imageDays?: number
}

export interface GraphStandIn extends InstagramStandIn {
  ownId: string
}

export function graphStandIn(options: GraphOptions) {
  const { token = 'EAAsampletokenofthestandin', ownId = '17841405309211844' } = options
  return {
    start: async (): Promise<GraphStandIn> =>
      Object.assign(await startStandIn(graphService({ ...options, token, ownId }), { ...options, token }), {
        ownId,
        world: options.world,
      }),
  }
}

/** An application of a hundred users has this many calls. */
const usualCallsPerHour = 20_000
const usualImageDays = 4

function graphService({
  world,
  token,
  ownId,
  tokenExpiresAt = Number.POSITIVE_INFINITY,
  callsPerHour = usualCallsPerHour,
  imageDays = usualImageDays,
}: GraphOptions & { token: string; ownId: string }): Service {
  const rules = contract('instagram/openapi.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))
  const known = { user: rules.propertiesOf('DiscoveredUser'), media: rules.propertiesOf('Media') }
  const meter = usageMeter(callsPerHour)
  let items = 0

  function read(asked: Asked): Call {
    const found = rules.find(asked.method, asked.url.pathname)
    if (!found) return refuseCall('unknown', [`${asked.method} ${asked.url.pathname} is not in the contract`])
    const query = Object.fromEntries(asked.url.searchParams)
    const body = asked.body === '' ? undefined : parseJson(asked.body)
    const problems = found.operation.requestProblems({ path: found.path, query, body })
    if (problems.length > 0) return refuseCall(found.operation.id, problems)
    const { fields = '', access_token: givenToken } = query
    const question = found.operation.id === 'readObject' ? questionOf(fields) : undefined
    if (question && 'problem' in question) return refuseCall(found.operation.id, [question.problem])
    return {
      operation: found.operation.id,
      names: question ? [question.username] : [],
      problems: [],
      answer(failing) {
        const who = { givenToken, objectId: found.path.objectId ?? found.path.igUserId ?? '' }
        const refusal = refusalFor(who, asked.at)
        if (refusal) return refusal
        meter.count(asked.at)
        if (!question) return withUsage(graphErrors.permissionMissing(), asked.at)
        const isFailing = failing?.names.has(question.username) ?? false
        return withUsage(
          isFailing ? graphErrors.noSuchUser(question.username) : answerQuestion(question, asked),
          asked.at,
        )
      },
    }
  }

  function questionOf(fields: string): Question | { problem: string } | undefined {
    // The state of a reel that is being published, by its own id.
    if (!fields.startsWith('business_discovery')) return undefined
    try {
      return questionIn(parseFields(fields), known)
    } catch (error) {
      if (error instanceof SyntaxError) return { problem: error.message }
      throw error
    }
  }

  function refusalFor(who: { givenToken: string | undefined; objectId: string }, at: number): Answer | undefined {
    if (who.givenToken !== token) return graphErrors.tokenInvalid()
    if (at >= tokenExpiresAt) return graphErrors.tokenExpired()
    if (meter.percent(at) >= 100) return withUsage(graphErrors.appLimit(), at)
    return who.objectId === ownId ? undefined : graphErrors.noSuchObject(who.objectId)
  }

  function answerQuestion(question: Question, { at, base }: Asked): Answer {
    const account = world.account(question.username, at)
    if (!account || account.isPersonal || account.isAgeGated) return graphErrors.noSuchUser(question.username)
    if (hasUnknownCursor(question)) return graphErrors.cursorExpired()
    items += 1
    const links = pictureLinks({ base, at, lifeMs: imageDays * dayMs })
    return {
      status: 200,
      body: { business_discovery: discoverAccount(account, question, { world, at, links }), id: ownId },
    }
  }

  function withUsage(answer: Answer, at: number): Answer {
    const calls = meter.percent(at)
    const usage = { call_count: calls, total_cputime: Math.ceil(calls / 4), total_time: Math.ceil(calls / 3) }
    const headers = { ...appUsage(usage), ...businessUsage(ownId, usage, meter.minutesToWait(at)) }
    return { ...answer, headers: { ...answer.headers, ...headers } }
  }

  return {
    read,
    answerProblems: (operation, answer) =>
      operations.get(operation)?.answerProblems(answer) ?? rules.problems('Error', answer.body),
    emptyAnswer: withoutPosts,
    get items() {
      return items
    },
  }
}

function refuseCall(operation: string, problems: string[]): Call {
  return { operation, names: [], problems, answer: () => graphErrors.badParameter(problems.join('; ')) }
}

function withoutPosts(answer: Answer): Answer {
  const body = answer.body as { business_discovery?: object }
  if (!body.business_discovery) return answer
  return { ...answer, body: { ...body, business_discovery: { ...body.business_discovery, media: { data: [] } } } }
}
