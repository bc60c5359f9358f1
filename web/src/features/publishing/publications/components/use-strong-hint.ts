/** When posts of the account did better, as its analysis found; undefined where it found nothing. */
import { useQuery } from '@tanstack/react-query'
import { accountAnalysis, findStrongHours } from '#features/analytics/index.ts'
import { addDays, todayUtc } from '#lib/days.ts'
import { formatWhole } from '#lib/format.ts'
import { texts } from '../texts/publish.ts'

const PERIOD_DAYS = 365

export function useStrongHint(accountId: number): string | undefined {
  const today = todayUtc()
  const { data } = useQuery(accountAnalysis(accountId, addDays(today, 1 - PERIOD_DAYS), today))
  const hours = data ? findStrongHours(data.posting) : []
  if (!data || hours.length === 0) return undefined
  const words = texts.when
  const spans = hours.map(({ from, to }) => words.hours(from, to)).join(words.and)
  return words.strong(spans, `${formatWhole(data.posting.posts)} posts`)
}
