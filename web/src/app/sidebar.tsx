import { Link } from '@tanstack/react-router'
import { SidebarAccounts } from '#features/analytics/index.ts'
import { useClient } from '#lib/client.ts'
import { Wordmark } from '#ui/wordmark.tsx'
import { Footer } from './footer.tsx'
import { frameTexts } from './frame-texts.ts'
import { PageLinks } from './page-links.tsx'

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
