/** Decisions about users that need no server: what is wrong with a form, and what of it was touched. */
import { MAIL_ADDRESS, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, type Role } from '@tangelo/contract/limits'
import { readServerField, readServerFields } from '#lib/api.ts'
import { pickChanged } from '#lib/pick-changed.ts'
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
  readonly mailAddress: string
}

export interface UserErrors {
  readonly username: string | undefined
  readonly password: string | undefined
  readonly webhookUrl: string | undefined
  readonly mailAddress: string | undefined
}

/** spec §5: a password is required for a new user only; one who can be invited by mail chooses it. */
export function errorsOf(form: UserForm, { isNew, sendsMail }: { isNew: boolean; sendsMail: boolean }): UserErrors {
  const { username, password, webhookUrl } = form
  const mailAddress = form.mailAddress.trim()
  const words = texts.dialog
  const name = username.trim()
  return {
    username:
      name === ''
        ? words.usernameRequired
        : name.length > USERNAME_MAX_LENGTH
          ? words.usernameLong(USERNAME_MAX_LENGTH)
          : undefined,
    password: passwordError(password, isNew && !(sendsMail && mailAddress !== '')),
    mailAddress: mailAddress === '' || isMailAddress(mailAddress) ? undefined : words.mailAddressWrong,
    webhookUrl: webhookUrl.trim() === '' || isWebAddress(webhookUrl.trim()) ? undefined : words.webhookWrong,
  }
}

/** What the server refused of a form, in our words, at the fields that it is about. */
export function refusalOf(error: unknown): Partial<UserErrors> {
  const words = texts.dialog
  const { password, mailAddress, webhookUrl } = readServerFields(error)
  return {
    ...(readServerField(error, 'error') === 'username_taken' && { username: words.usernameTaken }),
    ...(password === 'is a common password' && { password: words.passwordCommon }),
    ...(mailAddress !== undefined && { mailAddress: words.mailAddressWrong }),
    ...(webhookUrl !== undefined && { webhookUrl: webhookRefusal(String(webhookUrl)) }),
  }
}

function webhookRefusal(problem: string): string {
  const words = texts.dialog
  if (problem.includes('public internet')) return words.webhookPrivate
  return problem.includes('user name') ? words.webhookCredentials : words.webhookWrong
}

const isMailAddress = (address: string): boolean =>
  MAIL_ADDRESS.test(address) && address.includes('.', address.lastIndexOf('@'))

function passwordError(password: string, isRequired: boolean): string | undefined {
  const words = texts.dialog
  if (password === '') return isRequired ? words.passwordRequired : undefined
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
    mailAddress: user?.mailAddress ?? '',
  }
}

/** Only what was touched: absent leaves alone, null clears. spec §5: a password only if filled. */
export function changesOf(user: User, form: UserForm) {
  const changes = pickChanged(user, {
    username: form.username.trim(),
    role: form.role,
    companyId: form.companyId,
    profileId: form.profileId.trim() || null,
    defaultPromptId: form.defaultPromptId.trim() || null,
    webhookUrl: form.webhookUrl.trim() || null,
    mailAddress: form.mailAddress.trim() || null,
  })
  return form.password === '' ? changes : { ...changes, password: form.password }
}
