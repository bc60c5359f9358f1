/**
 * The tab 'System' of the admin panel: its parts on a rail, on a phone in a row. The open one is in the address, and loaded
 * when opened.
 */
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { Overview } from '#features/system/components/overview.tsx'
import { SYSTEM_PARTS, type SystemPart } from '#features/system/rules.ts'
import { texts } from '#features/system/texts.ts'

const PARTS: Readonly<Record<SystemPart, ComponentType>> = {
  overview: Overview,
  queue: lazy(async () => ({ default: (await import('#features/work-queue/components/queue-part.tsx')).QueuePart })),
  errors: lazy(async () => ({ default: (await import('#features/kept-errors/components/error-list.tsx')).ErrorList })),
  backups: lazy(async () => ({ default: (await import('#features/backups/components/backup-list.tsx')).BackupList })),
  sessions: lazy(async () => ({
    default: (await import('#features/sessions/components/session-table.tsx')).SessionTable,
  })),
  webhooks: lazy(async () => ({
    default: (await import('#features/webhooks/components/delivery-list.tsx')).DeliveryList,
  })),
  audit: lazy(async () => ({ default: (await import('#features/audit-log/components/audit-log.tsx')).AuditLog })),
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
            activeOptions={{ exact: true }}
            aria-current={part === open ? 'page' : undefined}
          >
            {texts.names[part]}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <Suspense fallback={<p className="sr-only">{texts.loading}</p>}>
          <Part />
        </Suspense>
      </div>
    </div>
  )
}
