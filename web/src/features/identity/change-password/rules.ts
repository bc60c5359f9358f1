/** Pure decisions on a new password: what is wrong with it here, and what the server found wrong. */
import { PASSWORD_MIN_LENGTH } from '@tangelo/contract/limits'
import { readServerFields, readServerMessage } from '#lib/api.ts'
import { texts } from './texts.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  readonly revokesApiTokens: boolean
}

export type PasswordProblems = Partial<Record<'currentPassword' | 'newPassword', string>>

export function findPasswordProblems({ currentPassword, newPassword }: PasswordChange): PasswordProblems {
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
export function passwordRefusal(error: unknown): PasswordProblems {
  const message = readServerMessage(error) ?? texts.passwordUnreachable
  return 'currentPassword' in readServerFields(error) ? { currentPassword: message } : { newPassword: message }
}
