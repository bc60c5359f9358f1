/** To whom a schedule sends its reports, as a user types it. Pure. */
import { REPORT_RECIPIENTS_MAX } from '@tangelo/contract/limits'
import { isMailAddress } from '#features/mail/index.ts'
import { texts } from '../texts.ts'

const words = texts.schedules

/** Commas, semicolons, spaces and lines divide, as they do in what is pasted. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** What is wrong with them; undefined where nothing is. */
export function recipientsProblem(text: string): string | undefined {
  const addresses = addressesIn(text)
  const wrong = addresses.find((address) => !isMailAddress(address))
  if (wrong !== undefined) return words.recipientWrong(wrong)
  return addresses.length > REPORT_RECIPIENTS_MAX ? words.recipientsTooMany(REPORT_RECIPIENTS_MAX) : undefined
}
