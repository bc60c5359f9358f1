import { Link } from '@tanstack/react-router'
import { Clapperboard, House, Settings } from 'lucide-react'
import { useSession } from '#lib/session.ts'
import { texts } from './texts.ts'

/** The pages of the product, in the sidebar and in the drawer. */
export function PageLinks({ onNavigate }: { readonly onNavigate?: () => void }) {
  const role = useSession().user?.role
  return (
    <nav aria-label={texts.pages}>
      <Link to="/" className="nav-link" activeOptions={{ exact: true, includeSearch: false }} onClick={onNavigate}>
        <House />
        {texts.dashboard}
      </Link>
      {role === 'admin' || role === 'pro' ? (
        <Link to="/reel-maker" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
          <Clapperboard />
          {texts.reelMaker}
        </Link>
      ) : null}
      {role === 'admin' ? (
        <Link to="/admin" className="nav-link mt-px" activeOptions={{ includeSearch: false }} onClick={onNavigate}>
          <Settings />
          {texts.admin}
        </Link>
      ) : null}
    </nav>
  )
}
