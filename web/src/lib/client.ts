/**
 * The client (a company) an administrator works for, null for all of them. `/`, `/planning`, `/compare` and `/reports` keep it in their
 * address as `?client=ID`; this tab remembers it while another page is open. Everyone else sees one company, so there is
 * nothing to choose.
 */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { currentSession, useSession } from './session.ts'

const STORAGE_KEY = 'tangelo.client'
const PAGES: readonly string[] = ['/', '/planning', '/compare', '/reports']

const listeners = new Set<() => void>()

interface ClientChoice {
  readonly clientId: number | null
  readonly choose: (id: number | null) => void
}

export function useClient(): ClientChoice {
  const router = useRouter()
  const isAdmin = useSession().user?.role === 'admin'
  const remembered = useSyncExternalStore(onChange, readRemembered)
  const address = useRouterState({ select: ({ location }) => (hasClient(location.pathname) ? location.search : null) })
  const named = readId(address?.client)
  const choose = useCallback(
    (id: number | null): void => {
      rememberClient(id)
      if (!hasClient(router.state.location.pathname)) return
      void router.navigate({
        to: '.',
        search: (known) => ({ ...known, client: id === null ? undefined : String(id) }),
        replace: true,
        resetScroll: false,
      })
    },
    [router],
  )
  return { clientId: isAdmin ? (named ?? remembered) : null, choose }
}

/** The pages have validated their address: what is not an id is no client. */
export function readId(text: string | undefined): number | null {
  return Number(text) || null
}

export function hasClient(path: string): boolean {
  return PAGES.includes(path.replace(/(.)\/+$/, '$1'))
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Of this user only: another one who signs in on this tab begins with all clients. */
function readRemembered(): number | null {
  try {
    const [user, id] = (window.sessionStorage.getItem(STORAGE_KEY) ?? '').split(':')
    return user === String(currentSession().user?.id) ? readId(id) : null
  } catch {
    return null
  }
}

export function rememberClient(id: number | null): void {
  if (id === readRemembered()) return
  try {
    if (id === null) window.sessionStorage.removeItem(STORAGE_KEY)
    else window.sessionStorage.setItem(STORAGE_KEY, `${currentSession().user?.id}:${id}`)
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the address keeps it.
  }
  for (const listener of listeners) listener()
}
