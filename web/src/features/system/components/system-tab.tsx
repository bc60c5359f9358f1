/** The tab 'System' of the admin panel: its parts on a rail, on a phone in a row. The open one is in the address. */
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { BackupList } from '#features/backups/components/backup-list.tsx'
import { ErrorList } from '#features/kept-errors/components/error-list.tsx'
import { DeliveryList } from '#features/webhooks/components/delivery-list.tsx'
import { QueuePart } from '#features/work-queue/components/queue-part.tsx'
import { SYSTEM_PARTS, type SystemPart } from '../rules.ts'
import { texts } from '../texts.ts'
import { Overview } from './overview.tsx'

const PARTS: Readonly<Record<SystemPart, ComponentType>> = {
  overview: Overview,
  queue: QueuePart,
  webhooks: DeliveryList,
  errors: ErrorList,
  backups: BackupList,
}

const route = getRouteApi('/admin')

export function SystemTab() {
  const { part: open = 'overview' } = route.useSearch()
  const Part = PARTS[open]
  return (
    <div className="grid gap-x-8 gap-y-4 min-[1040px]:grid-cols-[148px_minmax(0,1fr)]">
      <nav aria-label={texts.parts} className="rail">
        {SYSTEM_PARTS.map((part) => (
          <Link
            key={part}
            to="/admin"
            search={{ tab: 'system', ...(part === 'overview' ? {} : { part }) }}
            aria-current={part === open ? 'page' : undefined}
          >
            {texts.names[part]}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <Part />
      </div>
    </div>
  )
}
