/** Every sentence of the frame of the admin panel. Names of the first four tabs are verbatim (spec §2). */
export const texts = {
  title: 'Admin Panel',
  subtitle: 'Manage companies, users, accounts and the system',
  back: 'Back to Dashboard',
  tabs: {
    companies: 'Companies',
    users: 'Users',
    accounts: 'Instagram Accounts',
    api: 'API Documentation',
    connections: 'Connections',
    system: 'System',
  },
  loading: 'Loading...',
  order: 'Sort',
  actionsOf: (name: string) => `Actions for ${name}`,
  showAll: 'Show all',
  unknown: 'Unknown error',
} as const

/** spec §8: what could not be done, and why as far as it is known. */
export function failureOf(title: string, error: unknown) {
  const description = error instanceof Error && error.message ? error.message : texts.unknown
  return { title, description, tone: 'destructive' } as const
}
