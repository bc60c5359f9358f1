/** What can be done with the chosen accounts. It floats over the rows and comes to rest below them. */
import './selection.css'
import { useNavigate } from '@tanstack/react-router'
import { ArrowRightLeft, CalendarClock, ChartNoAxesColumn, FolderPlus, Tag, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePageMark } from '#lib/page-marks.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import type { SelectionBarProps } from '../../accounts/components/accounts-section.tsx'
import { COMPARED_MAX, idsText } from '../../comparison/rules/selection.ts'
import { texts } from '../texts.ts'
import { ExportSelected } from './export-selected.tsx'
import { GroupSelected } from './group-selected.tsx'
import { IntervalSelected } from './interval-selected.tsx'
import { RefreshSelected } from './refresh-selected.tsx'
import { TagSelected } from './tag-selected.tsx'

const MoveSelected = makePreloadable(async () => (await import('./move-selected.tsx')).MoveSelected)
const DeleteSelected = makePreloadable(async () => (await import('./delete-selected.tsx')).DeleteSelected)

type Part = 'group' | 'tag' | 'interval' | 'export'

export function SelectionBar({ accounts, isAdmin, onClear, onChanged, onDone }: SelectionBarProps) {
  const navigate = useNavigate()
  usePageMark('selection-bar')
  const [open, setOpen] = useState<Part | null>(null)
  const anchors = {
    group: useRef<HTMLButtonElement>(null),
    tag: useRef<HTMLButtonElement>(null),
    interval: useRef<HTMLButtonElement>(null),
    export: useRef<HTMLButtonElement>(null),
  }
  const [asked, setAsked] = useState<'move' | 'remove' | null>(null)
  useEffect(() => focusHeadingAfter, [])
  const isTooMany = accounts.length > COMPARED_MAX
  const close = (): void => setOpen(null)
  const answered = { accounts, onClose: () => setAsked(null), onDone }
  const opener = (part: Part, icon: ReactNode, label: string): ReactNode => (
    <Button
      ref={anchors[part]}
      variant="quiet"
      icon={icon}
      aria-haspopup="dialog"
      aria-expanded={open === part}
      onClick={() => setOpen(open === part ? null : part)}
    >
      {label}
    </Button>
  )
  return (
    <div className="selection-bar" role="toolbar" aria-label={texts.toolbar}>
      <b role="status">{texts.count(accounts.length)}</b>
      <i aria-hidden="true" />
      <Button
        variant="quiet"
        icon={<ChartNoAxesColumn />}
        aria-disabled={isTooMany || undefined}
        title={isTooMany ? texts.compareLimit(COMPARED_MAX) : undefined}
        onClick={() => {
          if (!isTooMany) void navigate({ to: '/compare', search: { accounts: idsText(accounts.map(({ id }) => id)) } })
        }}
      >
        {texts.compare}
      </Button>
      {opener('group', <FolderPlus />, texts.group.button)}
      {opener('tag', <Tag />, texts.tag.button)}
      {isAdmin ? <RefreshSelected accounts={accounts} /> : null}
      {isAdmin ? opener('interval', <CalendarClock />, texts.interval.button) : null}
      {opener('export', <Upload />, texts.export.button)}
      {isAdmin ? (
        <>
          <Button
            variant="quiet"
            icon={<ArrowRightLeft />}
            aria-haspopup="dialog"
            onPointerEnter={MoveSelected.preload}
            onFocus={MoveSelected.preload}
            onClick={() => setAsked('move')}
          >
            {texts.move.button}
          </Button>
          <Button
            variant="quiet"
            className="text-bad"
            icon={<Trash2 className="text-bad" />}
            aria-haspopup="dialog"
            onPointerEnter={DeleteSelected.preload}
            onFocus={DeleteSelected.preload}
            onClick={() => setAsked('remove')}
          >
            {texts.remove.button}
          </Button>
        </>
      ) : null}
      <i aria-hidden="true" />
      <Button variant="quiet" aria-label={texts.clear} aria-keyshortcuts="Escape" onClick={onClear}>
        <kbd>Esc</kbd>
      </Button>
      {open === 'group' ? <GroupSelected accounts={accounts} anchor={anchors.group} onClose={close} /> : null}
      {open === 'tag' ? (
        <TagSelected accounts={accounts} anchor={anchors.tag} onClose={close} onChanged={onChanged} />
      ) : null}
      {open === 'interval' ? (
        <IntervalSelected accounts={accounts} anchor={anchors.interval} onClose={close} onChanged={onChanged} />
      ) : null}
      {open === 'export' ? <ExportSelected accounts={accounts} anchor={anchors.export} onClose={close} /> : null}
      {asked === 'move' ? <MoveSelected {...answered} /> : null}
      {asked === 'remove' ? <DeleteSelected {...answered} /> : null}
    </div>
  )
}

/** The bar goes with the last chosen account, and with its buttons what had the focus: it would fall to the top of the page. */
function focusHeadingAfter(): void {
  if (document.activeElement === document.body)
    document.getElementById('accounts-heading')?.focus({ preventScroll: true })
}
