/** The Instagram name of a row or an item, by the same rule as `InstagramUsername` of the contract, at the speed of a file. */
import { USERNAME_MAX_LENGTH } from '@tangelo/contract/limits'
import { Refusal, shown } from './refusal.ts'

const ALLOWED = /^[A-Za-z0-9._]+$/

/** The name without a leading @, in the case the source wrote. */
export function readUsername(text: string): string | Refusal {
  const trimmed = text.trim()
  const name = trimmed.startsWith('@') ? trimmed.slice(1) : trimmed
  if (name === '') return new Refusal('username is missing')
  if (name.length > USERNAME_MAX_LENGTH) {
    return new Refusal(
      `username ${shown(name)} is too long: Instagram usernames have at most ${USERNAME_MAX_LENGTH} characters`,
    )
  }
  if (!ALLOWED.test(name)) {
    return new Refusal(
      `username ${shown(name)} is not valid: Instagram usernames hold only letters, digits, dots and underscores`,
    )
  }
  return name
}
