/** What all tabs of the planning page are filtered by, in one row. */
import { getRouteApi } from '@tanstack/react-router'
import { planningTexts as texts } from '#features/content/index.ts'
import { FilterField } from '#ui/filter-field.tsx'

const route = getRouteApi('/planning')
type Search = ReturnType<typeof route.useSearch>

export function PlanningFilters() {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: { [Key in keyof Search]?: Search[Key] | undefined }): void => {
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }
  return (
    <search className="planning-filters" aria-label={texts.filters.label}>
      <FilterField
        className="w-40"
        label={texts.filters.search}
        placeholder={texts.filters.search}
        filter={q}
        onFilterChange={(next) => change({ q: next || undefined })}
      />
    </search>
  )
}
