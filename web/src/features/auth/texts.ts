/** Every sentence of signing in and out. */
export const texts = {
  subtitle: 'Instagram Analytics Dashboard',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  signingIn: 'Signing in...',
  promise: 'Self-hosted. Your numbers stay on this server.',
  usernameRequired: 'Username is required',
  passwordRequired: 'Password is required',

  verifying: 'Verifying session...',

  loginFailed: { title: 'Login failed', description: 'Invalid username or password. Please try again.' },
  loginUnreachable: { title: 'Login failed', description: 'The server cannot be reached right now. Please try again.' },
  loginNotStored: {
    title: 'Login issue',
    description: 'There was a problem with your login session. Please try again.',
  },
  loggedOut: { title: 'Logged out successfully', description: 'You have been logged out of your account' },
  logoutFailed: { title: 'Error logging out', description: 'An error occurred while logging out' },

  signOut: 'Sign out',

  newPasswordTitle: 'Choose a new password',
  newPasswordIntro: 'The password you signed in with was made for the first start. Replace it to go on.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordHint: (least: number) => `At least ${least} characters.`,
  currentPasswordRequired: 'Current password is required',
  newPasswordRequired: 'New password is required',
  newPasswordShort: (least: number) => `Passwords have at least ${least} characters`,
  newPasswordSame: 'Choose one that differs from the current password',
  savePassword: 'Save password',
  savingPassword: 'Saving...',
  passwordSaved: { title: 'Password changed', description: 'Other sessions of yours have ended.' },
  passwordUnreachable: 'The password could not be changed. Please try again.',
} as const
