/** The entries, the latest first: when, who from where, what from what to what, and whose affair it is. */
import { formatExactMoment } from '#lib/format.ts'
import type { AuditEntry } from '../queries.ts'
import { type Choice, detailText, objectText } from '../rules.ts'
import { texts } from '../texts/entries.ts'
import { texts as logTexts } from '../texts/log.ts'

export const ROW =
  'items-start gap-x-2.5 gap-y-0.5 border-b border-line px-4 py-2.5 max-desk:flex max-desk:flex-wrap desk:grid desk:gap-x-6 desk:grid-cols-[136px_minmax(0,168px)_minmax(0,1fr)_minmax(0,136px)] vast:grid-cols-[160px_2fr_5fr_2fr] desk:px-5'

interface AuditRowsProps {
  readonly rows: readonly AuditEntry[]
  readonly stale: boolean
  readonly onOnly: (change: Partial<Choice>) => void
}

export function AuditRows({ rows, stale, onOnly }: AuditRowsProps) {
  const { when, who, what, company } = logTexts.columns
  return (
    <>
      <div className={`${ROW} text-caption font-medium text-ink-3 max-desk:hidden`} aria-hidden="true">
        {[when, who, what, company].map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul aria-label={logTexts.list} aria-busy={stale} className={stale ? 'opacity-60' : ''}>
        {rows.map((row) => (
          <li key={row.number} className={`${ROW} text-table last:border-b-0`}>
            <time
              dateTime={row.at}
              className="text-ink-2 tabular-nums max-desk:order-2 max-desk:text-note max-desk:text-ink-3"
            >
              {formatExactMoment(row.at)}
            </time>
            <Who row={row} onOnly={onOnly} />
            <What row={row} />
            <Company row={row} onOnly={onOnly} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface PartProps {
  readonly row: AuditEntry
  readonly onOnly: AuditRowsProps['onOnly']
}

function Who({ row: { userId, userName, via, address }, onOnly }: PartProps) {
  const name = texts.names[via] || userName
  const from = [texts.ways[via], address].filter(Boolean).join(', ')
  return (
    <span className="min-w-0 max-desk:order-3 max-desk:flex max-desk:gap-x-2.5 max-desk:text-note">
      {userId === null ? (
        <span className="block truncate">{name}</span>
      ) : (
        <Only label={logTexts.onlyBy(name)} onClick={() => onOnly({ user: { id: userId, name } })}>
          {name}
        </Only>
      )}
      <span className="block truncate text-note text-ink-3">{from}</span>
    </span>
  )
}

function What({ row }: { readonly row: AuditEntry }) {
  const object = objectText(row)
  const details = Object.entries(row.details)
    .map(([name, detail]) => detailText(name, detail, texts.values))
    .filter(Boolean)
  return (
    <span className="min-w-0 break-words max-desk:order-1 max-desk:w-full">
      {texts.acts[row.act]}
      {object ? (
        <>
          {' '}
          <b className="font-strong">{object}</b>
        </>
      ) : null}
      {details.length > 0 ? <span className="block text-note text-ink-2">{details.join(', ')}</span> : null}
    </span>
  )
}

function Company({ row: { companyId, companyName }, onOnly }: PartProps) {
  if (companyId === null) return <span className="text-ink-3 max-desk:hidden">{texts.installation}</span>
  const name = companyName ?? texts.goneCompany(companyId)
  return (
    <span className="min-w-0 text-ink-2 max-desk:order-4 max-desk:text-note">
      <Only label={logTexts.onlyOf(name)} onClick={() => onOnly({ company: { id: companyId, name } })}>
        {name}
      </Only>
    </span>
  )
}

/** A name that shows what else there is of it. */
function Only({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      title={label}
      className="block min-h-6 max-w-full truncate rounded-control text-left hover:text-accent-ink hover:underline"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
