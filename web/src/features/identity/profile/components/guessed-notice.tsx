import { TriangleAlert } from 'lucide-react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { texts } from '../texts.ts'

/** So many sign-ins as the viewer have failed that others had to wait. */
export function GuessedNotice({ at }: { readonly at: string }) {
  const now = useNow()
  return (
    <p role="alert" title={formatExactMoment(at)} className="mb-4 flex max-w-[60ch] gap-2 text-label text-bad">
      <TriangleAlert className="mt-0.5 size-4 flex-none" />
      {texts.guessed(formatMoment(at, now))}
    </p>
  )
}
