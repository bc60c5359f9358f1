import { Link, useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useSession } from '#lib/session.ts'
import { frameTexts } from './frame-texts.ts'
import { PAGES } from './page-list.ts'
import { findDenial } from './page-roles.ts'

interface PageLinksProps {
  readonly isDrawer?: boolean
  readonly onNavigate?: () => void
}

/** The pages this user may open, in the sidebar and in the drawer. */
export function PageLinks({ isDrawer = false, onNavigate }: PageLinksProps) {
  const role = useSession().user?.role ?? 'basic'
  const { history } = useRouter()
  // The router's own word comes with the page, which a slow machine still has to draw.
  const goingTo = useSyncExternalStore(history.subscribe, () => history.location.pathname)
  return (
    <nav aria-label={frameTexts.pages}>
      {PAGES.filter(({ to }) => findDenial(to, role) === null).map(({ to, label, drawerLabel, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className="nav-link not-first:mt-px"
          aria-current={goingTo === to ? 'page' : undefined}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          onClick={onNavigate}
        >
          <Icon />
          <span>{(isDrawer && drawerLabel) || label}</span>
        </Link>
      ))}
    </nav>
  )
}
