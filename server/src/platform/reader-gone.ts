/** For commands whose output goes into another program: `npm run doctor | head` ends when `head` has read enough. */

/** Ends the process quietly, with the exit code it has by then, once its standard output is closed from the other side. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}
