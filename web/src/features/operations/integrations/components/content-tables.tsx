/** The tables that content is synced with, company by company, and which of their columns hold which field (D19). */
import type { RouteReply } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { tableList } from '../queries.ts'
import { texts } from '../texts/set-up.ts'
import { FailureLine } from './failure-line.tsx'
import { TableColumns } from './table-columns.tsx'

type Table = RouteReply<'GET /api/connections/airtable/tables'>[number]
const TONES = { waiting: 'slate', in_step: 'good', failing: 'bad' } as const

export function ContentTables() {
  const list = useQuery(tableList())
  return (
    <section aria-labelledby="content-tables" className="min-w-0 broad:col-span-2">
      <h3 id="content-tables" className="mb-2 text-panel">
        {texts.tables.title}
      </h3>
      {list.isPending ? (
        <p className="text-note text-ink-3" role="status">
          {texts.tables.loading}
        </p>
      ) : null}
      {list.error && !list.data ? (
        <FailureLine onRetry={() => void list.refetch()} message={list.error.message}>
          {texts.tables.failed}
        </FailureLine>
      ) : null}
      {list.data?.length === 0 ? <p className="text-note text-ink-3">{texts.tables.none}</p> : null}
      {list.data && list.data.length > 0 ? (
        <ul className="rounded-control border border-line" aria-label={texts.tables.title}>
          {list.data.map((table) => (
            <OneTable key={table.companyId} table={table} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function OneTable({ table }: { table: Table }) {
  const [open, setOpen] = useState(false)
  const now = useNow()
  const { companyId, companyName, state, message, pulledAt, records } = table
  const age = pulledAt ? texts.tables.copied(formatMoment(pulledAt, now)) : texts.tables.neverCopied
  return (
    <li className="border-b border-line px-3 py-2.5 last:border-b-0 desk:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="min-w-0 truncate text-label font-strong">{companyName}</b>
        <span className="min-w-0 truncate text-label text-ink-2">{table.table}</span>
        <Badge tone={TONES[state]}>{texts.tables.states[state]}</Badge>
        <span className="ml-auto text-note text-ink-3">
          {texts.tables.records(formatWhole(records), records)}, {age}
        </span>
      </div>
      {message ? (
        <p className="mt-1 flex gap-1.5 text-note break-words text-bad">
          <TriangleAlert className="mt-0.5 size-3.5" />
          <span className="min-w-0">{message}</span>
        </p>
      ) : null}
      <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary
          className="flex min-h-6 w-max list-none items-center gap-1 rounded-control text-note font-medium text-ink-2 [&::-webkit-details-marker]:hidden"
          aria-label={texts.tables.fieldsOf(companyName)}
        >
          <ChevronRight className={open ? 'rotate-90' : ''} />
          {texts.tables.fields}
        </summary>
        {open ? <TableColumns companyId={companyId} /> : null}
      </details>
    </li>
  )
}
