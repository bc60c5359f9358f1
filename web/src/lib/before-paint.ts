import { flushSync } from 'react-dom'

/**
 * Runs in the next frame, before it is painted, and draws at once what it changes: the place to measure what was just drawn. To
 * measure in the effect itself would force a layout within the task that draws. What is drawn within a frame is measured in the
 * frame after it, so it must not be in a wrong place until then. Returns a function that cancels it.
 */
export function runBeforePaint(task: () => void): () => void {
  const frame = requestAnimationFrame(() => flushSync(task))
  return () => cancelAnimationFrame(frame)
}
