/** The head of an account's pages: where it is, whose account, what can be done, and the tabs. Each tab has an address. */
import { Link } from '@tanstack/react-router'
import { ChevronRight, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountTexts as texts } from '#features/analytics/index.ts'
import { useSession } from '#lib/session.ts'
import { TabList, TabPanel } from '#ui/tabs.tsx'

export type AccountTab = 'overview' | 'analysis' | 'posts' | 'insights'

const TABS = [
  { name: 'overview', to: '/account/$accountId' },
  { name: 'analysis', to: '/account/$accountId/analysis' },
  { name: 'posts', to: '/account/$accountId/posts' },
  { name: 'insights', to: '/account/$accountId/insights' },
] as const

interface AccountFrameProps {
  readonly accountId: number
  readonly username: string | undefined
  readonly open: AccountTab
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function AccountFrame({ accountId, username, open, actions, children }: AccountFrameProps) {
  // What an owner granted is for those who may publish.
  const maySeeInsights = useSession().user?.role !== 'basic'
  return (
    <>
      {/* The heading has a line of its own, so that no name wraps when it arrives. */}
      <div className="flex flex-wrap items-start gap-4 broad:grid broad:grid-cols-[minmax(0,1fr)_auto] broad:items-center broad:gap-y-1">
        <div className="w-full min-w-0 broad:contents">
          <nav aria-label={texts.account.breadcrumb} className="hidden desk:max-broad:mb-1.5 desk:block">
            <ol className="flex items-center gap-1.5 text-label text-ink-3">
              <li>
                <Link to="/" className="hover:text-ink">
                  {texts.account.home}
                </Link>
              </li>
              <li className="flex items-center gap-1.5" aria-current="page">
                <ChevronRight className="size-3.5" />
                {texts.account.crumb}
              </li>
            </ol>
          </nav>
          {/* On a phone a long name takes two lines: they are kept free while it is on its way. */}
          <h1 className="text-title break-words broad:col-span-full broad:row-start-2 max-desk:grid max-desk:min-h-[calc(2*var(--title-line))] max-desk:grid-cols-[minmax(0,1fr)] max-desk:items-end">
            {username ? texts.account.heading(username) : texts.account.loading}
          </h1>
        </div>
        <div className="flex flex-wrap gap-2 max-desk:w-full max-desk:[&>*]:flex-1 max-desk:[&>*]:px-1.5 max-desk:[&>*]:text-label desk:max-broad:mt-1">
          {actions}
          <Link to="/compare" search={{ accounts: String(accountId) }} className="button">
            <TrendingUp />
            {texts.account.compare}
          </Link>
        </div>
      </div>
      <div className="mt-4">
        <TabList label={texts.tabs.label} open={open}>
          {(getTabProps) =>
            TABS.filter(({ name }) => name !== 'insights' || maySeeInsights).map(({ name, to }) => (
              <Link key={name} to={to} params={{ accountId: String(accountId) }} {...getTabProps(name)}>
                {texts.tabs[name]}
              </Link>
            ))
          }
        </TabList>
      </div>
      <TabPanel name={open}>{children}</TabPanel>
    </>
  )
}
