import './shell.css'
import { Link, useRouter } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { SidebarAccounts } from '#features/analytics/index.ts'
import { useClientInAddress } from '#lib/client.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { Footer } from './footer.tsx'
import { PageLinks } from './page-links.tsx'
import { texts } from './texts.ts'

const MenuDrawer = makePreloadable(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
/** When it cannot be fetched nothing is live, and everything else works. */
const ActivityTray = lazy<ComponentType<{ readonly side: 'top' | 'bottom' }>>(() =>
  import('#features/operations/activity/components/tray.tsx').then(
    (module) => ({ default: module.ActivityTray }),
    () => ({ default: () => null }),
  ),
)

const FrameKeys = lazy<ComponentType>(() =>
  import('./frame-keys.tsx').then(
    (module) => ({ default: module.FrameKeys }),
    () => ({ default: () => null }),
  ),
)

const AuditBanner = lazy<ComponentType>(() =>
  import('#features/analytics/integrity-check/components/audit-banner.tsx').then(
    (module) => ({ default: module.AuditBanner }),
    () => ({ default: () => null }),
  ),
)

const WebhookBanner = lazy<ComponentType>(() =>
  import('#features/webhooks/webhooks/components/webhook-banner.tsx').then(
    (module) => ({ default: module.WebhookBanner }),
    () => ({ default: () => null }),
  ),
)

/** The frame of every signed-in page: a fixed sidebar on wide screens, a bar with a drawer on phones. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLElement>(null)
  const router = useRouter()
  const [menuOpen, setMenuOpen] = useState(false)
  const [menuWanted, setMenuWanted] = useState(false)
  const isAdmin = useSession().user?.role === 'admin'
  useClientInAddress()
  const isPhone = useMediaQuery('(max-width: 860px)')
  const tray = (
    <span className="size-(--control-small-height) grid place-items-center flex-none">
      <Suspense fallback={null}>
        <ActivityTray side={isPhone ? 'bottom' : 'top'} />
      </Suspense>
    </span>
  )

  // Keyboard and screen-reader users start at the heading of the new page.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) focusHeading(page.current)
      }),
    [router],
  )

  return (
    <div className="app">
      <button type="button" className="skip-link" onClick={() => page.current?.focus()}>
        {texts.skip}
      </button>
      <header className="top-bar">
        <IconButton
          label={texts.openMenu}
          icon={<Menu className="size-5" />}
          aria-haspopup="dialog"
          onPointerEnter={MenuDrawer.preload}
          onFocus={MenuDrawer.preload}
          onClick={() => {
            setMenuWanted(true)
            setMenuOpen(true)
          }}
        />
        <Link to="/" className="rounded-control">
          <Wordmark />
        </Link>
        {isPhone ? tray : null}
      </header>
      <aside className="sidebar">
        <Link to="/" className="brand">
          <Wordmark />
        </Link>
        <PageLinks />
        <h2 className="nav-heading">{texts.yourAccounts}</h2>
        <div className="nav-scroll">
          <SidebarAccounts variant="sidebar" />
        </div>
        <Footer tray={isPhone ? null : tray} />
      </aside>
      <main ref={page} id="page" className="page" tabIndex={-1}>
        <Suspense fallback={null}>
          {isAdmin ? <AuditBanner /> : null}
          <WebhookBanner />
        </Suspense>
        {children}
      </main>
      <Suspense fallback={null}>
        <FrameKeys />
      </Suspense>
      {menuWanted ? <MenuDrawer open={menuOpen} onOpenChange={setMenuOpen} /> : null}
    </div>
  )
}

function focusHeading(page: HTMLElement | null): void {
  const heading = page?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const target = heading ?? page
  target?.focus({ preventScroll: true })
}
