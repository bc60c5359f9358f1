/** Every sentence of the own profile. */
import type { Role } from '@tangelo/contract/limits'
import type { ThemeChoice } from '#lib/theme.ts'

export const texts = {
  title: 'Profile',
  subtitle: 'Who you are here, and how you sign in',
  about: { title: 'About you', note: 'An administrator changes these.' },
  username: 'Username',
  role: 'Role',
  roles: { admin: 'Administrator', pro: 'Pro', basic: 'Basic' } satisfies Record<Role, string>,
  company: 'Company',
  noCompany: 'No company',
  timeZone: 'Time zone of the company',
  clock: (time: string) => `${time} there now`,
  memberSince: 'Member since',
  unknown: 'Not known',
  loading: 'Loading your profile...',
  failed: 'Your profile could not be loaded',
  appearance: { title: 'Appearance', note: 'Kept in this browser.' },
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<ThemeChoice, string>,
  changePassword: 'Change password',
  password: { title: 'Password', note: 'Changing it ends your other sessions.' },
  guessed: (moment: string) =>
    `100 sign-ins with your username failed within an hour (${moment}). Sign-ins from addresses you never used now have to wait longer. Change your password if you use it elsewhere.`,
} as const
