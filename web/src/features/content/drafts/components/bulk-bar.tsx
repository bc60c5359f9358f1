/** The bulk actions of the selected drafts: approve or delete all at once, with an undo. Floats at the foot of the window. */
import type { ContentItem } from '@tangelo/contract'
import { CONTENT_STATUSES, type ContentStatus } from '@tangelo/contract/limits'
import { CalendarDays, Check, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatWhole } from '#lib/format.ts'
import { usePageMark } from '#lib/page-marks.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { useChangeStatus } from '../queries/changes.ts'
import { texts } from '../texts/drafts.ts'

const BulkPlanDialog = makePreloadable(async () => (await import('./bulk-plan-dialog.tsx')).BulkPlanDialog)
const ACTION = 'max-desk:order-2 max-desk:flex-[1_1_45%]'

interface BulkBarProps {
  readonly selected: readonly ContentItem[]
  /** All drafts that have been loaded. */
  readonly loaded: number
  readonly onSelectAll: () => void
  readonly onClear: () => void
  /** A further action of another domain. */
  readonly children?: ReactNode
}

interface Former {
  readonly posts: ContentItem[]
  readonly status: ContentStatus
  readonly needsApproval?: true
}

/** The posts by what they were: one request gives all its posts the same status. */
function groupByFormer(posts: readonly ContentItem[], before: readonly ContentItem[]): Former[] {
  const formerById = new Map(before.map((post) => [post.id, post]))
  const groups = new Map<string, Former>()
  for (const post of posts) {
    const former = formerById.get(post.id)
    const status = CONTENT_STATUSES.find((one) => one === former?.status) ?? 'Draft'
    const approvalAskedAt = former?.approvalAskedAt ?? null
    const key = `${approvalAskedAt !== null} ${status}`
    const group = groups.get(key) ?? { posts: [], status, ...(approvalAskedAt !== null && { needsApproval: true }) }
    group.posts.push(post)
    groups.set(key, group)
  }
  return [...groups.values()]
}

export function BulkBar({ selected, loaded, onSelectAll, onClear, children }: BulkBarProps) {
  usePreload(BulkPlanDialog)
  const change = useChangeStatus()
  const [planned, setPlanned] = useState<readonly ContentItem[]>()

  const applyStatus = (status: ContentStatus): void => {
    onClear()
    // A promise: the callbacks of `mutate` are dropped when the page is left before the answer.
    void change.mutateAsync({ posts: selected, status }).then(
      ({ changed, refused }) => {
        const action = {
          label: texts.bulk.undo,
          onAction: () => undo(changed, selected),
        }
        const [first] = refused
        if (first) {
          toast({
            title: texts.bulk.refused(refused.length, selected.length),
            description: first.message,
            tone: 'destructive',
            ...(changed.length > 0 ? { action } : {}),
          })
          return
        }
        const count = changed.length
        toast(
          status === 'Approved'
            ? { title: texts.bulk.approved(count), action }
            : {
                title: texts.bulk.removed(count),
                description: count === 1 ? texts.bulk.removedNote : texts.bulk.removedNotes,
                action,
              },
        )
      },
      (error: Error) => showFailure(texts.bulk.failed, error.message),
    )
  }
  /** Each post gets back the status that it had, and goes on waiting where it waited for approval. */
  const undo = async (changed: readonly ContentItem[], before: readonly ContentItem[]): Promise<void> => {
    const groups = groupByFormer(changed, before)
    try {
      const answers = await Promise.all(groups.map((group) => change.mutateAsync(group)))
      const refused = answers.flatMap((answer) => answer.refused)
      const [first] = refused
      if (first) {
        const title = texts.bulk.refused(refused.length, changed.length)
        showFailure(title, first.message)
      } else
        toast({
          title: texts.bulk.undone(
            changed.length,
            groups.every(({ status }) => status === 'Draft'),
          ),
        })
    } catch (error) {
      showFailure(texts.bulk.undoFailed, error instanceof Error ? error.message : '')
    }
  }

  // Once drawn it stays, hidden: a dialog that one of its buttons has opened outlives the selection, which ends when colleagues
  // take the selected drafts out of the list.
  const [isDrawn, setDrawn] = useState(false)
  if (selected.length > 0 && !isDrawn) setDrawn(true)
  usePageMark('selection-bar', selected.length > 0)
  if (!isDrawn) return null
  return (
    <div
      hidden={selected.length === 0}
      className="sticky bottom-4 z-4 mx-auto mt-6 flex w-max max-w-full animate-[rise_var(--mid)_var(--ease)] flex-wrap items-center gap-1.5 rounded-panel bg-raised py-1.5 pr-1.5 pl-4 text-table [box-shadow:var(--lift)] max-desk:w-full"
      role="toolbar"
      aria-label={texts.bulk.toolbar}
    >
      <b className="font-strong whitespace-nowrap" role="status">
        {texts.bulk.selected(formatWhole(selected.length))}
      </b>
      {selected.length < loaded ? (
        <button type="button" className="link ml-1.5 text-label whitespace-nowrap" onClick={onSelectAll}>
          {texts.bulk.selectAll(formatWhole(loaded))}
        </button>
      ) : null}
      <i className="mx-1.5 h-5 w-px bg-line-2 max-desk:hidden" />
      <Button variant="quiet" className={ACTION} icon={<Check />} onClick={() => applyStatus('Approved')}>
        {texts.bulk.approve}
      </Button>
      <Button variant="quiet" className={ACTION} icon={<CalendarDays />} onClick={() => setPlanned(selected)}>
        {texts.bulk.plan}
      </Button>
      {children}
      <Button
        variant="quiet"
        className={`text-bad ${ACTION}`}
        icon={<Trash2 className="text-bad" />}
        onClick={() => applyStatus('Delete')}
      >
        {texts.bulk.remove}
      </Button>
      <i className="mx-1.5 h-5 w-px bg-line-2 max-desk:hidden" />
      <IconButton
        className="max-desk:order-1 max-desk:ml-auto"
        label={texts.bulk.clear}
        icon={<X />}
        onClick={onClear}
      />
      {planned ? <BulkPlanDialog posts={planned} onClose={() => setPlanned(undefined)} /> : null}
    </div>
  )
}
