/** Every sentence about the own password. */
export const texts = {
  newPasswordTitle: 'Choose a new password',
  newPasswordIntro: 'The password you signed in with was generated for the first start. Replace it to continue.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordHint: (least: number) => `At least ${least} characters.`,
  currentPasswordRequired: 'Current password is required',
  newPasswordRequired: 'New password is required',
  newPasswordShort: (least: number) => `Passwords have at least ${least} characters`,
  newPasswordSame: 'Choose one that differs from the current password',
  savePassword: 'Save password',
  savingPassword: 'Saving...',
  revokeApiTokens: 'Also delete my API tokens',
  revokeApiTokensHint: 'Programs that use them lose access at once.',
  passwordSaved: (tokens: number) => ({
    title: 'Password changed',
    description: `Other sessions of yours have ended.${tokens === 0 ? '' : ` ${tokens === 1 ? '1 API token was' : `${tokens} API tokens were`} deleted.`}`,
  }),
  passwordUnreachable: 'The password could not be changed. Please try again.',

  signOut: 'Sign out',
} as const
