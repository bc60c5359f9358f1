/** The words of the audit log. Apart from the limits, so that they reach a browser only with the log. No zod here either. */

/**
 * Everything that the audit log knows people and tokens to do, and what the server does with their money by itself; in the
 * groups by which one looks for it.
 */
export const AUDIT_GROUPS = {
  access: [
    'session.opened',
    'session.refused',
    'session.closed',
    'session.revoked',
    'sign-ins.slowed',
    'password.changed',
    'password.link-sent',
    'password.reset',
    'second-factor.switched-on',
    'second-factor.switched-off',
    'recovery-codes.made',
    'recovery-code.used',
  ],
  people: [
    'user.made',
    'user.changed',
    'user.invited',
    'user.deleted',
    'company.made',
    'company.changed',
    'company.deleted',
  ],
  accounts: [
    'account.made',
    'account.changed',
    'account.tagged',
    'account.interval-chosen',
    'account.deleted',
    'account.connected',
    'account.disconnected',
    'account.connection-lost',
    'figures.typed-in',
    'figures.imported',
  ],
  credits: ['reel.made', 'reel.deleted', 'render.started', 'render.cancelled', 'render.failed', 'credits.granted'],
  payments: [
    'plans.made',
    'subscription.made',
    'subscription.changed',
    'subscription.cancelled',
    'subscription.resumed',
    'subscription.ended',
    'card.changed',
    'payment.made',
    'payment.failed',
  ],
  prompts: ['prompt.made', 'prompt.changed', 'prompt.deleted', 'prompt.made-default', 'prompt.default-cleared'],
  uploads: ['upload.deleted'],
  planning: ['comment.deleted'],
  reports: ['report.deleted', 'schedule.made', 'schedule.changed', 'schedule.deleted', 'link.made', 'link.revoked'],
  approvals: ['approval.requested', 'approval.answered', 'approval.withdrawn'],
  publishing: ['publication.planned', 'publication.withdrawn', 'publication.decided', 'publishing.changed'],
  drive: ['drive.connected', 'drive.disconnected', 'drive.lost', 'reel.imported'],
  tokens: ['token.made', 'token.deleted'],
  webhooks: ['webhook.secret-made', 'webhook.tested', 'webhook.resent', 'webhook.switched-on', 'webhook.switched-off'],
  mail: ['address.changed', 'address.confirmed', 'address.bounced', 'address.retried', 'mail.tested', 'mail.retried'],
  installation: [
    'setting.changed',
    'connection.tested',
    'connection.made',
    'connection.changed',
    'connection.deleted',
    'table.changed',
    'job.retried',
    'backup.made',
    'backup.drilled',
    'errors.cleared',
    'audit-log.exported',
  ],
} as const
export type AuditGroup = keyof typeof AUDIT_GROUPS
export type AuditAction = (typeof AUDIT_GROUPS)[AuditGroup][number]
export const AUDIT_ACTIONS: readonly AuditAction[] = Object.values(AUDIT_GROUPS).flat()

/** What was done something to; its id is text, because not every kind counts. */
export const AUDIT_OBJECTS = [
  'session',
  'user',
  'company',
  'account',
  'import',
  'token',
  'webhook',
  'mail',
  'delivery',
  'connection',
  'drive',
  'table',
  'reel',
  'render',
  'prompt',
  'upload',
  'post',
  'report',
  'link',
  'schedule',
  'approval',
  'publication',
  'subscription',
  'plans',
  'job',
  'setting',
  'backup',
  'errors',
  'audit-log',
] as const
export type AuditObject = (typeof AUDIT_OBJECTS)[number]

/** How the actor came in; `server` for automatic acts, `stranger` for failed sign-ins, `link` for clients with a share link. */
export const AUDIT_WAYS = ['session', 'token', 'operator', 'server', 'stranger', 'link'] as const
export type AuditWay = (typeof AUDIT_WAYS)[number]
