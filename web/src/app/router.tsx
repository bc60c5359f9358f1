/** The router: what it keeps in the address, what it shows meanwhile, and when it draws. */
import { createRouter } from '@tanstack/react-router'
import { waitForPaint } from '#lib/after-paint.ts'
import { PageFailed } from './page-failed.tsx'
import { routeTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './search-values.ts'
import { texts } from './texts.ts'
import { Waiting } from './waiting.tsx'

export function createAppRouter() {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Waiting text={texts.loading} />,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })
  const { load } = router
  let newest = 0
  // The address changes at once; a page that takes long to draw comes after the paint that answers the press.
  router.load = async (options) => {
    const turn = ++newest
    if (options?.action) {
      router.updateLatestLocation()
      // What only the history's entry keeps is not drawn.
      if (router.latestLocation.href !== router.state.location.href) await waitForPaint()
    }
    if (turn === newest) await load(options)
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Names the browser tab, until the page itself knows better. */
    title?: string
  }
}
