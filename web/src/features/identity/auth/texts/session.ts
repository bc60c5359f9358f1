/** Every sentence of a session that any page may have to say; those of signing in are in login.ts. */
export const texts = {
  verifying: 'Verifying session...',
  loggedOut: { title: 'Logged out successfully', description: 'You have been logged out of your account' },
  logoutFailed: { title: 'Error logging out', description: 'An error occurred while logging out' },
  signOut: 'Sign out',
} as const
