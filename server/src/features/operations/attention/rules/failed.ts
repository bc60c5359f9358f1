/** The sentences about work that failed, and credits that run out. */
import type { AttentionItem } from '@tangelo/contract'
import { nothing, say, sayNumber } from './words.ts'

type FailedKind = 'publications' | 'failed-reels' | 'failed-imports' | 'failed-work'

/** In the words of alerts, too. `name` is that of a single one. */
export const FAILED_SENTENCES: Record<FailedKind, (count: number, name: string) => string> = {
  publications: (count, name) =>
    count === 1 ? `A post to @${name} needs you` : `${say(count, 'post')} to Instagram need you`,
  'failed-reels': (count) => `${say(count, 'reel')} failed to render`,
  'failed-imports': (count, name) => (count === 1 ? `${name} could not be imported` : `${say(count, 'import')} failed`),
  'failed-work': (count) => `${say(count, 'background task')} failed`,
}

/** @param failed the latest first. */
export function sayFailed(
  scope: string,
  kind: FailedKind,
  failed: readonly { name?: string; reason: string | null }[],
): AttentionItem[] {
  const [first] = failed
  if (!first) return []
  return [
    {
      ...nothing,
      id: `${kind}@${scope}`,
      kind,
      number: failed.length,
      sentence: FAILED_SENTENCES[kind](failed.length, first.name ?? ''),
      cause: failed.find(({ reason }) => reason !== null)?.reason ?? null,
    },
  ]
}

export interface CreditsFact {
  companyId: number
  name: string
  remaining: number
  total: number
}

/** In the words of alerts, too. */
export const sayCreditsLeft = (name: string, left: number): string =>
  `${name} has ${left === 0 ? 'no credits' : say(left, 'credit')} left`

/** The company with the fewest left. What is left is part of the id: each credit less is news. */
export function sayCredits(scope: string, low: readonly CreditsFact[]): AttentionItem[] {
  const [first, ...rest] = [...low].sort((a, b) => a.remaining - b.remaining || a.companyId - b.companyId)
  if (!first) return []
  return [
    {
      ...nothing,
      id: `credits@${scope}:${first.companyId}:${first.remaining}`,
      kind: 'credits',
      number: first.remaining,
      sentence: sayCreditsLeft(first.name, first.remaining),
      cause:
        rest.length > 0
          ? `${say(rest.length, 'other company', 'other companies')} ${rest.length === 1 ? 'is' : 'are'} low as well`
          : `Of ${sayNumber(first.total)}; a reel takes one`,
      companyId: first.companyId,
    },
  ]
}
