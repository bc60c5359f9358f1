/** Every sentence of the frame round the pages of a signed-in user. */
import type { Role } from '@tangelo/contract/limits'
import type { ThemeChoice } from '#lib/theme.ts'

const themes: Readonly<Record<ThemeChoice, string>> = { system: 'as the system', light: 'light', dark: 'dark' }

export const frameTexts = {
  skip: 'Skip to content',
  pages: 'Pages',
  reels: 'Reels',
  reelImportsDrawer: 'Google Drive Import',
  barEnd: 'Running work and help',
  search: 'Search or jump to',
  help: 'Help',
  find: {
    title: 'This list has more rows than the page',
    description: 'The browser searches those that are loaded. The search field of the list looks through all of them.',
  },
  allClients: 'All clients',
  oneClient: 'Client',
  clientPrefix: 'Client: ',
  accounts: (count: string) => (count === '1' ? '1 account' : `${count} accounts`),
  yourAccounts: 'YOUR ACCOUNTS',
  unnamed: 'User',
  roleLine: (role: Role, companyName: string | null) => (companyName ? `${role} - ${companyName}` : role),
  theme: (now: ThemeChoice, next: ThemeChoice) => `Theme: ${themes[now]}. Switch to ${themes[next]}`,

  denied: 'Access Denied',
  deniedFeature: "You don't have permission to access this feature",
  deniedPrompts: "You don't have permission to access the Prompt Generator.",
  deniedAdmin: "You don't have permission to access admin features",
} as const
