/** How much of each kind of work waits, runs and has failed for good. */
import { useQuery } from '@tanstack/react-query'
import { formatAhead, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { ListPanel } from '#ui/list-panel.tsx'
import { type QueuedKind, queuedKinds } from '../queries.ts'
import { texts } from '../texts.ts'

const { columns } = texts.work
const CELL = 'px-4 py-2.5 desk:px-5'
const FIGURE = `${CELL} w-24 text-right max-desk:w-auto max-desk:px-2 full:w-80`

export function KindTable() {
  const kinds = useQuery(queuedKinds())
  return (
    <section aria-labelledby="work-heading">
      <h2 id="work-heading" className="mb-3 flex min-h-8 items-center text-section">
        {texts.work.title}
      </h2>
      <ListPanel query={kinds} texts={texts.work} isEmpty={(rows) => rows.length === 0}>
        {(rows) => <Rows rows={rows} />}
      </ListPanel>
    </section>
  )
}

function Rows({ rows }: { rows: QueuedKind[] }) {
  const now = useNow()
  return (
    <table className="w-full text-table" aria-label={texts.work.caption}>
      <thead className="border-b border-line text-caption text-ink-3">
        <tr>
          <th scope="col" className={`${CELL} text-left font-medium`}>
            {columns.kind}
          </th>
          {[columns.waiting, columns.running, columns.failed].map((title) => (
            <th key={title} scope="col" className={`${FIGURE} font-medium`}>
              {title}
            </th>
          ))}
          <th scope="col" className={`${CELL} w-36 text-left font-medium max-desk:hidden full:w-80 full:pl-12!`}>
            {columns.next}
          </th>
        </tr>
      </thead>
      <tbody>
        {sortByName(rows).map(({ kind, waiting, running, failed, nextRoundAt }) => (
          <tr key={kind} className="border-b border-line last:border-b-0">
            <th scope="row" className={`${CELL} text-left font-regular`}>
              {texts.kind(kind)}
            </th>
            <Figure count={waiting} />
            <Figure count={running} />
            <Figure count={failed} isBad />
            <td className={`${CELL} whitespace-nowrap text-ink-3 max-desk:hidden full:pl-12!`}>
              {nextRoundAt ? formatAhead(nextRoundAt, now) : texts.work.onDemand}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sortByName = (rows: readonly QueuedKind[]) =>
  rows.toSorted((a, b) => texts.kind(a.kind).localeCompare(texts.kind(b.kind)))

/** A nought is quiet. */
function Figure({ count, isBad = false }: { count: number; isBad?: boolean }) {
  const tone = count === 0 ? 'text-ink-3' : isBad ? 'font-strong text-bad' : 'font-strong'
  return <td className={`${FIGURE} tabular-nums ${tone}`}>{formatWhole(count)}</td>
}
