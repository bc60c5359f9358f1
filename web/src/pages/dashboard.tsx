/** 'Instagram Analytics Dashboard': the totals line, content counted, all tracked accounts, and drafts for those who plan. All in the address. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import {
  AccountsSection,
  accountPages,
  DEFAULT_SORT,
  globalMetrics,
  TotalsLine,
  accountListTexts as texts,
} from '#features/analytics/index.ts'
import { ContentOverview, itemOverviewTexts as contentTexts } from '#features/content/index.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'

const AddAccountDialog = makePreloadable(
  async () => (await import('#features/analytics/accounts/components/add-account-dialog.tsx')).AddAccountDialog,
)
const ImportDialog = makePreloadable(
  async () => (await import('#features/analytics/metrics-import/components/import-dialog.tsx')).ImportDialog,
)
/** Others open none of these dialogs. */
const ADMIN_PARTS = [AddAccountDialog, ImportDialog]
/** When it cannot be fetched the rest of the page still works, and says what is missing. */
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

/** After this long the planner no longer waits for a slow list of accounts. */
const PLACE_AWAITED_MS = 2_000

const route = getRouteApi('/')

export function DashboardPage() {
  const { sort = DEFAULT_SORT, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useSession().user?.role === 'admin'
  const [wanted, setWanted] = useState({ add: false, import: false })
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const totals = useQuery(globalMetrics())
  const { isPending } = useInfiniteQuery({ ...accountPages(sort, q), placeholderData: keepPreviousData })
  // Three grey rows become as many as there are accounts: what is below them is drawn once its place is known.
  const isPlaceKnown = useDelayed(isPending, PLACE_AWAITED_MS) || !isPending
  usePreload(...(isAdmin ? ADMIN_PARTS : []))

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
      <ContentOverview />
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
        <div hidden={!isPlaceKnown}>
          <Suspense fallback={<div className="h-dvh" />}>
            <Planning />
          </Suspense>
        </div>
      )}
      {wanted.add ? (
        <AddAccountDialog open={open === 'add'} onOpenChange={(next) => setOpen(next ? 'add' : null)} />
      ) : null}
      {wanted.import ? (
        <ImportDialog open={open === 'import'} onOpenChange={(next) => setOpen(next ? 'import' : null)} />
      ) : null}
    </>
  )
}
