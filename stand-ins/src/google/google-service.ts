/** How a call to Google is judged by the contract and answered, as far as its token reaches. */
import { contract } from '../http/contract.ts'
import { parseJson } from '../http/parse-json.ts'
import { type Answer, isRaw } from '../http/send.ts'
import type { Asked, Call, Service } from '../http/service.ts'
import { consentPage, consentPath, unknownClientPage } from './consent-page.ts'
import type { DriveCalls } from './drive-calls.ts'
import { driveOrders } from './drive-orders.ts'
import type { DriveTree } from './drive-tree.ts'
import { googleErrors } from './google-errors.ts'
import type { GrantRequest, Grants, OAuthClient } from './grants.ts'

interface Parts {
  client: OAuthClient
  tree: DriveTree
  allowed: Grants
  calls: DriveCalls
}

const thumbnailPath = /^\/drive-storage\/([^/=]+)=s220$/

export function googleService({ client, tree, allowed, calls }: Parts): Service {
  const rules = contract('google/openapi.json')
  const operations = new Map(rules.operations.map((operation) => [operation.id, operation]))

  function read(asked: Asked): Call {
    const { method, url } = asked
    const query = Object.fromEntries(url.searchParams)
    if (method === 'GET' && url.pathname === consentPath)
      return plain('oauth2.consent', () => ({
        status: 302,
        headers: {
          'Content-Type': 'text/plain',
          Location: allowed.decide(grantRequestIn(url.searchParams), { isAllowed: query.decision === 'allow' }),
        },
        body: '',
      }))
    const [, thumbnailOf] = thumbnailPath.exec(url.pathname) ?? []
    if (thumbnailOf !== undefined)
      return plain('drive.thumbnail', () => refusalFor(asked) ?? calls.thumbnail(thumbnailOf), [thumbnailOf])
    const found = rules.find(method, url.pathname)
    if (!found) return refuseCall('unknown', [`${method} is not in the contract at this address`])
    const { operation } = found
    const path = Object.fromEntries(Object.entries(found.path).map(([name, text]) => [name, decodeURIComponent(text)]))
    const isForm = operation.id.startsWith('oauth2.')
    const body = asked.body === '' ? undefined : isForm ? formIn(asked) : parseJson(asked.body)
    const problems = operation.requestProblems({ path, query, body })
    if (problems.length > 0) return refuseCall(operation.id, problems)
    const { fileId = '' } = path
    const played: Record<string, () => Answer> = {
      'oauth2.authorize': () =>
        query.client_id === client.clientId ? consentPage(url.searchParams) : unknownClientPage(),
      'oauth2.token': () => allowed.token(body as Record<string, string>),
      'oauth2.revoke': () => allowed.revoke(query.token ?? ''),
      'drive.about.get': () => callDrive(asked, 'metadata', () => calls.about(query)),
      'drive.files.list': () => callDrive(asked, 'metadata', () => calls.list(query, asked.base)),
      'drive.files.get': () =>
        callDrive(asked, query.alt === 'media' ? 'content' : 'metadata', () => calls.get(fileId, query, asked.base)),
      'drive.files.update': () => callDrive(asked, 'rename', () => calls.rename(fileId, body, query, asked.base)),
    }
    const does = played[operation.id]
    if (!does) return refuseCall(operation.id, ['this operation is not played here'])
    return { operation: operation.id, names: calls.namesIn(fileId, query), problems: [], answer: does }
  }

  function callDrive(asked: Asked, what: keyof typeof SCOPES, does: () => Answer): Answer {
    return refusalFor(asked, what) ?? does()
  }

  function refusalFor({ headers }: Asked, what: keyof typeof SCOPES = 'metadata'): Answer | undefined {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    const scopes = allowed.scopesOf(token)
    if (!scopes) return googleErrors.tokenExpired()
    return scopes.some((scope) => SCOPES[what].includes(scope)) ? undefined : googleErrors.scopeTooSmall()
  }

  return {
    read,
    answerProblems(operation, answer) {
      // Pages and files have no schema.
      if (isRaw(answer)) return []
      return operations.get(operation)?.answerProblems(answer) ?? rules.problems('ErrorResponse', answer.body)
    },
    emptyAnswer: (answer) => ({ ...answer, body: { files: [] } }),
    get items() {
      return calls.items()
    },
    order: driveOrders({ tree, allowed, calls }),
  }
}

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

/** Which scopes allow what. */
const SCOPES = {
  metadata: ['drive', 'drive.readonly', 'drive.metadata', 'drive.metadata.readonly'].map(scope),
  content: ['drive', 'drive.readonly'].map(scope),
  rename: ['drive', 'drive.metadata'].map(scope),
} as const

export function grantRequestIn(query: URLSearchParams): GrantRequest {
  return {
    redirectUri: query.get('redirect_uri') ?? '',
    state: query.get('state'),
    scope: query.get('scope') ?? '',
    challenge: query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null,
    isOffline: query.get('access_type') === 'offline' && query.get('prompt') === 'consent',
  }
}

const formIn = ({ headers, body }: Asked): unknown =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(body))
    : body

const plain = (operation: string, answer: () => Answer, names: string[] = []): Call => ({
  operation,
  names,
  answer,
  problems: [],
})

/** As the vendor answers what it does not understand. */
const refuseCall = (operation: string, problems: string[]): Call => ({
  operation,
  problems,
  names: [],
  answer: operation.startsWith('oauth2.') ? googleErrors.invalidRequest : () => googleErrors.invalid('request'),
})
