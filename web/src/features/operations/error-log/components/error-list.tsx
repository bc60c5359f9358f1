/** What went wrong on the server: the fault, how often, when last, and where in the program. Four faces. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatExactMoment, formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { showFailure } from '#ui/toast.tsx'
import { errorLog, type KeptError, useClearErrors } from '../queries.ts'
import { texts } from '../texts.ts'

export function ErrorList() {
  const errors = useQuery(errorLog())
  return (
    <section aria-labelledby="errors-heading">
      <div className="flex min-h-8 items-center gap-3">
        <h2 id="errors-heading" className="flex-1 text-section">
          {texts.title}
        </h2>
        {errors.data && errors.data.length > 0 ? <Clear /> : null}
      </div>
      <p className="mb-3 text-label text-ink-2">{texts.note}</p>
      <ListPanel query={errors} texts={texts} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <ul aria-label={texts.caption}>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
      </ListPanel>
    </section>
  )
}

function Row({ row }: { row: KeptError }) {
  const now = useNow()
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line px-4 py-3 text-table last:border-b-0 desk:grid-cols-[minmax(0,1fr)_128px] desk:px-5">
      <div className="min-w-0">
        <p className="break-words">{row.message}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-ink-3">
          <span>{row.doing}</span>
          {row.place ? <code className="min-w-0 font-mono break-all">{row.place}</code> : null}
          {row.requestId ? <span>{texts.request(row.requestId)}</span> : null}
        </p>
      </div>
      <p className="flex items-center gap-3 desk:flex-col desk:items-start desk:gap-1">
        <span className="text-ink-2 max-desk:text-note" title={formatExactMoment(row.lastAt)}>
          {formatMoment(row.lastAt, now)}
        </span>
        {row.times > 1 ? (
          <span title={texts.since(formatExactMoment(row.firstAt))}>
            <Badge tone="bad">{texts.times(formatWhole(row.times))}</Badge>
          </span>
        ) : null}
      </p>
    </li>
  )
}

function Clear() {
  const [asks, setAsks] = useState(false)
  const clear = useClearErrors()
  const confirm = (): void =>
    clear.mutate(undefined, {
      onSuccess: () => setAsks(false),
      onError: (error) => showFailure(texts.clearFailed, error.message),
    })
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        {texts.clear}
      </Button>
      {asks ? (
        <ConfirmDialog
          onClose={() => setAsks(false)}
          title={texts.clearTitle}
          description={texts.clearDescription}
          confirmLabel={texts.clearConfirm}
          busy={clear.isPending}
          busyLabel={texts.clearing}
          onConfirm={confirm}
          danger
        />
      ) : null}
    </>
  )
}
