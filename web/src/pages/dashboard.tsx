/** The dashboard: all tracked accounts. What is sorted and filtered stands in the address. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { AccountsSection } from '#features/accounts/components/accounts-section.tsx'
import { DEFAULT_SORT } from '#features/accounts/queries.ts'
import { texts } from '#features/accounts/texts.ts'
import { TotalsLine } from '#features/metrics/components/totals-line.tsx'
import { globalMetrics } from '#features/metrics/queries.ts'
import { useSession } from '#lib/session.ts'

const AddAccountDialog = lazy(async () => ({
  default: (await import('#features/accounts/components/add-account-dialog.tsx')).AddAccountDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('#features/data-imports/components/import-dialog.tsx')).ImportDialog,
}))

const route = getRouteApi('/')

export function DashboardPage() {
  const { sort = DEFAULT_SORT, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useSession().user?.role === 'admin'
  const [wanted, setWanted] = useState({ add: false, import: false })
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const totals = useQuery(globalMetrics())

  const show = (dialog: 'add' | 'import'): void => {
    setWanted({ ...wanted, [dialog]: true })
    setOpen(dialog)
  }
  const change = (search: { sort?: typeof sort | undefined; q?: string }): void => {
    void navigate({ search: (known) => ({ ...known, ...search }), replace: true, resetScroll: false })
  }

  return (
    <>
      <h1 className="text-title">{texts.dashboard.title}</h1>
      <p className="mt-0.5 text-body text-ink-2">{texts.dashboard.subtitle}</p>
      <AccountsSection
        sort={sort}
        filter={q}
        onSortChange={(next) => change({ sort: next === DEFAULT_SORT ? undefined : next })}
        onFilterChange={(next) => change({ q: next })}
        admin={isAdmin ? { onAdd: () => show('add'), onImport: () => show('import') } : undefined}
        totals={<TotalsLine />}
        allAccounts={totals.data?.accounts}
      />
      <Suspense fallback={null}>
        {wanted.add ? (
          <AddAccountDialog open={open === 'add'} onOpenChange={(next) => setOpen(next ? 'add' : null)} />
        ) : null}
        {wanted.import ? (
          <ImportDialog open={open === 'import'} onOpenChange={(next) => setOpen(next ? 'import' : null)} />
        ) : null}
      </Suspense>
    </>
  )
}
