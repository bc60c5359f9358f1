/** Work that failed permanently: what, why, when, and another try. */
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { formatExactMoment, formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type DeadLetter, deadLetters, queuedKinds, useRetryDeadLetter } from '../queries.ts'
import { texts } from '../texts.ts'

const { letters } = texts
const ROW =
  'grid items-start gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 desk:grid-cols-[minmax(0,220px)_minmax(0,1fr)_112px_116px] desk:px-5'

export function DeadLetterList() {
  const list = useQuery(deadLetters())
  return (
    <section aria-labelledby="dead-letters-heading">
      <h2 id="dead-letters-heading" className="mt-8 mb-3 flex min-h-8 items-center text-section">
        {letters.title}
      </h2>
      <ListPanel query={list} texts={letters} isEmpty={(rows) => rows.length === 0}>
        {(rows) => <Rows rows={rows} />}
      </ListPanel>
    </section>
  )
}

function Rows({ rows }: { rows: DeadLetter[] }) {
  const kinds = useQuery({ ...queuedKinds(), notifyOnChangeProps: ['data'] })
  const total = kinds.data?.reduce((sum, { failed }) => sum + failed, 0) ?? rows.length
  const { columns } = letters
  return (
    <>
      <div className={`${ROW} text-caption font-medium text-ink-3 max-desk:hidden`} aria-hidden="true">
        {[columns.work, columns.cause, columns.failed].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul aria-label={letters.caption}>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {total > rows.length ? (
        <p className="border-t border-line px-4 py-2.5 text-note text-ink-3 desk:px-5">
          {letters.more(formatWhole(rows.length), formatWhole(total))}
        </p>
      ) : null}
    </>
  )
}

function Row({ row }: { row: DeadLetter }) {
  const now = useNow()
  const retry = useRetryDeadLetter()
  const work = `${texts.kind(row.kind)}, ${row.key}`
  const retryAll = (): void =>
    // A promise: the callbacks of `mutate` are dropped when the row leaves the list before the answer.
    void retry.mutateAsync(row.id).then(
      () => toast({ title: letters.retried, description: letters.retriedDescription }),
      (error: Error) => showFailure(letters.retryFailed, error.message),
    )
  return (
    <li className={`${ROW} text-table`}>
      <span className="min-w-0">
        <span className="block">{texts.kind(row.kind)}</span>
        <span className="block truncate text-note text-ink-3" title={row.key}>
          {row.companyName ?? letters.ofInstallation}, <code className="font-mono">{row.key}</code>
        </span>
      </span>
      <span className="min-w-0 break-words">
        {row.message ?? letters.noCause}
        <span className="block text-note text-ink-3">{letters.tries(row.tries, row.requestId)}</span>
      </span>
      <span className="text-ink-2 max-desk:text-note max-desk:text-ink-3" title={formatExactMoment(row.failedAt)}>
        <span className="desk:hidden">{letters.columns.failed} </span>
        {formatMoment(row.failedAt, now)}
      </span>
      <span className="desk:text-right">
        {row.canRetry ? (
          <Button
            size="small"
            icon={<RotateCcw />}
            aria-label={retry.isPending ? undefined : letters.retryOf(work)}
            busy={retry.isPending}
            busyLabel={letters.retrying}
            onClick={retryAll}
          >
            {letters.retry}
          </Button>
        ) : (
          <span className="text-note text-ink-3">{letters.paid}</span>
        )}
      </span>
    </li>
  )
}
