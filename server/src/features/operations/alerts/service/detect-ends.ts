/** What opens a source or an own account, and ends soon. */
import { TOKEN_WARNING_DAYS } from '@tangelo/contract/limits'
import type { Cause, Findings, FoundCause } from '../rules/causes.ts'
import { compare, NOTHING } from '../rules/compare.ts'
import type { DetectTools } from './detect-tools.ts'

const DAY_MS = 24 * 60 * 60_000

export function endDetector({ tokens, ownAccounts }: Pick<DetectTools, 'tokens' | 'ownAccounts'>) {
  async function detectTokens(now: number, open: readonly Cause[]): Promise<Findings> {
    const found = (await tokens()).flatMap(({ name, title, expiresAt }): FoundCause[] => {
      const days = Math.ceil((expiresAt - now) / DAY_MS)
      const warning = TOKEN_WARNING_DAYS.findLast((warned) => days <= warned)
      if (warning === undefined) return []
      const subject = `${name}:${warning}`
      return [
        {
          ...NOTHING,
          kind: 'token',
          subject,
          marker: expiresAt,
          groupKey: `token:${subject}`,
          amount: Math.max(0, days),
          name: title,
        },
      ]
    })
    return compare(open, found)
  }

  /** Seven days and one day before an access ends, and once it has. */
  async function detectAccess(now: number, open: readonly Cause[]): Promise<Findings> {
    const ending = await ownAccounts.ending(now + Math.max(...TOKEN_WARNING_DAYS) * DAY_MS)
    const found = ending.flatMap(({ accountId, companyId, username, endsAt, isOver, why }): FoundCause[] => {
      const days = isOver ? 0 : Math.ceil((endsAt - now) / DAY_MS)
      const warning = isOver ? 0 : TOKEN_WARNING_DAYS.findLast((warned) => days <= warned)
      if (warning === undefined) return []
      const subject = `${accountId}:${warning}`
      const groupKey = `access:${subject}`
      const about = { companyId, accountId, userId: null, amount: days, name: username, detail: why }
      return [{ ...about, kind: 'access', subject, marker: endsAt, groupKey }]
    })
    return compare(open, found)
  }

  return { detectTokens, detectAccess }
}
