import { flushSync } from 'react-dom'

/**
 * Runs in the frame that is about to be painted, and draws what it changes at once: the place to measure what was just drawn. In the
 * effect itself the page would be laid out within the task that draws, and once more for the paint. What is drawn within a frame waits
 * for the next one, so nothing may stand in a wrong place until then. Answers how to call it off.
 */
export function runBeforePaint(task: () => void): () => void {
  const frame = requestAnimationFrame(() => flushSync(task))
  return () => cancelAnimationFrame(frame)
}
