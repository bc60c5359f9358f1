/** Every sentence of the sign-in page and its form. */
export const texts = {
  subtitle: 'Instagram Analytics Dashboard',
  expired: 'Your session has ended. Sign in again to go on.',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  forgot: 'Forgot your password?',
  signingIn: 'Signing in...',
  promise: 'Self-hosted. Your numbers stay on this server.',
} as const
