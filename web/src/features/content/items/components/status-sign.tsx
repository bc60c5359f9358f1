/** The status of an item by shape and colour, so that neither has to be seen alone; words stand in the legend. */
import './status-sign.css'
import { CircleCheck, CircleDashed, Clock, Layers, type LucideIcon, Play, Trash2, TriangleAlert } from 'lucide-react'
import { useContext } from 'react'
import type { Stage } from '../rules/items.ts'
import { texts } from '../texts/calendar.ts'
import { ItemSigns } from './item-signs.ts'

const SIGNS = {
  draft: CircleDashed,
  asked: Clock,
  approved: CircleCheck,
  published: CircleCheck,
  failed: TriangleAlert,
  delete: Trash2,
} satisfies Record<Stage, LucideIcon>

const LEGEND = ['draft', 'asked', 'approved', 'published', 'failed'] as const

export function StatusSign({ stage }: { readonly stage: Stage | null }) {
  const Sign = stage ? SIGNS[stage] : null
  return Sign ? <Sign className="status-sign" data-sign={stage} aria-hidden="true" /> : null
}

/** What the signs of the calendar mean. */
export function SignLegend({ className = '' }: { readonly className?: string }) {
  const { legend } = useContext(ItemSigns)
  return (
    <ul className={`sign-legend ${className}`} aria-label={texts.calendar.legend}>
      {LEGEND.map((stage) => (
        <li key={stage}>
          <StatusSign stage={stage} />
          {texts.stages[stage]}
        </li>
      ))}
      {legend}
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
