/** The admin panel: a tab for each thing an administrator looks after. The URL holds what is shown; a tab is loaded when opened. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentType } from 'react'
import {
  ADMIN_TABS,
  type AdminTab,
  type AdminTabProps,
  DEFAULT_ADMIN_LIST_TAB as DEFAULT_TAB,
  adminListTexts as texts,
} from '#features/core/index.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { TabList, TabPanel } from '#ui/tabs.tsx'

const LOADING = <p className="sr-only">{texts.loading}</p>

const PANELS: Readonly<Record<AdminTab, ComponentType<AdminTabProps>>> = {
  companies: makePreloadable(async () => (await import('./admin-companies.tsx')).AdminCompanies, LOADING),
  users: makePreloadable(
    async () => (await import('#features/identity/users/components/users-tab.tsx')).UsersTab,
    LOADING,
  ),
  accounts: makePreloadable(async () => (await import('./admin-accounts.tsx')).AdminAccounts, LOADING),
  api: makePreloadable(
    async () => (await import('#features/identity/api-tokens/components/api-documentation.tsx')).ApiDocumentation,
    LOADING,
  ),
  connections: makePreloadable(async () => (await import('./admin-connections.tsx')).ConnectionsTab, LOADING),
  system: makePreloadable(async () => (await import('./admin-system.tsx')).SystemTab, LOADING),
}

const route = getRouteApi('/admin')

export function AdminPage() {
  const { tab: open = DEFAULT_TAB, q = '', order, company } = route.useSearch()
  const navigate = route.useNavigate()
  const Panel = PANELS[open]
  const filter = { q, order, company: company === undefined ? undefined : Number(company) }

  const change: AdminTabProps['onFilter'] = (next) => {
    const { company: only, ...others } = next
    const narrowed = 'company' in next ? { company: only === undefined ? undefined : String(only) } : {}
    void navigate({
      // Another tab may have been opened meanwhile, and not be drawn yet: it has a filter of its own.
      search: (known) => ((known.tab ?? DEFAULT_TAB) === open ? { ...known, ...others, ...narrowed } : known),
      replace: true,
      resetScroll: false,
    })
  }

  return (
    <>
      <Link to="/" className="link inline-flex items-center gap-1.5 py-0.5 text-label">
        <ArrowLeft />
        {texts.back}
      </Link>
      <h1 className="mt-2 text-title">{texts.title}</h1>
      <p className="mt-0.5 mb-5 text-body text-ink-2">{texts.subtitle}</p>
      <TabList label={texts.title} open={open}>
        {(getTabProps) =>
          ADMIN_TABS.map((tab) => (
            <Link key={tab} to="/admin" search={tab === DEFAULT_TAB ? {} : { tab }} {...getTabProps(tab)}>
              {texts.tabs[tab]}
            </Link>
          ))
        }
      </TabList>
      <TabPanel name={open}>
        <div className="mt-5">
          <Panel key={open} filter={filter} onFilter={change} />
        </div>
      </TabPanel>
    </>
  )
}
