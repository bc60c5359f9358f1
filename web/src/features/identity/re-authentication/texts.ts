/** Every sentence of proving again who one is. */
export const texts = {
  password: 'Password',
  passwordRequired: 'Password is required',
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code.',
  codeRequired: 'Code is required',
  failed: 'This could not be done. Please try again.',
} as const
