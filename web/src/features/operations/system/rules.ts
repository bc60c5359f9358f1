/** Decisions about the tab 'System' that need no server. */

/** Its parts, in their order. The address names the open one; without a name it is the first. */
export const SYSTEM_PARTS = ['overview', 'queue', 'errors', 'backups', 'sessions', 'webhooks', 'mail', 'audit'] as const
export type SystemPart = (typeof SYSTEM_PARTS)[number]

/** '0014-system' is step 14, called system. */
export function stepOf(migration: string): { number: number; name: string } {
  const [number = '', ...words] = migration.split('-')
  return { number: Number(number), name: words.join(' ') }
}
