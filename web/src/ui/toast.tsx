/** Short news, one at a time (spec §9). `toast` may be called from anywhere; `Toaster` shows what was said last. */
import { type ComponentType, lazy, Suspense, startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { runWhenIdle } from '#lib/idle.ts'
import { forgetToast, latestToast, onToast, type ShownToast } from './toast-store.ts'

export { dismissToast, showFailure, toast } from './toast-store.ts'

/** When it cannot be fetched there is no news to see, but the page still works. */
const ToastRegion = lazy<ComponentType<{ readonly toast: ShownToast | null }>>(() =>
  import('./toast-region.tsx').then(
    (module) => ({ default: module.ToastRegion }),
    () => ({ default: () => null }),
  ),
)

/** A pointer mostly moves before it presses. */
const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Once per app. What draws the toasts is fetched after the first movement, touch or key, so that it delays no page and no press, and
 * yet is there when the network fails.
 */
export function Toaster() {
  const shown = useSyncExternalStore(onToast, latestToast)
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    let callOff: (() => void) | undefined
    const onTouch = (): void => {
      controller.abort()
      callOff = runWhenIdle(() => startTransition(() => setTouched(true)))
    }
    for (const type of TOUCHES) window.addEventListener(type, onTouch, { signal: controller.signal, passive: true })
    return () => {
      controller.abort()
      callOff?.()
      forgetToast()
    }
  }, [])
  return (
    // A modal layer hides all the rest of the page from readers, but not what calls itself live when it opens: toasts stay in
    // reach, also where the first touch opens a layer.
    <div aria-live="off">
      {touched || shown ? (
        <Suspense fallback={null}>
          <ToastRegion toast={shown} />
        </Suspense>
      ) : null}
    </div>
  )
}
