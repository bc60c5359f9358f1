/** Where this device is, by its clocks. A device that does not know its zone says "Etc/Unknown" or nothing, and goes by UTC. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone || 'UTC'
  } catch {
    return 'UTC'
  }
}
