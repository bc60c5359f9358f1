/** Every sentence of the frame round the pages. */
import type { Role } from '@tangelo/contract/limits'
import type { ThemeChoice } from '#lib/theme.ts'

const themes: Readonly<Record<ThemeChoice, string>> = { system: 'as the system', light: 'light', dark: 'dark' }

export const texts = {
  loading: 'Loading...',
  skip: 'Skip to content',
  pages: 'Pages',
  dashboard: 'Dashboard',
  planning: 'Planning',
  profile: 'Profile',
  reelMaker: 'Reel Maker',
  compare: 'Compare',
  reelImports: 'Google Drive Imports',
  reelImportsDrawer: 'Google Drive Import',
  apiTokens: 'API Tokens',
  pricing: 'Pricing',
  prompts: 'Prompt Generator',
  admin: 'Admin Panel',
  openMenu: 'Open menu',
  menu: 'Menu',
  closeMenu: 'Close menu',
  yourAccounts: 'YOUR ACCOUNTS',
  yourAccountsDrawer: 'Your Accounts',
  nobody: 'User',
  roleLine: (role: Role, companyName: string | null) => (companyName ? `${role} - ${companyName}` : role),
  theme: (now: ThemeChoice, next: ThemeChoice) => `Theme: ${themes[now]}. Switch to ${themes[next]}`,

  denied: 'Access Denied',
  deniedFeature: "You don't have permission to access this feature",
  deniedPrompts: "You don't have permission to access the Prompt Generator.",
  deniedAdmin: "You don't have permission to access admin features",

  loginTitle: 'Sign in',
  testTitle: 'Test',
  accountTitle: 'Account',

  pageFailed: 'This page could not be shown',
  pageFailedUnknown: 'Something went wrong.',
} as const
