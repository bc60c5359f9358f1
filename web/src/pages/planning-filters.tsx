/** What all tabs of the planning page are filtered by: one row, on a phone a sheet behind one button. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListFilter, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { assignees, PLANNING_STATUSES, type PlanningStatus, planningTexts as texts } from '#features/content/index.ts'
import { useClient } from '#lib/client.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { FilterField } from '#ui/filter-field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import { AccountFilter } from './planning-account-filter.tsx'

const route = getRouteApi('/planning')
type Search = ReturnType<typeof route.useSearch>

interface PlanningFiltersProps {
  /** What is shown is filtered by its account alone. */
  readonly isByAccount: boolean
}

export function PlanningFilters({ isByAccount }: PlanningFiltersProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isPhone = useMediaQuery('(width < 600px)')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const set = (isByAccount ? [search.account] : [search.q, search.account, search.assignee, search.status]).filter(
    Boolean,
  ).length
  const change = (next: { [Key in keyof Search]?: Search[Key] | undefined }): void => {
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }
  const controls = <Controls isSheet={isPhone} isByAccount={isByAccount} onChange={change} />
  if (!isPhone) {
    return (
      <search className="planning-filters" aria-label={texts.filters.label}>
        {controls}
        {set > 0 ? <ClearButton onClear={() => change(NOTHING)} /> : null}
      </search>
    )
  }
  return (
    <search className="planning-filters flex-none" aria-label={texts.filters.label}>
      <Button
        ref={button}
        icon={<ListFilter />}
        aria-label={texts.filters.open(set)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {set > 0 ? set : null}
      </Button>
      {isOpen ? (
        <Popover title={texts.filters.label} anchor={button} onClose={() => setIsOpen(false)}>
          <div className="planning-sheet">
            {controls}
            {set > 0 ? <Button onClick={() => change(NOTHING)}>{texts.filters.clear}</Button> : null}
          </div>
        </Popover>
      ) : null}
    </search>
  )
}

const NOTHING = { q: undefined, account: undefined, assignee: undefined, status: undefined }

function ClearButton({ onClear }: { onClear: () => void }) {
  return <IconButton label={texts.filters.clear} icon={<X />} onClick={onClear} />
}

interface ControlsProps extends PlanningFiltersProps {
  readonly isSheet: boolean
  readonly onChange: (next: { [Key in keyof Search]?: Search[Key] | undefined }) => void
}

function Controls({ isSheet, isByAccount, onChange }: ControlsProps) {
  const { q = '', account = '', assignee = '', status = '' } = route.useSearch()
  const { clientId } = useClient()
  const people = useQuery(assignees(clientId ?? undefined))
  const isUnknown = assignee !== '' && people.data?.every(({ id }) => String(id) !== assignee)
  const accounts = (
    <AccountFilter
      account={account}
      clientId={clientId}
      onChange={(next) => onChange({ account: next || undefined })}
    />
  )
  if (isByAccount) return accounts
  return (
    <>
      <FilterField
        className={isSheet ? '' : 'w-36'}
        label={texts.filters.search}
        placeholder={texts.filters.search}
        filter={q}
        onFilterChange={(next) => onChange({ q: next || undefined })}
      />
      {accounts}
      <Select
        label={texts.filters.assignee}
        hideLabel
        isInAddress
        value={assignee}
        onChange={(next) => onChange({ assignee: next || undefined })}
        options={[
          { value: '', label: texts.filters.allAssignees },
          ...(isUnknown ? [{ value: assignee, label: texts.filters.unknownAssignee }] : []),
          ...(people.data ?? []).map(({ id, username }) => ({ value: String(id), label: username })),
        ]}
      />
      <Select<PlanningStatus | ''>
        label={texts.filters.status}
        hideLabel
        isInAddress
        value={PLANNING_STATUSES.find((known) => known === status) ?? ''}
        onChange={(next) => onChange({ status: next || undefined })}
        options={[
          { value: '', label: texts.filters.allStatuses },
          ...PLANNING_STATUSES.map((value) => ({ value, label: texts.filters.statuses[value] })),
        ]}
      />
    </>
  )
}
