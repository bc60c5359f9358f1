import { Link } from '@tanstack/react-router'
import { House, Plug } from 'lucide-react'
import { useSession } from '#lib/session.ts'
import { texts } from './texts.ts'

/** The pages of the product, in the sidebar and in the drawer. */
export function PageLinks({ onNavigate }: { readonly onNavigate?: () => void }) {
  const isAdmin = useSession().user?.role === 'admin'
  return (
    <nav aria-label={texts.pages}>
      <Link to="/" className="nav-link" activeOptions={{ exact: true, includeSearch: false }} onClick={onNavigate}>
        <House />
        {texts.dashboard}
      </Link>
      {isAdmin ? (
        <Link to="/connections" className="nav-link mt-px" onClick={onNavigate}>
          <Plug />
          {texts.connections}
        </Link>
      ) : null}
    </nav>
  )
}
