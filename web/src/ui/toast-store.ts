/** What was said last. Knows nothing of how it is shown. */

interface ToastContent {
  readonly title: string
  readonly description?: string
  /** `notice`: nothing was done, and nothing is wrong. */
  readonly tone?: 'default' | 'notice' | 'destructive'
  readonly action?: { readonly label: string; readonly onAction: () => void }
}

export interface ShownToast extends ToastContent {
  readonly id: number
}

let latest: ShownToast | null = null
let count = 0
const listeners = new Set<() => void>()

/** Replaces the toast that is showing. */
export function toast(content: ToastContent): void {
  count += 1
  latest = { ...content, id: count }
  for (const listener of listeners) listener()
}

/** Says that something did not work, and why. */
export const showFailure = (title: string, description?: string): void =>
  toast({ title, description, tone: 'destructive' })

/** Takes away what is being shown: it is no longer true. */
export function dismissToast(): void {
  if (!latest) return
  latest = null
  for (const listener of listeners) listener()
}

/** Calls back after every change of `latestToast`; returns the way to stop. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function latestToast(): ShownToast | null {
  return latest
}

/** A later subscriber does not get an old toast again. */
export function forgetToast(): void {
  latest = null
}
