/** Every sentence of signing in: its page, its form, and how it ends. */
export const texts = {
  subtitle: 'Instagram Analytics Dashboard',
  expired: 'Your session has ended. Sign in again to go on.',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  forgot: 'Forgot your password?',
  signingIn: 'Signing in...',
  promise: 'Self-hosted. Your numbers stay on this server.',

  usernameRequired: 'Username is required',
  passwordRequired: 'Password is required',

  loginFailed: { title: 'Login failed', description: 'Invalid username or password. Please try again.' },
  loginUnreachable: { title: 'Login failed', description: 'The server cannot be reached right now. Please try again.' },
  loginNotStored: {
    title: 'Login issue',
    description: 'There was a problem with your login session. Please try again.',
  },
  guessed: {
    title: 'Your password is being guessed',
    description: 'Many sign-ins with your username have failed. Change your password if you use it elsewhere.',
  },
} as const
