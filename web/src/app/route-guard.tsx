import type { Role } from '@tangelo/contract/limits'
import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { authTexts } from '#features/identity/index.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { currentSession, onSessionChange, useSession } from '#lib/session.ts'
import { showFailure } from '#ui/toast.tsx'
import { frameTexts } from './frame-texts.ts'
import { findDenial } from './page-roles.ts'
import { Shell } from './shell.tsx'
import { Waiting } from './waiting.tsx'

const NewPassword = lazy(async () => ({
  default: (await import('#features/identity/change-password/components/new-password.tsx')).NewPassword,
}))

const TwoFactorDue = lazy(async () => ({
  default: (await import('#features/identity/two-factor/components/two-factor-due.tsx')).TwoFactorDue,
}))

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

/** The guard of every page but /login: waits for the session, leads to /login without one, shows the page with one. */
export function RouteGuard() {
  const { state, user, mustChangePassword, mustSetUpTwoFactor } = useSession()
  if (state === 'loading') return <Waiting text={authTexts.verifying} />
  // A guard of unsaved changes would stop this and ask, in a dialog that goes with the page.
  if (state === 'unauthenticated') return <Navigate to="/login" replace ignoreBlocker />
  if (mustChangePassword) {
    return (
      <Suspense fallback={<Waiting text={authTexts.verifying} />}>
        <NewPassword username={user?.username ?? ''} />
      </Suspense>
    )
  }
  if (mustSetUpTwoFactor) {
    return (
      <Suspense fallback={<Waiting text={authTexts.verifying} />}>
        <TwoFactorDue />
      </Suspense>
    )
  }
  return (
    <>
      <Workplace key={user?.id} role={user?.role ?? 'basic'} />
      {state === 'expired' ? (
        <Suspense fallback={null}>
          <SignInAgain username={user?.username ?? ''} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What decides, besides the user, what an answer of the server holds. */
function readSight(): string {
  const { user } = currentSession()
  return `${user?.role} ${user?.companyId}`
}

/** The query cache of one user: another user who signs in starts with an empty one. */
function Workplace({ role }: { readonly role: Role }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => {
    let sight = readSight()
    return onSessionChange(() => {
      if (currentSession().state === 'unauthenticated') queryClient.clear()
      // The user was moved to another company meanwhile, or given another role: what the screen shows is what they saw before.
      else if (readSight() !== sight) {
        sight = readSight()
        void queryClient.resetQueries()
      }
    })
  }, [queryClient])
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <PageFor role={role} />
      </Shell>
    </QueryClientProvider>
  )
}

/** The page at this address, unless it is not for this role: then the way back, and a word on why. */
function PageFor({ role }: { readonly role: Role }) {
  const denied = findDenial(useLocation({ select: ({ pathname }) => pathname }), role)
  // On the way back the page that was denied is still the one the router holds.
  const isLeaving = useMatches({ select: (matches) => findDenial(matches.at(-1)?.pathname ?? '', role) !== null })
  useEffect(() => {
    if (denied) showFailure(frameTexts.denied, denied)
  }, [denied])
  if (denied) return <Navigate to="/" replace ignoreBlocker />
  return isLeaving ? null : <Outlet />
}
