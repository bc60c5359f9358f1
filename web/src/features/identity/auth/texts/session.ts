/** Every sentence of signing in and out that any page may have to say; those of the form itself are in login.ts. */
export const texts = {
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
  guessed: {
    title: 'Your password is being guessed',
    description: 'Many sign-ins with your username have failed. Change your password if you use it elsewhere.',
  },
} as const
