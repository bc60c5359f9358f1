/** The status of an item by shape and colour, so that neither has to be seen alone; words stand in the legend. */
import { CircleCheck, CircleDashed, Clock, Layers, type LucideIcon, Play, Trash2, TriangleAlert } from 'lucide-react'
import type { KnownStatus } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'

const SIGNS = {
  draft: CircleDashed,
  asked: Clock,
  approved: CircleCheck,
  published: CircleCheck,
  failed: TriangleAlert,
  delete: Trash2,
} satisfies Record<KnownStatus, LucideIcon>

const LEGEND = ['draft', 'asked', 'approved', 'published', 'failed'] as const

export function StatusSign({ status }: { readonly status: KnownStatus | null }) {
  const Sign = status ? SIGNS[status] : null
  return Sign ? <Sign className="status-sign" data-sign={status} aria-hidden="true" /> : null
}

/** What the signs of the calendar mean. */
export function SignLegend({ className = '' }: { readonly className?: string }) {
  return (
    <ul className={`sign-legend ${className}`} aria-label={texts.calendar.legend}>
      {LEGEND.map((status) => (
        <li key={status}>
          <StatusSign status={status} />
          {texts.statuses[status]}
        </li>
      ))}
      <li>
        <Play />
        {texts.calendar.film}
      </li>
      <li>
        <Layers />
        {texts.calendar.carousel}
      </li>
    </ul>
  )
}
