/** Pure decisions of signing in: what is missing from a form, and what a failure means. */
import { ApiError, NetworkError, readServerMessage } from '#lib/api.ts'
import { texts } from '../texts/login.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export function findMissingCredentials({
  username,
  password,
}: Credentials): Partial<Record<keyof Credentials, string>> {
  return {
    ...(username.trim() ? {} : { username: texts.usernameRequired }),
    ...(password ? {} : { password: texts.passwordRequired }),
  }
}

/** Why signing in failed, as a toast. Being slowed down (429) is shown in the server's own words. */
export function loginFailure(error: unknown): { readonly title: string; readonly description: string } {
  if (error instanceof ApiError && error.status === 429) {
    return { ...texts.loginFailed, description: readServerMessage(error) ?? texts.loginFailed.description }
  }
  const unreachable = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
  return unreachable ? texts.loginUnreachable : texts.loginFailed
}
