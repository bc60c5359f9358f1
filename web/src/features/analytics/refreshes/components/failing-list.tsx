/** 'Accounts that could not be read': each with its cause and the next try. Four faces. */
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Page } from '#lib/api.ts'
import { formatAhead, formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type FailingAccount, failingAccounts } from '../queries.ts'
import { toSentence } from '../rules.ts'
import { texts } from '../texts/refresh.ts'

const ROW =
  'grid gap-x-6 gap-y-0.5 border-b border-line px-4 py-3 last:border-b-0 desk:grid-cols-[minmax(0,200px)_minmax(0,1fr)_112px_128px] desk:px-5'

export function FailingList() {
  const list = useInfiniteQuery(failingAccounts())
  return (
    <section aria-labelledby="failing-heading">
      <h2 id="failing-heading" className="mt-8 mb-3 flex min-h-8 items-center text-section">
        {texts.list.title}
      </h2>
      <Panel>
        <QueryView query={list} texts={texts.list} skeleton={renderSkeleton}>
          {(data) => <Rows list={list} data={data} />}
        </QueryView>
      </Panel>
    </section>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-60', 'w-80', 'w-52'].map((width) => (
    <div key={width} className={ROW} data-skeleton="">
      <span className="flex h-5 items-center">{isLate ? <Skeleton className="h-3 w-28" /> : null}</span>
      <span className="flex h-5 items-center">{isLate ? <Skeleton className={`h-3 ${width}`} /> : null}</span>
    </div>
  ))

type Data = InfiniteData<Page<FailingAccount[]>>

function Rows({ list, data }: { list: UseInfiniteQueryResult<Data>; data: Data }) {
  const now = useNow()
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyState text={texts.list.empty} />
  const total = data.pages[0]?.total ?? rows.length
  const { columns } = texts.list
  return (
    <>
      <div className={`${ROW} text-caption font-medium text-ink-3 max-desk:hidden`} aria-hidden="true">
        {[columns.account, columns.cause, columns.since, columns.next].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul aria-label={texts.list.caption}>
        {rows.map((row) => (
          <Row key={row.accountId} row={row} now={now} />
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-note text-ink-3 desk:px-5">
        <span role="status">
          {texts.list.shown(formatWhole(rows.length), formatWhole(Math.max(total, rows.length)))}
        </span>
        <MoreButton size="small" list={list}>
          {texts.list.more}
        </MoreButton>
      </div>
    </>
  )
}

function Row({ row, now }: { row: FailingAccount; now: Date }) {
  return (
    <li className={`${ROW} text-table`}>
      <Link to="/account/$accountId" params={{ accountId: String(row.accountId) }} className="link truncate">
        @{row.username}
      </Link>
      <span className="min-w-0 break-words">
        {texts.kinds[row.kind]}
        <span className="block text-note text-ink-3">{toSentence(row.message)}</span>
      </span>
      <span className="text-ink-2 max-desk:text-note max-desk:text-ink-3">
        <span className="desk:hidden">{texts.list.columns.since} </span>
        {formatMoment(row.since, now)}
      </span>
      <span className="text-ink-2 max-desk:text-note max-desk:text-ink-3">
        <span className="desk:hidden">{texts.list.columns.next} </span>
        {formatAhead(row.nextTryAt, now)}
      </span>
    </li>
  )
}
