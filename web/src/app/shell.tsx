import './shell.css'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { lazyExtra } from '#lib/lazy-extra.ts'
import { makePreloadable } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { ClientPlace } from './client-place.tsx'
import { frameTexts } from './frame-texts.ts'
import { PaletteButton } from './palette-button.tsx'
import { Sidebar } from './sidebar.tsx'

/** Of a phone. */
const BottomBar = makePreloadable(async () => (await import('./bottom-bar.tsx')).BottomBar)
/** Without it nothing is live. */
const ActivityTray = lazyExtra(
  async () => (await import('#features/operations/activity/components/tray.tsx')).ActivityTray,
)
const AlertBell = lazyExtra(
  async () => (await import('#features/operations/alerts/components/alert-bell.tsx')).AlertBell,
)
const HelpButton = lazyExtra(async () => (await import('./help-button.tsx')).HelpButton)
const FrameKeys = lazyExtra(async () => (await import('./frame-keys.tsx')).FrameKeys)
const AuditBanner = lazyExtra(
  async () => (await import('#features/analytics/integrity-check/components/audit-banner.tsx')).AuditBanner,
)
const WebhookBanner = lazyExtra(
  async () => (await import('#features/webhooks/webhooks/components/webhook-banner.tsx')).WebhookBanner,
)

/**
 * The frame of every signed-in page. In the document the client and the search come first, then the page, then what is running,
 * help and the sidebar: from the top, few presses of Tab lead to the main action.
 */
export function Shell({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLElement>(null)
  const router = useRouter()
  const isAdmin = useSession().user?.role === 'admin'
  const isPhone = useMediaQuery('(max-width: 599px)')

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
        {frameTexts.skip}
      </button>
      <header className="bar">
        <ClientPlace />
        <PaletteButton />
      </header>
      <main ref={page} id="page" className="page" tabIndex={-1}>
        <Suspense fallback={null}>
          {isAdmin ? <AuditBanner /> : null}
          <WebhookBanner />
        </Suspense>
        {children}
      </main>
      <section className="bar-end" aria-label={frameTexts.barEnd}>
        <Suspense fallback={null}>
          <ActivityTray />
          <AlertBell />
          {isPhone ? null : <HelpButton />}
        </Suspense>
      </section>
      {isPhone ? <BottomBar /> : <Sidebar />}
      <Suspense fallback={null}>
        <FrameKeys />
      </Suspense>
    </div>
  )
}

function focusHeading(page: HTMLElement | null): void {
  const heading = page?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const target = heading ?? page
  target?.focus({ preventScroll: true })
}
