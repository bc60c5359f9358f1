/** What is left to spend on reels: the wheel, the figure, and when it renews. */
import { useQuery } from '@tanstack/react-query'
import { formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { companyCredits } from '../queries.ts'
import { DEFAULT_CREDITS, renewalText, shareLeft } from '../rules.ts'
import { texts } from '../texts.ts'

export function CreditsBadge({ companyId }: { readonly companyId: number }) {
  const { data, isPending } = useQuery(companyCredits(companyId))
  const now = useNow()
  if (isPending) {
    return (
      <div className="flex items-center gap-2.5 max-desk:w-full" aria-busy="true">
        <span className="sr-only">{texts.loading}</span>
        <Skeleton className="size-8 rounded-full" />
        <div className="grid h-8.5 content-center gap-2">
          <Skeleton className="h-2.75 w-42" />
          <Skeleton className="h-2.5 w-24" />
        </div>
      </div>
    )
  }
  const credits = data ?? DEFAULT_CREDITS
  return (
    <div className="flex items-center gap-2.5 max-desk:w-full">
      <Wheel progress={shareLeft(credits)} className="size-8" />
      <p className="text-label">
        <b className="block font-strong whitespace-nowrap">
          {texts.remaining(formatWhole(credits.remaining), formatWhole(credits.total))}
        </b>
        <span className="text-caption text-ink-3">{data ? renewalText(credits, now) : texts.unknown}</span>
      </p>
    </div>
  )
}
