/** Which columns the table has. The browser remembers the choice. */
import type { RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Popover } from '#ui/popover.tsx'
import { COLUMNS, type Column } from '../rules/columns.ts'
import { texts } from '../texts/list.ts'

interface ColumnListProps {
  readonly columns: readonly Column[]
  /** Null: as many as the window has room for. */
  readonly onChange: (columns: readonly Column[] | null) => void
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function ColumnList({ columns, onChange, anchor, onClose }: ColumnListProps) {
  const toggle = (column: Column): void =>
    onChange(COLUMNS.filter((each) => (each === column ? !columns.includes(each) : columns.includes(each))))
  return (
    <Popover onClose={onClose} anchor={anchor} title={texts.tools.columns} side="bottom" width={240}>
      <ul className="px-2 pb-2">
        {COLUMNS.map((column) => (
          <li key={column}>
            <label
              htmlFor={`column-${column}`}
              className="flex min-h-8 items-center gap-2.5 rounded-badge px-3 text-label hover:bg-sunken"
            >
              <Checkbox
                id={`column-${column}`}
                label={texts.table.columns[column]}
                checked={columns.includes(column)}
                onChange={() => toggle(column)}
              />
              <span aria-hidden="true">{texts.table.columns[column]}</span>
            </label>
          </li>
        ))}
      </ul>
      <div className="border-t border-line p-2">
        <Button variant="quiet" size="small" className="w-full" onClick={() => onChange(null)}>
          {texts.tools.usualColumns}
        </Button>
      </div>
    </Popover>
  )
}
