/**
 * Which operation of the contract a call is. All hosts of the service live below one address, each under its own name:
 * `/graph.facebook.com/v25.0/me`.
 */
import type { Contract } from '../http/contract.ts'
import type { Operation } from '../http/operation.ts'
import { parseJson } from '../http/parse-json.ts'
import type { Asked } from '../http/service.ts'
import { publishingErrors } from './publishing-errors.ts'
import type { Login } from './tokens.ts'

export interface VendorHosts {
  instagramWww: string
  instagramApi: string
  instagramGraph: string
  facebookWww: string
  facebookGraph: string
  upload: string
}

export const vendorHosts = (base: string): VendorHosts => ({
  instagramWww: `${base}/www.instagram.com`,
  instagramApi: `${base}/api.instagram.com`,
  instagramGraph: `${base}/graph.instagram.com`,
  facebookWww: `${base}/www.facebook.com`,
  facebookGraph: `${base}/graph.facebook.com`,
  upload: `${base}/rupload.facebook.com`,
})

export interface Understood {
  operation: Operation
  login: Login
  path: Readonly<Record<string, string>>
  /** Without the token. */
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
  token: string | undefined
  /** `v25.0`; the first one where the address has none. */
  version: string
  problems: string[]
}

const versions = ['v25.0', 'v26.0']
const secrets = new Set(['access_token', 'appsecret_proof'])
/** Written as JSON in forms. */
const structured = ['user_tags', 'collaborators', 'trial_params', 'children', 'branded_content_sponsor_ids']

/** Undefined for an address that the contract does not know. */
export function readCall(rules: Contract, asked: Asked): Understood | undefined {
  const { method, url, headers } = asked
  const [, host = '', version, rest = ''] = /^\/([a-z.]+\.com)(?:\/(v\d+\.\d+))?(\/.*)$/.exec(url.pathname) ?? []
  const found = rules.find(method, rest)
  const server = `https://${host}${version === undefined ? '' : '/{version}'}`
  if (!found?.operation.servers.includes(server)) return undefined
  const { operation, path } = found
  const login = host.endsWith('instagram.com') ? 'instagram' : 'facebook'
  const query = Object.fromEntries(url.searchParams)
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  const body = method === 'POST' && operation.id !== 'upload' ? bodyOf(asked, isForm) : undefined
  const open = Object.fromEntries(Object.entries(query).filter(([name]) => !secrets.has(name)))
  const [, bearer] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  const token = bearer ?? query.access_token ?? textIn(body, 'access_token')
  return {
    operation,
    login,
    path,
    query: open,
    body: isObject(body) ? body : {},
    token,
    version: version ?? versions[0] ?? '',
    problems: [
      ...operation.requestProblems({ path, query: method === 'POST' ? open : query, body, isForm, headers }),
      ...(version === undefined || versions.includes(version) ? [] : [`${version} is not in the contract`]),
      ...(operation.id === 'createContainer' && login === 'instagram'
        ? rules.problems('ContainerRequestInstagramLogin', body)
        : []),
      ...(needsNoToken.has(operation.id) || token !== undefined ? [] : ['no access token']),
    ],
  }
}

/** As the service answers a container that the contract refuses; most of it has an error of its own. */
export function refusalOf({ operation, body, problems }: Pick<Understood, 'operation' | 'body' | 'problems'>) {
  if (operation.id === 'createContainer') {
    const { caption, media_type: kind, user_tags: tags, children } = body
    if (typeof caption === 'string' && caption.length > 2_200) return publishingErrors.captionTooLong(caption.length)
    if (kind !== undefined && !kinds.includes(String(kind))) return publishingErrors.kindUnknown(String(kind))
    if (kind === 'CAROUSEL' && Array.isArray(children) && (children.length < 2 || children.length > 10))
      return publishingErrors.wrongNumberOfChildren()
    if (Array.isArray(tags) && tags.length > 20) return publishingErrors.tooManyTags()
  }
  return publishingErrors.badParameter(problems.join('; '))
}

const kinds = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL']
const needsNoToken = new Set(['instagramAuthorize', 'facebookDialog', 'instagramCode', 'facebookToken', 'upload'])

function bodyOf(asked: Asked, isForm: boolean): unknown {
  if (!isForm) return parseJson(asked.body)
  const form: Record<string, unknown> = Object.fromEntries(new URLSearchParams(asked.body))
  for (const name of structured) {
    const text = form[name]
    if (typeof text === 'string') form[name] = parseJson(/^\s*[[{]/.test(text) ? text : '') ?? text
  }
  return form
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textIn(body: unknown, name: string): string | undefined {
  const value = isObject(body) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}
