/** The quiet line under the buttons of an account whose last reading failed. */
import { TriangleAlert } from 'lucide-react'
import { useNow } from '#lib/use-now.ts'
import type { RefreshState } from '../queries.ts'
import { failureText } from '../rules.ts'

export function RefreshFailure({ state }: { readonly state: RefreshState }) {
  const text = failureText(state, useNow())
  if (!text) return null
  return (
    <p className="mt-3 flex items-start gap-2 text-note text-ink-2 desk:justify-end">
      <TriangleAlert className="mt-0.5 size-3.5 text-bad" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}
