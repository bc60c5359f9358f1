/** The dashboard: content counted, all tracked accounts, and for those who plan content their drafts. All of it in the address. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { AccountsSection } from '#features/accounts/components/accounts-section.tsx'
import { DEFAULT_SORT } from '#features/accounts/queries.ts'
import { texts } from '#features/accounts/texts.ts'
import { ContentOverview } from '#features/content/components/content-overview.tsx'
import { texts as contentTexts } from '#features/content/texts.ts'
import { TotalsLine } from '#features/metrics/components/totals-line.tsx'
import { globalMetrics } from '#features/metrics/queries.ts'
import { useSession } from '#lib/session.ts'
import { Panel } from '#ui/panel.tsx'

const AddAccountDialog = lazy(async () => ({
  default: (await import('#features/accounts/components/add-account-dialog.tsx')).AddAccountDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('#features/data-imports/components/import-dialog.tsx')).ImportDialog,
}))
/** When it cannot be fetched the rest of the page stands, and says what is missing. */
const Planning = lazy<ComponentType>(() =>
  import('./dashboard-planning.tsx').then(
    (module) => ({ default: module.Planning }),
    () => ({ default: PlanningFailed }),
  ),
)

function PlanningFailed() {
  return (
    <Panel className="mt-8 px-5 py-4 text-label" role="alert">
      {contentTexts.planning.failed}
    </Panel>
  )
}

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
  const change = (next: { sort?: typeof sort | undefined; q?: string }): void => {
    void navigate({ search: (known) => ({ ...known, ...next }), replace: true, resetScroll: false })
  }

  return (
    <>
      <h1 className="text-title">{texts.dashboard.title}</h1>
      <p className="mt-0.5 text-body text-ink-2">{texts.dashboard.subtitle}</p>
      <ContentOverview>
        {isAdmin ? null : (
          <Link
            to="/"
            search={(known) => known}
            hash="planning"
            hashScrollIntoView
            className="link text-label max-desk:order-last max-desk:w-full"
          >
            {contentTexts.planning.jump}
          </Link>
        )}
      </ContentOverview>
      <AccountsSection
        sort={sort}
        filter={q}
        onSortChange={(next) => change({ sort: next === DEFAULT_SORT ? undefined : next })}
        onFilterChange={(next) => change({ q: next })}
        admin={isAdmin ? { onAdd: () => show('add'), onImport: () => show('import') } : undefined}
        totals={<TotalsLine />}
        allAccounts={totals.data?.accounts}
      />
      {isAdmin ? null : (
        <Suspense fallback={<div className="h-dvh" />}>
          <Planning />
        </Suspense>
      )}
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
