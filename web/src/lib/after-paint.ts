/**
 * Waits until the screen has answered a press. What takes long comes after that paint, so that a slow machine shows at once what
 * was pressed. A page in the background paints nothing, and does not wait.
 */
export function waitForPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    // Frames call before they are painted; a timer that one sets runs behind its paint.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
