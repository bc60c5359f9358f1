/** Limits of connections, attention and first steps. No zod: the web imports values from here. */

/** Outside services and what stands in their place, in the order of the page. */
export const INTEGRATIONS = [
  'graph',
  'apify',
  'import',
  'airtable',
  's3',
  'openai',
  'stripe',
  'google',
  'encoder',
] as const
export type IntegrationName = (typeof INTEGRATIONS)[number]

export const INTEGRATION_STATES = ['built_in', 'connected', 'failing', 'not_connected'] as const
export type IntegrationState = (typeof INTEGRATION_STATES)[number]

/** What can wait for a user, the most pressing first. */
export const ATTENTION_KINDS = [
  'publications',
  'moved',
  'due',
  'approvals',
  'unread',
  'capacity',
  'failed-reels',
  'failed-imports',
  'failed-work',
  'credits',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** What an alert can be about, in the order of the settings. */
export const ALERT_KINDS = [
  'anomaly',
  'threshold',
  'unread',
  'approval',
  'failed',
  'credits',
  'token',
  'access',
  'backup',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
/** What an alert about failed work is about. */
export const FAILED_WORK = ['render', 'import', 'publication'] as const
export type FailedWork = (typeof FAILED_WORK)[number]
/** Those that a person switches on or off; thresholds are rules of their own. */
export const ALERT_RULE_KINDS = [
  'anomaly',
  'unread',
  'approval',
  'failed',
  'credits',
  'token',
  'access',
  'backup',
] as const
export type AlertRuleKind = (typeof ALERT_RULE_KINDS)[number]
export const ALERT_SCOPES = ['all', 'companies', 'groups', 'accounts'] as const
export type AlertScopeKind = (typeof ALERT_SCOPES)[number]
export const ALERT_SUBJECTS = ['account', 'group', 'company'] as const
export type AlertSubjectKind = (typeof ALERT_SUBJECTS)[number]
/** Followers now, their change over 30 days, and the engagement rate in percent. */
export const ALERT_METRICS = ['followers', 'followerChange', 'engagementRate'] as const
export type AlertMetric = (typeof ALERT_METRICS)[number]
export const ALERT_SIDES = ['above', 'below'] as const
export type AlertSide = (typeof ALERT_SIDES)[number]
export const ALERT_THRESHOLDS_MAX = 50
/** Companies, groups or accounts that one rule names. */
export const ALERT_SCOPE_MAX = 200
/** The newest that a list shows. */
export const ALERTS_SHOWN_MAX = 100
/** Before a source's token ends. */
export const TOKEN_WARNING_DAYS = [7, 1] as const
/** A backup is old after so many days. */
export const BACKUP_OLD_DAYS = 7

/** What an administrator does first, in this order. */
export const FIRST_STEPS = ['password', 'accounts', 'source', 'reel', 'colleague'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
