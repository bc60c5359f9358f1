/** The names of the pages, and what is said where none can be shown. Loaded by every visitor. */

export const texts = {
  loading: 'Loading...',
  dashboard: 'Dashboard',
  planning: 'Planning',
  profile: 'Profile',
  reelMaker: 'Reel Maker',
  compare: 'Compare',
  reports: 'Reports',
  reelImports: 'Google Drive Imports',
  apiTokens: 'API Tokens',
  pricing: 'Pricing',
  prompts: 'Prompt Generator',
  admin: 'Admin Panel',

  loginTitle: 'Sign in',
  testTitle: 'Test',
  accountTitle: 'Account',

  pageFailed: 'This page could not be shown',
  pageFailedUnknown: 'Something went wrong.',
} as const
