/** What became of a file: the counts, and the reasons of refused rows with their lines. */

import type { ImportResult } from '@tangelo/contract'
import { formatWhole } from '#lib/format.ts'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { groupByReason, isEmptyResult, type RefusedGroup } from '../rules.ts'
import { texts } from '../texts.ts'
import { Counts } from './counts.tsx'

export function ImportReport({ result }: { result: ImportResult }) {
  const { accounts, snapshots, posts, refused, refusedCount } = result
  const counts = [
    { count: accounts.made, label: texts.made(accounts.made) },
    { count: accounts.matched, label: texts.matched(accounts.matched) },
    { count: snapshots, label: texts.snapshots(snapshots) },
    { count: posts, label: texts.posts(posts) },
  ]
  return (
    <div role="status">
      <Counts counts={counts} />
      {isEmptyResult(result) && refusedCount === 0 ? (
        <p className="mt-3 text-label text-ink-2">{texts.nothingNew}</p>
      ) : null}
      {refusedCount > 0 ? <Refused rows={refused} count={refusedCount} /> : null}
    </div>
  )
}

function Refused({ rows, count }: { rows: ImportResult['refused']; count: number }) {
  return (
    <section className="mt-5" aria-labelledby="refused-heading">
      <h3 id="refused-heading" className="text-panel">
        {texts.refused(formatWhole(count), count)}
      </h3>
      <p className="mt-0.5 text-label text-ink-2">{texts.refusedHint}</p>
      <RefusedRows rows={rows} count={count} />
    </section>
  )
}

/** Each reason with its lines; rows that are not named are counted. */
export function RefusedRows({ rows, count }: { rows: ImportResult['refused']; count: number }) {
  const left = count - rows.length
  return (
    <ScrollBox className="mt-3 max-h-60 overflow-y-auto rounded-panel border border-line">
      <table className="w-full text-label">
        <thead className="sticky top-0 bg-raised text-left text-caption text-ink-3">
          <tr>
            <th scope="col" className="w-28 px-3 py-2 font-medium">
              {texts.lines}
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              {texts.reason}
            </th>
          </tr>
        </thead>
        <tbody>
          {groupByReason(rows).map(({ reason, runs }) => (
            <tr key={reason} className="border-t border-line align-top">
              <td className="px-3 py-1.5 text-ink-3">{linesText(runs)}</td>
              <td className="px-3 py-1.5 break-words">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 ? (
        <p className="border-t border-line px-3 py-2 text-caption text-ink-3">{texts.more(formatWhole(left))}</p>
      ) : null}
    </ScrollBox>
  )
}

const linesText = (runs: RefusedGroup['runs']): string =>
  runs.map(([first, last]) => (first === last ? `${first}` : texts.run(first, last))).join(', ')
