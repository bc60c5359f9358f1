/** When posts of the account that the page is filtered by do better, where its analysis has found that. */
import { useQuery } from '@tanstack/react-query'
import { accountAnalysis, findStrongHours } from '#features/analytics/index.ts'
import { type StrongHours, planningTexts as texts } from '#features/content/index.ts'
import { addDays, todayUtc } from '#lib/days.ts'
import { formatWhole } from '#lib/format.ts'

const PERIOD_DAYS = 365

export function useStrongHours(accountId: number | null, username: string | undefined): StrongHours | undefined {
  const today = todayUtc()
  const { data } = useQuery({
    ...accountAnalysis(accountId ?? 0, addDays(today, 1 - PERIOD_DAYS), today),
    enabled: accountId !== null,
  })
  const hours = data ? findStrongHours(data.posting) : []
  if (accountId === null || !data || !username || hours.length === 0) return undefined
  return { accountId, hours, basis: texts.strongBasis(username, formatWhole(data.posting.posts)) }
}
