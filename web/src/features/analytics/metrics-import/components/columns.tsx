/** What each column of a table holds: its name, its first cell, and the choice. */
import type { ImportPreview } from '@tangelo/contract'
import { IMPORT_COLUMNS, type ImportColumn } from '@tangelo/contract/limits'
import { Select } from '#ui/select.tsx'
import { withColumn } from '../rules.ts'
import { texts as all } from '../texts.ts'
import type { Columns } from './import-state.ts'

const texts = all.preview

const NONE = 'none'
const OPTIONS = [
  { value: NONE, label: texts.leaveOut },
  ...IMPORT_COLUMNS.map((column) => ({ value: column, label: texts.fields[column] })),
] as const

interface ColumnChoicesProps {
  readonly table: NonNullable<ImportPreview['table']>
  readonly onChange: (columns: Columns) => void
}

export function ColumnChoices({ table, onChange }: ColumnChoicesProps) {
  const columns = table.columns.map(({ holds }) => holds)
  const choose = (at: number, value: ImportColumn | typeof NONE): void =>
    onChange(withColumn(columns, at, value === NONE ? null : value))
  return (
    <section className="mt-5" aria-labelledby="columns-heading">
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <h3 id="columns-heading" className="text-panel">
          {texts.columns}
        </h3>
        <span className="text-note text-ink-2">
          {texts.recognized(columns.filter((column) => column !== null).length, columns.length)}
        </span>
      </div>
      <ul className="rounded-panel border border-line">
        {table.columns.map(({ name, samples, holds }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and their order never changes
            key={at}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,176px)] items-center gap-x-3 border-line px-3 py-1.5 not-first:border-t desk:grid-cols-[132px_minmax(0,1fr)_208px]"
          >
            <code className="truncate font-mono text-note">{name || texts.unnamed(at + 1)}</code>
            <span className="truncate text-label text-ink-2 max-desk:row-start-2">{samples[0] ?? ''}</span>
            <span className="grid max-desk:row-span-2">
              <Select
                label={texts.holds(name || texts.unnamed(at + 1))}
                hideLabel
                value={holds ?? NONE}
                options={OPTIONS}
                onChange={(value) => choose(at, value)}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
