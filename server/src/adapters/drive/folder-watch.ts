/**
 * Polls a folder of folders for changes every few seconds. That costs a call for each folder, and works where a system
 * reports no changes: on network drives, and for folders that a container shares with its host.
 */
import { foldersIn } from './folder-places.ts'

const EVERY_MS = 2_000
/** File systems count in steps: a second change within one of them is invisible. So it is reported once more. */
const STEP_MS = 100

export function folderWatch(root: string, onChange: () => void, everyMs = EVERY_MS): { end(): void } {
  let before: string | null = null
  let isPolling = false

  async function poll() {
    if (isPolling) return
    isPolling = true
    try {
      const at = Date.now()
      const now = (await foldersIn(root))
        .map(({ id, name, changedAt }) => `${id}/${name}/${changedAt > at - STEP_MS ? at : changedAt}`)
        .join('\n')
      if (before !== null && now !== before) onChange()
      before = now
    } catch {
      // Not there at the moment. A request for the folders gets the reason; here they are simply seen again later.
      if (before !== '') onChange()
      before = ''
    } finally {
      isPolling = false
    }
  }

  void poll()
  const timer = setInterval(() => void poll(), everyMs)
  timer.unref()
  return { end: () => clearInterval(timer) }
}
