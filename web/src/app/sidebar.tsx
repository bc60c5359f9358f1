import { Link } from '@tanstack/react-router'
import { useClient } from '#lib/client.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { Footer } from './footer.tsx'
import { frameTexts } from './frame-texts.ts'
import { PageLinks } from './page-links.tsx'

const SidebarAccounts = makePreloadable(
  async () => (await import('#features/analytics/accounts/components/sidebar-accounts.tsx')).SidebarAccounts,
  <>
    <div className="nav-heading">
      <h2>{frameTexts.yourAccounts}</h2>
    </div>
    <div className="nav-scroll" />
  </>,
)

/** The pages, the accounts and the user. A rail of icons where the window is less than 1100 px wide. */
export function Sidebar() {
  const { clientId } = useClient()
  return (
    <aside className="sidebar">
      <Link to="/" className="brand">
        <Wordmark />
      </Link>
      <PageLinks />
      <SidebarAccounts variant="sidebar" heading={frameTexts.yourAccounts} companyId={clientId} />
      <Footer />
    </aside>
  )
}
