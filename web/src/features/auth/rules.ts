/** Pure decisions of signing in: what is missing from a form, and what a failure means. */
import { PASSWORD_MIN_LENGTH } from '@tangelo/contract/limits'
import { ApiError, NetworkError, serverMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export function missingCredentials({ username, password }: Credentials): Partial<Record<keyof Credentials, string>> {
  return {
    ...(username.trim() ? {} : { username: texts.usernameRequired }),
    ...(password ? {} : { password: texts.passwordRequired }),
  }
}

/** Why signing in failed, as a toast. Being slowed down (429) is told in the server's own words. */
export function loginFailure(error: unknown): { readonly title: string; readonly description: string } {
  if (error instanceof ApiError && error.status === 429) {
    return { ...texts.loginFailed, description: serverMessage(error) ?? texts.loginFailed.description }
  }
  const unreachable = error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
  return unreachable ? texts.loginUnreachable : texts.loginFailed
}

/**
 * Whether a failed status check says nothing about the session: no answer, or a server in trouble. Then a remembered
 * user stays signed in (spec §4); any other failure is a no.
 */
export function saysNothing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408 || error.status === 429
  return error instanceof NetworkError
}

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

export function passwordProblems({
  currentPassword,
  newPassword,
}: PasswordChange): Partial<Record<keyof PasswordChange, string>> {
  return {
    ...(currentPassword ? {} : { currentPassword: texts.currentPasswordRequired }),
    ...newPasswordProblem(currentPassword, newPassword),
  }
}

function newPasswordProblem(current: string, next: string): { newPassword?: string } {
  if (!next) return { newPassword: texts.newPasswordRequired }
  if (next.length < PASSWORD_MIN_LENGTH) return { newPassword: texts.newPasswordShort(PASSWORD_MIN_LENGTH) }
  return next === current ? { newPassword: texts.newPasswordSame } : {}
}

/** A refused change of password, at the field it is about, in the server's words. */
export function passwordRefusal(error: unknown): Partial<Record<keyof PasswordChange, string>> {
  const message = serverMessage(error) ?? texts.passwordUnreachable
  return isAbout(error, 'currentPassword') ? { currentPassword: message } : { newPassword: message }
}

function isAbout(error: unknown, field: keyof PasswordChange): boolean {
  const body = error instanceof ApiError ? error.body : null
  const fields = typeof body === 'object' && body !== null && 'fields' in body ? body.fields : null
  return typeof fields === 'object' && fields !== null && field in fields
}
