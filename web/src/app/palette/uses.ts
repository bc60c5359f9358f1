/** What this user has opened in the palette: ids and counts only, no names, so that a shared browser shows nothing of them. */
import { currentSession } from '#lib/session.ts'
import type { Uses } from './rules.ts'

const KEPT_MAX = 100

const storageKey = (): string => `tangelo.palette.${currentSession().user?.id ?? ''}`

export function readUses(): Uses {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey()) ?? '{}')
    return typeof stored === 'object' && stored !== null
      ? Object.fromEntries(
          Object.entries(stored).filter((entry): entry is [string, [number, number]] => isUse(entry[1])),
        )
      : {}
  } catch {
    return {}
  }
}

export function countUse(key: string): void {
  const uses = readUses()
  const [count] = uses[key] ?? [0]
  const kept = Object.entries({ ...uses, [key]: [count + 1, Date.now()] as const })
    .toSorted(([, [, a]], [, [, b]]) => b - a)
    .slice(0, KEPT_MAX)
  try {
    window.localStorage.setItem(storageKey(), JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Storage may be full or forbidden: results are then not ranked by use.
  }
}

const isUse = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number' && Number.isFinite(part))
