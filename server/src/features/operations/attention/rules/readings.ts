/** The sentences about accounts without a reading, and about readings that the connections cannot make. */
import type { AttentionItem } from '@tangelo/contract'
import { CAPACITY_WARNING_SHARE } from '@tangelo/contract/limits'
import { nothing, say, sayNumber } from './words.ts'

/** Accounts named in the cause of a sentence. */
export const NAMED_MAX = 2

/** In the words of alerts, too. `names`: some of the accounts. */
export function sayWithoutReading(
  count: number,
  names: readonly string[],
): { sentence: string; listed: string | null } {
  const some = names.slice(0, NAMED_MAX).map((name) => `@${name}`)
  if (count === 1) return { sentence: `${some[0]} has had no reading for more than 2 days`, listed: null }
  const left = count - some.length
  const listed = left > 0 ? `${some.join(', ')} and ${sayNumber(left)} more` : some.join(' and ')
  return { sentence: `${say(count, 'account')} without a reading for more than 2 days`, listed }
}

export function sayUnread(
  scope: string,
  { count, some }: { count: number; some: readonly { id: number; username: string }[] },
  { reason, hasSource }: { reason: string | null; hasSource: boolean },
): AttentionItem[] {
  const [first] = some
  if (count === 0 || !first) return []
  const { sentence, listed } = sayWithoutReading(
    count,
    some.map(({ username }) => username),
  )
  const why = hasSource ? (count === 1 ? reason : null) : 'No source is connected'
  return [
    {
      ...nothing,
      id: `unread@${scope}`,
      kind: 'unread',
      number: count,
      sentence,
      cause: why ?? listed,
      accountId: count === 1 ? first.id : null,
    },
  ]
}

/** That the connections can read too few accounts, or soon will: for the administrators of all companies. */
export function sayCapacity(scope: string, readings: { perDay: number; duePerDay: number } | null): AttentionItem[] {
  if (!readings) return []
  const { perDay, duePerDay } = readings
  if (perDay === 0 || duePerDay < perDay * CAPACITY_WARNING_SHARE) return []
  const missing = duePerDay - perDay
  return [
    {
      ...nothing,
      id: `capacity@${scope}`,
      kind: 'capacity',
      number: duePerDay,
      sentence:
        missing > 0
          ? `${say(missing, 'reading')} a day too many for the connections`
          : `Connections are at ${Math.floor((duePerDay / perDay) * 100)}% of what they can read`,
      cause: `${sayNumber(duePerDay)} fall on a day, ${sayNumber(perDay)} can be read`,
    },
  ]
}
