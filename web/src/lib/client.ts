/**
 * The client (a company) an administrator works for, null for all of them. `/`, `/planning` and `/compare` keep it in their
 * address as `?client=ID`; this tab remembers it while another page is open. Everyone else sees one company, so there is
 * nothing to choose.
 */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { currentSession, useSession } from './session.ts'

const STORAGE_KEY = 'tangelo.client'
const PAGES: readonly string[] = ['/', '/planning', '/compare']

const listeners = new Set<() => void>()

/** A client in an address: the digits of its id, and undefined for everything else. */
export function clientParam(value: unknown): { readonly client?: string } {
  return typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? { client: value } : {}
}

interface ClientChoice {
  readonly clientId: number | null
  readonly choose: (id: number | null) => void
}

export function useClient(): ClientChoice {
  const router = useRouter()
  const isAdmin = useSession().user?.role === 'admin'
  const remembered = useSyncExternalStore(onChange, readRemembered)
  const address = useRouterState({ select: ({ location }) => (hasClient(location.pathname) ? location.search : null) })
  const named = address ? Number(clientParam(address.client).client ?? 0) || null : null
  const choose = (id: number | null): void => {
    remember(id)
    if (!hasClient(router.state.location.pathname)) return
    void router.navigate({
      to: '.',
      search: (known) => ({ ...known, client: id === null ? undefined : String(id) }),
      replace: true,
      resetScroll: false,
    })
  }
  return { clientId: isAdmin ? (named ?? remembered) : null, choose }
}

/** Keeps the address and the memory in step. Once per app, in the frame. */
export function useClientInAddress(): void {
  const { clientId, choose } = useClient()
  const isAdmin = useSession().user?.role === 'admin'
  const isMissing = useRouterState({
    select: ({ location }) => hasClient(location.pathname) && clientParam(location.search.client).client === undefined,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` is made with each drawing
  useEffect(() => {
    if (!isAdmin || clientId === null) return
    if (isMissing) choose(clientId)
    else remember(clientId)
  }, [isAdmin, clientId, isMissing])
}

function hasClient(path: string): boolean {
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
    return user === String(currentSession().user?.id) ? Number(clientParam(id).client ?? 0) || null : null
  } catch {
    return null
  }
}

function remember(id: number | null): void {
  if (id === readRemembered()) return
  try {
    if (id === null) window.sessionStorage.removeItem(STORAGE_KEY)
    else window.sessionStorage.setItem(STORAGE_KEY, `${currentSession().user?.id}:${id}`)
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the address keeps it.
  }
  for (const listener of listeners) listener()
}
