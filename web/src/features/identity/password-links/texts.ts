/** Every sentence of a forgotten password and of an invitation. */
import { PASSWORD_LINK_MINUTES } from '@tangelo/contract/limits'

export const texts = {
  forgot: 'Forgot your password?',
  forgotIntro: 'Enter your username. A link to choose a new password goes to your mail address.',
  username: 'Username',
  usernameRequired: 'Username is required',
  send: 'Send the link',
  sending: 'Sending...',
  sent: `If this user has a confirmed mail address, a link is on its way. It works once, for ${PASSWORD_LINK_MINUTES} minutes.`,
  askAdmin: 'This server sends no mail. Ask an administrator to set a new password for you.',
  back: 'Back',
  failed: 'It is not known whether this server sends mail',
  unreachable: 'The server cannot be reached right now.',
  requestFailed: 'The link could not be sent. Please try again.',

  title: 'Choose a password',
  intro: 'You are signed out everywhere, and sign in with the new password.',
  password: 'New password',
  passwordHint: (least: number) => `At least ${least} characters.`,
  passwordRequired: 'New password is required',
  passwordShort: (least: number) => `Passwords have at least ${least} characters`,
  save: 'Save password',
  saving: 'Saving...',
  saved: (username: string) => `The password of ${username} is set.`,
  signIn: 'Sign in',
  saveFailed: 'The password could not be saved. Please try again.',
  noToken: 'This link is not complete. Open it from the mail again, or copy all of it.',

  invited: 'Invited',
  invitedNote: 'No password has been chosen yet.',
  inviteAgain: 'Send the invitation again',
  inviting: 'Sending...',
  inviteSent: { title: 'Invitation sent', description: `The link works once, for ${PASSWORD_LINK_MINUTES} minutes.` },
  inviteFailed: 'The invitation could not be sent',
} as const
