/** The steps of a mail, and what a server says at each instead of yes (RFC 5321, RFC 3463). */

export const SMTP_STEPS = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'mail'] as const
export type SmtpStep = (typeof SMTP_STEPS)[number]

export const LATER: Record<SmtpStep, string> = {
  greeting: '421 4.3.2 Too busy',
  EHLO: '421 4.3.2 Too busy',
  AUTH: '454 4.7.0 Temporary authentication failure',
  MAIL: '451 4.3.0 Try again later',
  RCPT: '450 4.2.1 The mailbox is busy',
  DATA: '451 4.3.0 Try again later',
  mail: '451 4.3.0 Try again later',
}

export const NEVER: Record<SmtpStep, string> = {
  greeting: '554 5.3.2 No service',
  EHLO: '550 5.5.0 Go away',
  AUTH: '535 5.7.8 Authentication credentials invalid',
  MAIL: '550 5.1.8 The sender is not known',
  RCPT: '550 5.1.1 No such user here',
  DATA: '554 5.6.0 No mail today',
  mail: '554 5.6.0 The content is refused',
}
