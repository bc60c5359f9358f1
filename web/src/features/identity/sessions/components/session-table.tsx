/** All users' sessions, searchable by user or address, each with a button to end it; for administrators. Four states. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { formatExactMoment, formatMoment, formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type AnySession, allSessions, useEndAnySession } from '../queries.ts'
import { texts } from '../texts.ts'

const ROW =
  'grid min-h-12 items-center gap-x-6 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-b-0 max-desk:grid-cols-[minmax(0,1fr)_auto] desk:grid-cols-[minmax(0,180px)_minmax(0,1fr)_minmax(0,150px)_112px_56px] vast:grid-cols-[1fr_2fr_1fr_1fr_56px] desk:px-5'

export function SessionTable() {
  const [q, setQ] = useState('')
  const asked = useDeferredValue(q.trim())
  const list = useInfiniteQuery(allSessions(asked))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const total = list.data?.pages[0]?.total ?? rows.length
  return (
    <section aria-labelledby="sessions-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="sessions-heading" className="flex min-h-8 items-center text-section">
          {texts.all.title}
        </h2>
        <SearchField
          label={texts.all.search}
          placeholder={texts.all.searchHint}
          value={q}
          onChange={setQ}
          className="desk:w-64"
        />
      </div>
      <Panel>
        <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
          {() => (
            <>
              {rows.length === 0 ? <EmptyState text={asked ? texts.all.noneFound : texts.all.none} /> : null}
              {rows.length > 0 ? (
                <>
                  <Rows rows={rows} />
                  <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-note text-ink-3 desk:px-5">
                    <span role="status">
                      {texts.all.shown(formatWhole(rows.length), formatWhole(Math.max(total, rows.length)))}
                    </span>
                    <MoreButton size="small" list={list}>
                      {texts.all.more}
                    </MoreButton>
                  </div>
                </>
              ) : null}
            </>
          )}
        </QueryView>
      </Panel>
    </section>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-60', 'w-44', 'w-52'].map((width) => (
    <div key={width} className={ROW} data-skeleton="">
      <span className="flex h-7 items-center">{isLate ? <Skeleton className="h-3 w-28" /> : null}</span>
      <span className="flex h-7 items-center">{isLate ? <Skeleton className={`h-3 ${width}`} /> : null}</span>
    </div>
  ))

function Rows({ rows }: { rows: readonly AnySession[] }) {
  const now = useNow()
  const [ending, setEnding] = useState<AnySession | null>(null)
  const { columns } = texts.all
  return (
    <>
      <div className={`${ROW} text-caption font-medium text-ink-3 max-desk:hidden`} aria-hidden="true">
        {[columns.user, columns.browser, columns.address, columns.seen].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul aria-label={texts.all.list}>
        {rows.map((row) => (
          <Row key={row.id} row={row} now={now} onEnd={() => setEnding(row)} />
        ))}
      </ul>
      {ending ? <EndDialog session={ending} onClose={() => setEnding(null)} /> : null}
    </>
  )
}

function Row({ row, now, onEnd }: { row: AnySession; now: Date; onEnd: () => void }) {
  const browser = row.browser ?? texts.unknownBrowser
  // Users end their own sessions in the profile, which asks for the password.
  const ownId = useSession().user?.id
  return (
    <li className={`${ROW} text-table`}>
      <span className="flex min-w-0 items-center gap-2">
        <b className="truncate font-strong">{row.username}</b>
        {row.isCurrent ? <Badge tone="good">{texts.thisOne}</Badge> : null}
      </span>
      <span className="min-w-0 truncate max-desk:col-start-1 max-desk:text-note">{browser}</span>
      <span className="min-w-0 truncate text-ink-2 max-desk:col-start-1 max-desk:text-note max-desk:text-ink-3">
        {row.address ?? texts.unknownAddress}
      </span>
      <span
        className="text-ink-2 max-desk:col-start-1 max-desk:text-note max-desk:text-ink-3"
        title={formatExactMoment(row.lastSeenAt)}
      >
        <span className="desk:hidden">{texts.all.columns.seen} </span>
        {formatMoment(row.lastSeenAt, now)}
      </span>
      <span className="justify-self-end max-desk:col-start-2 max-desk:row-span-4 max-desk:row-start-1">
        {row.userId === ownId ? null : (
          <Button size="small" aria-label={texts.all.endOf(row.username, browser)} onClick={onEnd}>
            {texts.all.end}
          </Button>
        )}
      </span>
    </li>
  )
}

function EndDialog({ session, onClose }: { session: AnySession; onClose: () => void }) {
  const end = useEndAnySession()
  const confirm = async (): Promise<void> => {
    try {
      await end.mutateAsync(session.id)
      toast(texts.all.ended(session.username))
    } catch (error) {
      showFailure(texts.all.endFailed, error instanceof Error ? error.message : '')
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={texts.all.confirmTitle}
      description={texts.all.confirmDescription(session.username)}
      confirmLabel={texts.all.confirm}
      busy={end.isPending}
      busyLabel={texts.all.busy}
      danger
      onConfirm={() => void confirm()}
    />
  )
}
