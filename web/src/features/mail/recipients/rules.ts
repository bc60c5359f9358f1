/** Pure decisions about addresses and links in mails. */
import { MAIL_ADDRESS, MAIL_ADDRESS_MAX_LENGTH } from '@tangelo/contract/limits'
import { texts } from './texts.ts'

/** What is wrong with an address; undefined where nothing is. */
export function addressProblem(text: string): string | undefined {
  const address = text.trim()
  if (address === '') return texts.dialog.addressRequired
  return isMailAddress(address) ? undefined : texts.dialog.addressWrong
}

export const isMailAddress = (address: string): boolean =>
  MAIL_ADDRESS.test(address) &&
  address.length <= MAIL_ADDRESS_MAX_LENGTH &&
  address.includes('.', address.lastIndexOf('@'))

const NAMES: Readonly<Record<string, string>> = texts.stopPage.names

/** What a link stops, in words; null for one that is not complete. */
export function namesToStop(token: string): string | null {
  const names = (token.split('.')[1] ?? '').split('+').map((topic) => NAMES[topic])
  return names.every((name) => name !== undefined) ? names.join(', ') : null
}
