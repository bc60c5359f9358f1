/** A plain client of publishing: it knows the contract and nothing of the product. */
import type { PublishingStandIn } from '../publishing/publishing-stand-in.ts'
import type { Login } from '../publishing/tokens.ts'

export const address = 'https://box.example.test/oauth'

interface Question {
  method?: 'GET' | 'POST'
  query?: Record<string, string>
  /** JSON; a form where it is one. */
  body?: unknown
  login?: Login
  token?: string
}

export interface Answered {
  status: number
  headers: Headers
  // What a test looks at differs from call to call.
  body: Record<string, unknown>
}

export async function readAnswer(call: Promise<Response>): Promise<Answered> {
  const response = await call
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
}

/** A call at a graph host, version 25, with a token in its header. */
export function askPublishing(stand: PublishingStandIn, path: string, question: Question = {}): Promise<Answered> {
  const { login = 'facebook', query = {}, body, token } = question
  const host = login === 'facebook' ? stand.hosts.facebookGraph : stand.hosts.instagramGraph
  const isForm = body instanceof URLSearchParams
  return readAnswer(
    fetch(`${host}/v25.0/${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`, {
      method: question.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    }),
  )
}

/** The page on which the person decides. */
export function signInAddress(stand: PublishingStandIn, login: Login, more: Record<string, string> = {}): string {
  const scopes =
    login === 'instagram'
      ? 'basic content_publish manage_insights manage_comments'.split(' ').map((scope) => `instagram_business_${scope}`)
      : 'instagram_basic instagram_content_publish pages_show_list'.split(' ')
  const query = new URLSearchParams({
    client_id: stand.clientId,
    redirect_uri: address,
    response_type: 'code',
    scope: scopes.join(','),
    state: 'sample-state-0123456789',
    ...more,
  })
  return login === 'instagram'
    ? `${stand.hosts.instagramWww}/oauth/authorize?${query}`
    : `${stand.hosts.facebookWww}/v25.0/dialog/oauth?${query}`
}

/** An upload of these bytes from an offset on. */
export function upload(uri: string, token: string, file: Buffer, offset = 0, size = file.length): Promise<Answered> {
  return readAnswer(
    fetch(uri, {
      method: 'POST',
      headers: { Authorization: `OAuth ${token}`, offset: String(offset), file_size: String(size) },
      body: new Uint8Array(file.subarray(offset)),
    }),
  )
}

/** Who may call, for which account, with one login. */
export function signIn(stand: PublishingStandIn, username: string, login: Login = 'facebook') {
  const { id } = stand.account(username)
  const token = stand.signIns.longToken(login, [username])
  const ask = (path: string, question: Omit<Question, 'login' | 'token'> = {}) =>
    askPublishing(stand, path, { ...question, login, token })
  return {
    id,
    token,
    ask,
    make: (body: unknown) => ask(`${id}/media`, { body }),
    publish: (containerId: unknown) => ask(`${id}/media_publish`, { body: { creation_id: containerId } }),
    state: async (containerId: unknown) =>
      (await ask(String(containerId), { query: { fields: 'status_code,status' } })).body,
  }
}

/** The code of an error, and its subcode or null. */
export function codesOf({ body }: Answered): [unknown, unknown] {
  const { code, error_subcode: subcode = null } = (body.error ?? {}) as Record<string, unknown>
  return [code, subcode]
}
