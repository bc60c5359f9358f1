/** Which clients show their accounts. Few accounts are all shown at first; this tab remembers what was opened and closed. */
import type { ClientTotals } from '@tangelo/contract'
import { useState } from 'react'

const STORAGE_KEY = 'tangelo.closed'
/** With more accounts only the first client is open. */
const ALL_OPEN_MAX = 60

interface OpenClients {
  readonly openClients: ReadonlySet<number>
  readonly onOpen: (companyId: number, isOpen: boolean) => void
}

export function useOpenClients(clients: readonly ClientTotals[], isCompact: boolean): OpenClients {
  const [changed, setChanged] = useState(readChanges)
  const count = clients.reduce((sum, { accounts }) => sum + accounts, 0)
  const isAllOpen = count <= ALL_OPEN_MAX && !isCompact
  const openClients = new Set(
    clients.flatMap(({ companyId }, index) =>
      (changed.get(companyId) ?? (isAllOpen || index === 0)) ? companyId : [],
    ),
  )
  const onOpen = (companyId: number, isOpen: boolean): void => {
    const next = new Map(changed).set(companyId, isOpen)
    keepChanges(next)
    setChanged(next)
  }
  return { openClients, onOpen }
}

function readChanges(): ReadonlyMap<number, boolean> {
  try {
    const kept = window.sessionStorage.getItem(STORAGE_KEY) ?? ''
    return new Map(
      kept
        .split(',')
        .filter((entry) => /^-?[1-9]\d*$/.test(entry))
        .map((entry) => [Math.abs(Number(entry)), !entry.startsWith('-')]),
    )
  } catch {
    return new Map()
  }
}

function keepChanges(changes: ReadonlyMap<number, boolean>): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, [...changes].map(([id, isOpen]) => (isOpen ? id : -id)).join())
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
