/** Short news, one at a time (spec §9). `toast` may be called from anywhere; `Toaster` shows what was said last. */
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

interface ToastContent {
  readonly title: string
  readonly description?: string
  readonly tone?: 'default' | 'destructive'
  readonly action?: { readonly label: string; readonly onAction: () => void }
}

export interface ShownToast extends ToastContent {
  readonly id: number
}

let latest: ShownToast | null = null
let count = 0
const listeners = new Set<() => void>()

/** Replaces whatever is being shown. */
export function toast(content: ToastContent): void {
  count += 1
  latest = { ...content, id: count }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/**
 * Once per app. What draws the toasts is fetched with the first touch or key, so that it delays no page and yet is
 * there when the network fails.
 */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => latest)
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const onTouch = (): void => setTouched(true)
    window.addEventListener('pointerdown', onTouch, { once: true })
    window.addEventListener('keydown', onTouch, { once: true })
    return () => {
      window.removeEventListener('pointerdown', onTouch)
      window.removeEventListener('keydown', onTouch)
      // Old news is not told again by the next one.
      latest = null
    }
  }, [])
  if (!touched && !shown) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion toast={shown} />
    </Suspense>
  )
}
