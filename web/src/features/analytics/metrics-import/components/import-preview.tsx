/** What is in a file and what importing it would do. Nothing is stored yet. */
import type { ImportPreview } from '@tangelo/contract'
import { FileText, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { CompanyField } from '#features/identity/index.ts'
import { formatBytes, formatDay, formatWhole } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { countKnownRows, hindranceIn } from '../rules.ts'
import { texts as all } from '../texts.ts'
import { ColumnChoices } from './columns.tsx'
import { Counts } from './counts.tsx'
import { RefusedRows } from './import-report.tsx'
import type { Columns } from './import-state.ts'
import { SampleRows } from './sample-rows.tsx'

const texts = all.preview

interface PreviewProps {
  readonly preview: ImportPreview
  readonly isStale: boolean
  readonly onCompany: (id: number) => void
  readonly onColumns: (columns: Columns) => void
  readonly onAnother: () => void
}

export function Preview({ preview, isStale, onCompany, onColumns, onAnother }: PreviewProps) {
  const { table, accounts } = preview
  const hindrance = hindranceIn(preview)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]" aria-busy={isStale}>
      <FileLine preview={preview} onAnother={onAnother} />
      <div className="mt-4">
        <CompanyField value={preview.companyId} onChange={(id) => id !== null && onCompany(id)} />
        <p className="-mt-2 text-caption text-ink-3">{all.company}</p>
      </div>
      <div role="status" className={`mt-4 ${isStale ? 'text-ink-3' : ''}`}>
        {hindrance === 'columns' ? (
          <Notice title={texts.missingTitle} text={texts.missing(listOf(table?.missing ?? []))} />
        ) : (
          <Outcome preview={preview} />
        )}
        {accounts.elsewhere.length > 0 ? (
          <p className="mt-2 text-note text-ink-2">
            {texts.elsewhere(
              accounts.elsewhere
                .map(({ companyName, accounts: count }) => texts.inCompany(formatWhole(count), companyName))
                .join(', '),
            )}
          </p>
        ) : null}
      </div>
      {preview.refusedCount > 0 ? <LeftOut preview={preview} isOpen={hindrance === 'refused'} /> : null}
      {table ? <ColumnChoices table={table} onChange={onColumns} /> : null}
      {preview.sample.length > 0 ? <SampleRows rows={preview.sample} format={preview.format} /> : null}
    </div>
  )
}

const listOf = (missing: NonNullable<ImportPreview['table']>['missing']): string =>
  missing.map((column) => (column === 'date' ? 'Date' : texts.fields[column])).join(', ')

function FileLine({ preview, onAnother }: { preview: ImportPreview; onAnother: () => void }) {
  const { fileName, fileBytes, rows, format, table } = preview
  const facts = [
    texts.kinds[format],
    formatBytes(fileBytes),
    rows > 0 ? texts.rows(formatWhole(rows), rows) : '',
    table ? texts.separators[table.separator] : '',
  ]
  return (
    <div className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-3 rounded-panel border border-line p-3">
      <FileText className="size-5 text-ink-3" />
      <div>
        <b className="block truncate font-[550]">{fileName}</b>
        <span className="block text-note text-ink-2">{facts.filter(Boolean).join(', ')}</span>
      </div>
      <Button size="small" onClick={onAnother}>
        {texts.choose}
      </Button>
    </div>
  )
}

function Notice({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-panel bg-amber-wash px-4 py-3">
      <h3 className="text-panel">{title}</h3>
      <p className="mt-0.5 text-label text-ink-2">{text}</p>
    </div>
  )
}

function Outcome({ preview }: { preview: ImportPreview }) {
  const { accounts, snapshots, posts, refusedCount, rows, from, to } = preview
  const hindrance = hindranceIn(preview)
  if (hindrance === 'known')
    return (
      <Notice title={texts.allKnown(formatWhole(rows - refusedCount), rows - refusedCount)} text={texts.allKnownHint} />
    )
  if (hindrance === 'refused') return <Notice title={texts.allRefused} text={texts.allRefusedHint} />
  const ofPosts = { count: posts, label: texts.posts(posts) }
  const known = countKnownRows(preview) ?? 0
  return (
    <>
      <Counts
        counts={[
          { count: accounts.made, label: texts.made(accounts.made) },
          { count: accounts.matched, label: texts.matched(accounts.matched) },
          ...(preview.format === 'posts' ? [ofPosts] : [{ count: snapshots, label: texts.snapshots(snapshots) }]),
          ...(preview.format === 'profiles'
            ? [ofPosts]
            : [{ count: refusedCount, label: texts.rejected(refusedCount) }]),
        ]}
      />
      <p className="mt-2 text-label text-ink-2">
        {texts.dates}:{' '}
        <b className="font-strong text-ink">
          {from && to ? texts.range(formatDay(from, true), formatDay(to, true)) : texts.noDates}
        </b>
        {known > 0 ? `. ${texts.known(formatWhole(known), known)}` : null}
      </p>
    </>
  )
}

function LeftOut({ preview, isOpen: isOpenAtFirst }: { preview: ImportPreview; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { refused, refusedCount } = preview
  return (
    <div className="mt-3">
      <p className="mb-2 flex items-center gap-2.5 rounded-panel bg-amber-wash px-3 py-2.5 text-label">
        <TriangleAlert className="text-amber" />
        <span className="flex-1">{texts.leftOut(formatWhole(refusedCount), refusedCount)}</span>
        <button
          type="button"
          className="min-h-6 font-medium text-ink underline underline-offset-3"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.hideRows : texts.showRows}
        </button>
      </p>
      {isOpen ? <RefusedRows rows={refused} count={refusedCount} /> : null}
    </div>
  )
}
