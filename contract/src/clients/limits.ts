/** What both sides show or enforce of reports and of links. No zod here: the screen may import it at run time. */

/** What a report holds, in the order of a new one. */
export const REPORT_SECTIONS = [
  'summary',
  'figures',
  'growth',
  'moves',
  'posting',
  'formats',
  'posts',
  'owner',
  'peers',
  'planned',
  'published',
] as const
export type ReportSection = (typeof REPORT_SECTIONS)[number]
export const REPORT_SUBJECTS = ['account', 'group', 'company'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]
export const REPORT_FORMATS = ['html', 'csv', 'pdf'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
/** How often a schedule makes a report: on Mondays, or on the first of each month. */
export const REPORT_INTERVALS = ['weekly', 'monthly'] as const
export type ReportInterval = (typeof REPORT_INTERVALS)[number]
export const REPORT_TITLE_MAX_LENGTH = 120
export const REPORT_NOTE_MAX_LENGTH = 1_000
export const REPORT_BRAND_MAX_LENGTH = 80
/** The largest accounts of a company that one report holds. */
export const REPORT_ACCOUNTS_MAX = 200
/** Three years. */
export const REPORT_DAYS_MAX = 1_096
export const REPORT_SCHEDULES_MAX = 100
/** Mail addresses that one schedule sends its reports to. */
export const REPORT_RECIPIENTS_MAX = 10
/** Why the address of a client gets no mail: its owner has stopped it, or a mail came back. */
export const CLIENT_MAIL_REFUSALS = ['stopped', 'bounced'] as const
export type ClientMailRefusal = (typeof CLIENT_MAIL_REFUSALS)[number]
/** Frozen reports that one company keeps. */
export const REPORTS_MAX = 2_000
/** Of a report without a brand: readable on white as text and as a line. */
export const REPORT_COLOUR = '#8a4b08'
/** How long the address of a preview, or of a report that is looked at, is good. */
export const REPORT_VIEW_MINUTES = 30

/** What a link opens. Requests for approval make their links themselves. */
export const LINK_KINDS = ['account', 'group', 'report', 'calendar', 'approval'] as const
export type LinkKind = (typeof LINK_KINDS)[number]
export const SHARED_KINDS = ['account', 'group', 'report', 'calendar'] as const satisfies readonly LinkKind[]
export type SharedKind = (typeof SHARED_KINDS)[number]
export const LINK_MODES = ['live', 'frozen'] as const
export type LinkMode = (typeof LINK_MODES)[number]
/** The last days that a live account or group shows, today included. */
export const LINK_DAYS = [7, 30, 90, 365] as const
export type LinkDays = (typeof LINK_DAYS)[number]
export const LINK_STATES = ['open', 'expired', 'revoked', 'gone'] as const
export type LinkState = (typeof LINK_STATES)[number]
export const LINK_NAME_MAX_LENGTH = 80
export const LINK_EXPIRY_DAYS_MAX = 3_650
/** Open links of one company. */
export const LINKS_MAX = 500
/** How long the password of a link need not be entered again. */
export const LINK_UNLOCK_HOURS = 12
/** Months that a calendar goes back and ahead from this one. */
export const LINK_CALENDAR_MONTHS = { back: 1, ahead: 3 } as const

/** Items of one request for approval. */
export const APPROVAL_ITEMS_MAX = 30
export const APPROVAL_NAME_MAX_LENGTH = 80
export const APPROVAL_MESSAGE_MAX_LENGTH = 1_000
/** What a client writes beside an answer. */
export const APPROVAL_COMMENT_MAX_LENGTH = 2_000
export const APPROVAL_DAYS = { usual: 14, min: 1, max: 90 } as const
/** How long a client may take an answer back; until then it counts for nothing. */
export const APPROVAL_UNDO_SECONDS = 30
export const APPROVAL_ANSWERS = ['approved', 'changes'] as const
export type ApprovalAnswer = (typeof APPROVAL_ANSWERS)[number]
/**
 * How an asked item stands. `edited`: what was approved has been changed since. `unanswered`: its date passed, or the link ended,
 * without an answer. `gone`: it is deleted.
 */
export const APPROVAL_STATES = ['waiting', 'approved', 'changes', 'edited', 'unanswered', 'gone'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]
/** `open`: it waits for answers. `answered`: all are there. `withdrawn`: its link is revoked, and its answers do not count. */
export const APPROVAL_REQUEST_STATES = ['open', 'answered', 'expired', 'withdrawn'] as const
