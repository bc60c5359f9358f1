/** Every sentence of the frame of the admin panel. Names of the first four tabs are verbatim (spec §2). */
export const texts = {
  title: 'Admin Panel',
  subtitle: 'Companies, the people in them, and what keeps this place running',
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
  showAll: 'Show all',
  tryAgain: 'Try Again',
  unknown: 'Unknown error',
} as const
