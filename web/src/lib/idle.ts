/** In a browser that cannot say when it is idle. */
const SOON_MS = 200
/** A page that never rests still gets to it. */
const AT_LATEST_MS = 2_000

/** Runs a task in a quiet moment, so after the paint that answers a press. Answers how to call it off. */
export function runWhenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(task, SOON_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: AT_LATEST_MS })
  return () => cancelIdleCallback(handle)
}
