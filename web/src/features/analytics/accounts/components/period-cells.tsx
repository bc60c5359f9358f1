/** Cells of the table that belong to the chosen period, and those that say how old the figures are and where they come from. */
import type { ListedAccount } from '@tangelo/contract'
import { Clock, Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatShortDate } from '#lib/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { growthText, trendOf } from '../rules/period.ts'
import { lastUpdatedText } from '../rules/row.ts'
import { texts } from '../texts/list.ts'

interface CellProps {
  readonly account: ListedAccount
  readonly now: Date
}

const TWO = 'block text-caption text-ink-3 whitespace-nowrap'

/** Percent first, people below it; `isShort`: percent only. From the day only on which the account began, or changed source, in the period. */
export function Growth({ account, now, isShort = false }: CellProps & { readonly isShort?: boolean }) {
  const { percent, note } = growthText(account, now)
  return (
    <div className="text-right whitespace-nowrap">
      <b className={`block ${percent === null ? 'font-regular text-ink-3' : 'font-strong'}`}>
        {percent ?? (isShort ? '' : texts.table.noFigure)}
      </b>
      {isShort ? null : <span className={TWO}>{note}</span>}
    </div>
  )
}

/** Decoration beside the followers: grey where they fall, cut where the source changed, dotted where it ends early. */
export function Line({ account, width }: { readonly account: ListedAccount; readonly width: number }) {
  if (width === 0) return null
  const { values, cutAt, isFalling } = trendOf(account)
  return (
    <Sparkline
      values={values}
      width={width}
      height={width > 100 ? 28 : 24}
      quiet={account.isStale || isFalling}
      cutAt={cutAt}
      isOld={account.isStale}
      className="flex-none"
    />
  )
}

/** How old the figures are. Stale ones count for no sum, and the row says so. */
export function Reading({ account, now, hasSource = false }: CellProps & { readonly hasSource?: boolean }) {
  const age = lastUpdatedText(account.lastUpdated, now)
  if (account.isStale && account.lastUpdated !== null) {
    return (
      <div className="whitespace-nowrap">
        <span className="flex items-center gap-1 text-label font-medium text-amber">
          <Clock className="size-3" />
          {age}
        </span>
        <span className={TWO}>{texts.table.notInSums}</span>
      </div>
    )
  }
  return (
    <div className="whitespace-nowrap text-ink-2">
      <span className="block truncate text-label">{age + everyText(account)}</span>
      {hasSource && account.source ? <span className={TWO}>{texts.sources[account.source]}</span> : null}
    </div>
  )
}

/** How often it is read, where that is not daily. */
const everyText = ({ refresh: { everyDays } }: ListedAccount): string =>
  everyDays > 1 ? `, ${texts.table.everyDays(everyDays)}` : ''

/** On one line, where there is no table. */
export function ReadingLine({ account, now }: CellProps) {
  const age = lastUpdatedText(account.lastUpdated, now)
  if (!account.isStale || account.lastUpdated === null)
    return <span className="whitespace-nowrap">{age + everyText(account)}</span>
  return (
    <span className="flex items-center gap-1 whitespace-nowrap text-amber">
      <Clock className="size-3" />
      {age}
      <span className="sr-only">{texts.table.notInSums}</span>
    </span>
  )
}

export function SourceName({ account, now }: CellProps): ReactNode {
  const { source, period } = account
  if (!source) return null
  const moment = period?.sourceChangedAt
  return (
    <div className="whitespace-nowrap">
      <span className="block truncate text-label text-ink-2">{texts.sources[source]}</span>
      {moment ? (
        <span className="flex items-center gap-1 text-caption text-blue">
          <Unlink className="size-3" />
          {texts.table.sinceDay(formatShortDate(moment, now))}
        </span>
      ) : null}
    </div>
  )
}
