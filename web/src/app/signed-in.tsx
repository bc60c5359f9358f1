import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { authTexts } from '#features/auth/index.ts'
import { newQueryClient } from '#lib/query-client.ts'
import { currentSession, onSessionChange, useSession } from '#lib/session.ts'
import { Shell } from './shell.tsx'
import { Waiting } from './waiting.tsx'

const NewPassword = lazy(async () => ({
  default: (await import('#features/auth/components/new-password.tsx')).NewPassword,
}))

/** The guard of every page but /login: waits for the session, leads to /login without one, shows the page with one. */
export function SignedIn() {
  const { state, user, mustChangePassword } = useSession()
  if (state === 'loading') return <Waiting text={authTexts.verifying} />
  if (state === 'unauthenticated') return <Navigate to="/login" replace />
  if (mustChangePassword) {
    return (
      <Suspense fallback={<Waiting text={authTexts.verifying} />}>
        <NewPassword username={user?.username ?? ''} />
      </Suspense>
    )
  }
  return <Workplace key={user?.id} />
}

/** What one person's answers are kept in: nothing is left of it when somebody else signs in. */
function Workplace() {
  const [queryClient] = useState(newQueryClient)
  useEffect(
    () =>
      onSessionChange(() => {
        if (currentSession().state === 'unauthenticated') queryClient.clear()
      }),
    [queryClient],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <Outlet />
      </Shell>
    </QueryClientProvider>
  )
}
