/**
 * The tab 'System' of the admin panel: its parts on a rail, on a phone in a row. The open one is in the address, and loaded
 * when opened.
 */
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useLayoutEffect, useRef } from 'react'
import { Overview, SYSTEM_PARTS, type SystemPart, systemTexts as texts } from '#features/operations/index.ts'
import { runBeforePaint } from '#lib/before-paint.ts'
import { makePreloadable } from '#lib/preloadable.tsx'

const LOADING = <p className="sr-only">{texts.loading}</p>

const PARTS: Readonly<Record<SystemPart, ComponentType>> = {
  overview: Overview,
  queue: makePreloadable(
    async () => (await import('#features/operations/jobs/components/queue-part.tsx')).QueuePart,
    LOADING,
  ),
  errors: makePreloadable(
    async () => (await import('#features/operations/error-log/components/error-list.tsx')).ErrorList,
    LOADING,
  ),
  backups: makePreloadable(
    async () => (await import('#features/operations/backups/components/backup-list.tsx')).BackupsPart,
    LOADING,
  ),
  sessions: makePreloadable(
    async () => (await import('#features/identity/sessions/components/session-table.tsx')).SessionTable,
    LOADING,
  ),
  webhooks: makePreloadable(
    async () => (await import('#features/webhooks/webhooks/components/delivery-list.tsx')).DeliveryList,
    LOADING,
  ),
  mail: makePreloadable(
    async () => (await import('#features/mail/outbox/components/mail-status.tsx')).MailStatus,
    LOADING,
  ),
  audit: makePreloadable(
    async () => (await import('#features/operations/audit-log/components/audit-log.tsx')).AuditLog,
    LOADING,
  ),
}

const route = getRouteApi('/admin')

const LINK =
  'flex-none rounded-control px-2.5 py-1.5 text-table whitespace-nowrap text-ink-2 [transition:background-color_var(--fast)_var(--ease)] hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:bg-wash aria-[current=page]:font-strong aria-[current=page]:text-ink max-desk:py-2.5'

export function SystemTab() {
  const { part: open = 'overview' } = route.useSearch()
  const Part = PARTS[open]
  const rail = useRef<HTMLElement>(null)
  // The open one is brought into sight where there is no room for all.
  useLayoutEffect(() => {
    return runBeforePaint(() =>
      rail.current?.children[SYSTEM_PARTS.indexOf(open)]?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }, [open])
  return (
    <div className="grid gap-x-8 gap-y-4 broad:grid-cols-[148px_minmax(0,1fr)]">
      <nav
        ref={rail}
        aria-label={texts.parts}
        className="flex gap-0.5 overflow-x-auto [scrollbar-width:none] broad:sticky broad:top-[calc(var(--bar-height)+24px)] broad:flex-col broad:self-start"
      >
        {SYSTEM_PARTS.map((part) => (
          <Link
            key={part}
            to="/admin"
            search={{ tab: 'system', ...(part === 'overview' ? {} : { part }) }}
            activeOptions={{ exact: true }}
            aria-current={part === open ? 'page' : undefined}
            className={LINK}
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
