import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { texts } from './texts.ts'

/** The pages of the product, in the sidebar and in the drawer. */
export function PageLinks({ onNavigate }: { readonly onNavigate?: () => void }) {
  return (
    <nav aria-label={texts.pages}>
      <Link to="/" className="nav-link" activeOptions={{ exact: true, includeSearch: false }} onClick={onNavigate}>
        <House />
        {texts.dashboard}
      </Link>
    </nav>
  )
}
