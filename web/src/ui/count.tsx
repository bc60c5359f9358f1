import { formatWhole } from '#lib/format.ts'

/** How many, beside the name of what is counted; nothing while it is unknown. */
export function Count({ value }: { readonly value: number | null | undefined }) {
  if (value === null || value === undefined) return null
  return (
    <span className="rounded-badge bg-sunken px-1.5 text-caption font-medium text-ink-2">{formatWhole(value)}</span>
  )
}
