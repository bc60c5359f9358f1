/** The drafts of the planning page. */
import type { DraftFilter } from '../rules.ts'
import { DraftList, useDraftList } from './draft-list.tsx'

interface PlanningDraftsProps {
  readonly columns: number
  readonly filter: DraftFilter
  readonly isFiltered: boolean
  readonly onClearFilter: () => void
  readonly onNew: () => void
}

export function PlanningDrafts({ filter, ...props }: PlanningDraftsProps) {
  const list = useDraftList(filter)
  return (
    <div className="mt-5">
      <DraftList list={list} {...props} />
    </div>
  )
}
