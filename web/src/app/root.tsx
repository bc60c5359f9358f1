import { Outlet, rootRouteId, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { setPageTitle } from '#lib/page-title.ts'
import { Toaster } from '#ui/toast.tsx'
import { texts } from './texts.ts'
import { Waiting } from './waiting.tsx'

const RouteGuard = lazy(async () => ({ default: (await import('./route-guard.tsx')).RouteGuard }))

const OPEN_TO_ALL: readonly string[] = ['/login', '/mail/$part', '/test', rootRouteId]

/** Above every page: its title, the toasts, and the guard, except for /login, /mail, /test and addresses without a page. */
export function Root() {
  const page = useMatches({ select: (matches) => matches.at(-1) })
  const title = page?.staticData.title
  const path = page?.pathname
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page of the same kind at another address starts from the route's title again
  useLayoutEffect(() => setPageTitle(title), [title, path])
  return (
    <>
      {page && OPEN_TO_ALL.includes(page.routeId) ? (
        <Outlet />
      ) : (
        <Suspense fallback={<Waiting text={texts.loading} />}>
          <RouteGuard />
        </Suspense>
      )}
      <Toaster />
    </>
  )
}
