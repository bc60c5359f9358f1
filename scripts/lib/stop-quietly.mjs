/**
 * While a command is still setting itself up, Ctrl+C is a request and no failure: it ends with code 0, so that npm prints no
 * error report. Whatever it had started goes down with it; a half-done set-up is done again the next time.
 */
export function stopQuietly() {
  const stop = () => process.exit(0)
  process.once('SIGINT', stop)
  return () => process.off('SIGINT', stop)
}
