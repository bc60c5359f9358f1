/** Decisions about users that need no server: what is wrong with a form, and what of it was touched. */
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, type Role } from '@tangelo/contract/limits'
import type { User } from './queries.ts'
import { texts } from './texts.ts'

const USERNAME_MAX_LENGTH = 64

export interface UserForm {
  readonly username: string
  readonly password: string
  readonly role: Role
  readonly companyId: number | null
  readonly profileId: string
  readonly defaultPromptId: string
  readonly webhookUrl: string
}

export interface UserErrors {
  readonly username: string | undefined
  readonly password: string | undefined
  readonly webhookUrl: string | undefined
}

/** spec §5: a password is required for a new user only. */
export function errorsOf({ username, password, webhookUrl }: UserForm, isNew: boolean): UserErrors {
  const words = texts.dialog
  const name = username.trim()
  return {
    username:
      name === ''
        ? words.usernameRequired
        : name.length > USERNAME_MAX_LENGTH
          ? words.usernameLong(USERNAME_MAX_LENGTH)
          : undefined,
    password: passwordError(password, isNew),
    webhookUrl: webhookUrl.trim() === '' || isWebAddress(webhookUrl.trim()) ? undefined : words.webhookWrong,
  }
}

function passwordError(password: string, isNew: boolean): string | undefined {
  const words = texts.dialog
  if (password === '') return isNew ? words.passwordRequired : undefined
  if (password.length < PASSWORD_MIN_LENGTH) return words.passwordShort(PASSWORD_MIN_LENGTH)
  return password.length > PASSWORD_MAX_LENGTH ? words.passwordLong(PASSWORD_MAX_LENGTH) : undefined
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export function formOf(user: User | null): UserForm {
  return {
    username: user?.username ?? '',
    password: '',
    role: user?.role ?? 'basic',
    companyId: user?.companyId ?? null,
    profileId: user?.profileId ?? '',
    defaultPromptId: user?.defaultPromptId ?? '',
    webhookUrl: user?.webhookUrl ?? '',
  }
}

/** Only what was touched: absent leaves alone, null clears. spec §5: a password only if filled. */
export function changesOf(user: User, form: UserForm) {
  const told = {
    profileId: form.profileId.trim() || null,
    defaultPromptId: form.defaultPromptId.trim() || null,
    webhookUrl: form.webhookUrl.trim() || null,
  }
  const username = form.username.trim()
  return {
    ...(username === user.username ? {} : { username }),
    ...(form.role === user.role ? {} : { role: form.role }),
    ...(form.companyId === user.companyId ? {} : { companyId: form.companyId }),
    ...(told.profileId === user.profileId ? {} : { profileId: told.profileId }),
    ...(told.defaultPromptId === user.defaultPromptId ? {} : { defaultPromptId: told.defaultPromptId }),
    ...(told.webhookUrl === user.webhookUrl ? {} : { webhookUrl: told.webhookUrl }),
    ...(form.password === '' ? {} : { password: form.password }),
  }
}
