/** Some figures side by side: what a file would bring, or has brought. */
import { formatWhole } from '#lib/format.ts'

interface CountsProps {
  readonly counts: readonly { readonly count: number; readonly label: string }[]
}

export function Counts({ counts }: CountsProps) {
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-panel border border-line desk:grid-cols-4">
      {counts.map(({ count, label }) => (
        <li
          key={label}
          className="border-line px-4 py-3 max-desk:even:border-l max-desk:nth-[n+3]:border-t desk:not-first:border-l"
        >
          <b className="block text-metric">{formatWhole(count)}</b>
          <span className="block text-caption text-ink-3">{label}</span>
        </li>
      ))}
    </ul>
  )
}
