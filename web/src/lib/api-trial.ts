import { getCredentials, overNetwork } from './api-request.ts'

export interface TriedCall {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly text: string
  /** Until the whole answer was here. */
  readonly milliseconds: number
}

/**
 * A GET as a program would make it: every response is returned, and none ends the session here. Without a token it goes
 * out in the name of who is signed in.
 */
export async function tryCall(path: string, token: string): Promise<TriedCall> {
  const { headers } = getCredentials(token || undefined)
  const began = performance.now()
  const response = await overNetwork(fetch(path, { method: 'GET', headers, cache: 'no-store' }))
  const text = await overNetwork(response.text())
  const milliseconds = Math.max(1, Math.round(performance.now() - began))
  const { status, statusText, headers: answered } = response
  return { status, statusText, headers: answered, text, milliseconds }
}
