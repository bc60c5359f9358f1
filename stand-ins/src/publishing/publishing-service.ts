/** How a call to the hosts of publishing is judged by the contract, and who answers it. */
import type { contract } from '../http/contract.ts'
import { parseJson } from '../http/parse-json.ts'
import { type Answer, isRaw } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import type { OwnAccount } from './own-account.ts'
import type { publishingCalls } from './publishing-calls.ts'
import { publishingErrors } from './publishing-errors.ts'
import { decisionPath, readDecision, signInPage, unknownAppPage } from './sign-in-pages.ts'
import type { SignIns } from './sign-ins.ts'
import type { Login } from './tokens.ts'
import type { uploads } from './uploads.ts'
import { readCall, refusalOf, type Understood } from './vendor-hosts.ts'

interface ServiceParts {
  rules: ReturnType<typeof contract>
  allowed: SignIns
  accounts: readonly OwnAccount[]
  clientId: string
  calls: ReturnType<typeof publishingCalls>
  bytes: ReturnType<typeof uploads>
}

export function publishingService({ rules, allowed, accounts, clientId, calls, bytes }: ServiceParts): Service {
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))

  function read(asked: Asked): Call {
    const { method, url } = asked
    if (method === 'GET' && decisions.has(url.pathname)) {
      const login = decisions.get(url.pathname) ?? 'instagram'
      const address = () => allowed.decide(login, url.searchParams, readDecision(url.searchParams))
      return { operation: 'decision', names: [], problems: [], answer: () => redirectTo(address()) }
    }
    const call = readCall(rules, asked)
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
      answer: () => (call.problems.length > 0 ? refusalOf(call) : answerCall(call, asked)),
    }
  }

  function answerCall(call: Understood, asked: Asked): Answer | Promise<Answer> {
    const { query, login } = call
    const form = Object.fromEntries(Object.entries(call.body).map(([name, value]) => [name, String(value)]))
    const play: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
      instagramAuthorize: () => pickPage(query, login, asked.url),
      facebookDialog: () => pickPage(query, login, asked.url),
      instagramCode: () => allowed.instagramCode(form),
      facebookToken: () => allowed.facebookToken(query),
      instagramExchange: () => allowed.instagramExchange({ ...query, access_token: call.token }),
      instagramRefresh: () => allowed.instagramRefresh({ ...query, access_token: call.token }),
      upload: () => bytes.answer(asked),
    }
    return play[call.operation.id]?.() ?? calls.answer(call, asked)
  }

  const pickPage = (query: Understood['query'], login: Login, url: URL): Answer =>
    query.client_id === clientId ? signInPage(login, url, accounts) : unknownAppPage(login)

  return {
    read,
    answerProblems(operation, answer) {
      const rule = operations.get(operation)
      // Pages have no schema; JSON that was written by hand has one.
      if (isRaw(answer)) {
        const isJson = answer.headers?.['Content-Type']?.includes('json') ?? false
        return isJson ? (rule?.answerProblems({ ...answer, body: parseJson(String(answer.body)) }) ?? []) : []
      }
      return rule?.answerProblems(answer) ?? rules.problems('Error', answer.body)
    },
    emptyAnswer: (answer) => ({ ...answer, body: { data: [] } }),
    items: 0,
  }
}

const decisions = new Map<string, Login>([
  [`/www.instagram.com${decisionPath}`, 'instagram'],
  [`/www.facebook.com${decisionPath}`, 'facebook'],
])

const redirectTo = (address: string): Answer => ({
  status: 302,
  headers: { 'Content-Type': 'text/plain', Location: address },
  body: '',
})
