/** Who did what to what, when and from where: found, taken away as a file, checked. For administrators. Four faces. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatLocalDay } from '#lib/days.ts'
import { formatWhole } from '#lib/format.ts'
import { saveFile } from '#lib/save-file.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure } from '#ui/toast.tsx'
import { type AuditQuery, auditPages, useAuditCheck, useAuditFile } from '../queries.ts'
import { type Choice, EVERYTHING, toQuery } from '../rules.ts'
import { texts } from '../texts/log.ts'
import { AuditFilter } from './audit-filter.tsx'
import { AuditRows, ROW } from './audit-rows.tsx'
import { CheckResult } from './check-result.tsx'

export function AuditLog() {
  const [choice, setChoice] = useState<Choice>(EVERYTHING)
  const today = formatLocalDay(useNow())
  const query = toQuery(choice, today)
  const check = useAuditCheck()
  const change = (part: Partial<Choice>): void => setChoice((before) => ({ ...before, ...part }))
  const runCheck = (): void =>
    check.mutate(undefined, {
      onError: ({ message }) => showFailure(texts.checkFailed, message),
    })
  return (
    <section aria-labelledby="audit-log-heading">
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-2">
        <h2 id="audit-log-heading" className="mr-auto flex min-h-8 items-center text-section">
          {texts.title}
        </h2>
        <Button icon={<ShieldCheck />} busy={check.isPending} busyLabel={texts.checking} onClick={runCheck}>
          {texts.check}
        </Button>
        <DownloadButton query={query} day={today} />
      </div>
      <Panel>
        {check.data ? <CheckResult check={check.data} /> : null}
        <AuditFilter choice={choice} onChange={change} />
        <Entries query={query} onOnly={change} />
      </Panel>
    </section>
  )
}

function DownloadButton({ query, day }: { readonly query: AuditQuery; readonly day: string }) {
  const file = useAuditFile()
  const download = (): void =>
    file.mutate(query, {
      onSuccess: (bytes) => saveFile(bytes, texts.fileName(day)),
      onError: ({ message }) => showFailure(texts.downloadFailed, message),
    })
  return (
    <Button icon={<Download />} busy={file.isPending} busyLabel={texts.downloading} onClick={download}>
      {texts.download}
    </Button>
  )
}

function Entries({ query, onOnly }: { query: AuditQuery; onOnly: (change: Partial<Choice>) => void }) {
  const list = useInfiniteQuery({ ...auditPages(query), placeholderData: keepPreviousData })
  return (
    <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
      {(data) => {
        const rows = data.pages.flatMap((page) => page.rows)
        if (rows.length === 0) {
          return <EmptyState text={Object.keys(query).length > 0 ? texts.noneFound : texts.none} />
        }
        const total = data.pages[0]?.total ?? null
        return (
          <>
            <AuditRows rows={rows} stale={list.isPlaceholderData} onOnly={onOnly} />
            <div className="flex min-h-12 items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-note text-ink-3 desk:px-5">
              <span role="status">
                {texts.shown(
                  formatWhole(rows.length),
                  total === null ? null : formatWhole(Math.max(total, rows.length)),
                )}
              </span>
              <MoreButton size="small" list={list}>
                {texts.more}
              </MoreButton>
            </div>
          </>
        )
      }}
    </QueryView>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-60', 'w-44', 'w-52', 'w-64'].map((width) => (
    <div key={width} className={`${ROW} last:border-b-0`} data-skeleton="">
      <span className="flex h-9 items-center">{isLate ? <Skeleton className="h-3 w-24" /> : null}</span>
      <span className="flex h-9 items-center max-desk:hidden">{isLate ? <Skeleton className="h-3 w-20" /> : null}</span>
      <span className="flex h-9 items-center">{isLate ? <Skeleton className={`h-3 ${width}`} /> : null}</span>
    </div>
  ))
