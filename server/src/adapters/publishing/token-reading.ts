/** Pure: what a login answers when it gives a token. Throws `WrongField` for what is not as agreed. */
import { type Fields, WrongField } from '../figures-file/fields.ts'
import { unwrapAnswer } from './readings.ts'

/** What a person granted, by the service's names: a list, or a text with commas. */
function scopesIn(value: unknown): string[] {
  const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[, ]+/) : []
  return names.filter((name) => typeof name === 'string' && name !== '')
}

/** Access to the account's list is what tells whether it is professional. */
export const tokenIn = (json: Fields): { token: string; seconds: number | null; scopes: string[] } => {
  const whole = unwrapAnswer(json)
  const { access_token: token, expires_in: seconds } = whole
  if (typeof token !== 'string' || token === '') throw new WrongField('access_token is missing')
  return {
    token,
    seconds: typeof seconds === 'number' && seconds > 0 ? seconds : null,
    scopes: scopesIn(whole.permissions),
  }
}
