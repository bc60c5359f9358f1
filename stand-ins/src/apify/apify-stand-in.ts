/**
 * Apify as far as the profile scraper needs it: one call runs the scraper and brings its items, in no promised order, a
 * failed name as an error item between the others. Personal accounts are found. Runs take their time only on paper: the
 * seconds are computed and compared with the limits, without waiting.
 */
import { apifyItemProblems } from '../apify-profiles.ts'
import { contract, schemaJudge } from '../http/contract.ts'
import type { ErrorItemKind } from '../http/faults.ts'
import { parseJson } from '../http/parse-json.ts'
import type { Answer } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import { startStandIn } from '../http/start-stand-in.ts'
import { numberFor } from '../world/chance.ts'
import { dayMs } from '../world/figures.ts'
import type { InstagramStandIn, InstagramStandInOptions } from '../world/instagram-stand-in.ts'
import { pictureLinks } from '../world/pictures.ts'
import { apifyErrors } from './apify-errors.ts'
import { errorItem, profileItem } from './profile-item.ts'

export interface ApifyOptions extends InstagramStandInOptions {
  token?: string
  /**
   * Profiles that the credit pays for; the run after the last of them is refused with 402. Error items cost nothing.
   */
  creditItems?: number
  /** How long the scraper takes on paper, beside three seconds for its start. */
  secondsPerName?: number
  /** Links to pictures work this long. */
  imageDays?: number
}

export function apifyStandIn(options: ApifyOptions) {
  const { token = 'apify_api_sampletokenofthestandin' } = options
  return {
    start: async (): Promise<InstagramStandIn> =>
      Object.assign(await startStandIn(apifyService({ ...options, token }), { ...options, token }), {
        world: options.world,
      }),
  }
}

const usualSecondsPerName = 0.4
const secondsToStart = 3
const longestRunSeconds = 300
const usualImageDays = 4
const actor = 'apify~instagram-profile-scraper'

interface Run {
  /** As they were asked, without what was around them. */
  names: string[]
  asked: Asked
  timeoutSeconds: number
}

function apifyService({
  world,
  token,
  creditItems = Number.POSITIVE_INFINITY,
  secondsPerName = usualSecondsPerName,
  imageDays = usualImageDays,
}: ApifyOptions & { token: string }): Service {
  const rules = contract('apify/openapi.json')
  const inputProblems = schemaJudge('apify/actor-input.schema.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))
  let items = 0

  function read(asked: Asked): Call {
    const found = rules.find(asked.method, asked.url.pathname)
    if (!found?.operation.id.endsWith('runSyncGetDatasetItems_post')) {
      return refuseCall('unknown', [`${asked.method} ${asked.url.pathname} is not in the contract, or not played here`])
    }
    const { operation, path } = found
    // The contract's security, which stands beside the parameters.
    const { token: tokenInAddress, ...query } = Object.fromEntries(asked.url.searchParams)
    const input = parseJson(asked.body)
    const problems = [
      ...operation.requestProblems({ path, query, body: input }),
      ...inputProblems(input).map((problem) => `input ${problem}`),
      ...(asked.headers['content-type']?.startsWith('application/json') ? [] : ['the content type is not JSON']),
    ]
    if (problems.length > 0) return refuseCall(operation.id, problems)
    const names = namesIn(input as { usernames: string[] })
    const givenToken = asked.headers.authorization?.replace(/^Bearer /, '') ?? tokenInAddress
    const timeoutSeconds = Number(query.timeout ?? Number.POSITIVE_INFINITY)
    return {
      operation: operation.id,
      names,
      problems: [],
      answer: (failing) =>
        refusalFor(givenToken, path.actorId ?? '') ?? answerRun({ names, asked, timeoutSeconds }, failing),
    }
  }

  function refusalFor(givenToken: string | undefined, actorId: string): Answer | undefined {
    if (givenToken === undefined) return apifyErrors.tokenMissing()
    if (givenToken !== token) return apifyErrors.tokenInvalid()
    if (actorId !== actor) return apifyErrors.noSuchActor()
    return items >= creditItems ? apifyErrors.outOfCredit() : undefined
  }

  function answerRun(run: Run, failing?: { names: ReadonlySet<string>; kind: ErrorItemKind }): Answer {
    const seconds = secondsToStart + run.names.length * secondsPerName
    if (seconds > run.timeoutSeconds) return apifyErrors.runFailed('TIMED-OUT')
    const found = run.names.map((name) =>
      failing?.names.has(name) ? errorItem(name, failing.kind) : itemFor(name, run.asked),
    )
    // Paid for in any case: the vendor completes a run whose client has disconnected.
    items += found.filter((item) => 'followersCount' in item).length
    return seconds > longestRunSeconds ? apifyErrors.runTooLong() : { status: 201, body: found }
  }

  function itemFor(name: string, { at, base }: Asked) {
    const account = world.account(name, at)
    if (!account) return errorItem(name, 'not_found')
    if (account.isAgeGated) return errorItem(name, 'no_items')
    return profileItem(name, account, { world, at, links: pictureLinks({ base, at, lifeMs: imageDays * dayMs }) })
  }

  return {
    read,
    answerProblems: (operation, answer) => [
      ...(operations.get(operation)?.answerProblems(answer) ?? rules.problems('ErrorResponse', answer.body)),
      ...(Array.isArray(answer.body) ? answer.body.flatMap(apifyItemProblems) : []),
    ],
    emptyAnswer: (answer) => (Array.isArray(answer.body) ? { ...answer, body: [] } : answer),
    get items() {
      return items
    },
  }
}

/**
 * Each name once, whatever its case, out of names and addresses; in the order of a scraper that does several at once.
 */
function namesIn({ usernames }: { usernames: string[] }): string[] {
  const names = usernames.map((text) => /instagram\.com\/([^/?#]+)/.exec(text)?.[1] ?? text.trim().replace(/^@/, ''))
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]))
  const order = (name: string) => numberFor('order', name)
  return [...distinct.values()].sort((one, other) => order(one) - order(other))
}

function refuseCall(operation: string, problems: string[]): Call {
  return { operation, names: [], problems, answer: () => apifyErrors.invalidInput(problems.join('; ')) }
}
