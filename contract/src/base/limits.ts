/** Constants both sides show or enforce. No zod here: the screen may import this file at run time. */

/** spec §9: account categories; the first is the default of the add dialog. */
export const ACCOUNT_CATEGORIES = [
  'Fitness & Wellness',
  'Food & Recipes',
  'Travel & Photography',
  'Fashion & Style',
  'Technology & Gadgets',
  'Business & Entrepreneurship',
  'Other',
] as const
export type AccountCategory = (typeof ACCOUNT_CATEGORIES)[number]

/** spec §9: account sort options; the first is the default. */
export const ACCOUNT_SORTS = ['followers', 'engagement', 'recent'] as const
export type AccountSort = (typeof ACCOUNT_SORTS)[number]
/** Columns of the accounts table; each sorts both ways. `growth` to `newPosts` are of the period. */
export const ACCOUNT_COLUMNS = [
  'username',
  'followers',
  'growth',
  'change',
  'engagement',
  'engagementChange',
  'posts',
  'newPosts',
  'lastUpdated',
] as const
export type AccountColumn = (typeof ACCOUNT_COLUMNS)[number]
export type AccountOrder = AccountSort | `${AccountColumn}-${'asc' | 'desc'}`
export const ACCOUNT_ORDERS: readonly AccountOrder[] = [
  ...ACCOUNT_SORTS,
  ...ACCOUNT_COLUMNS.flatMap((column) => [`${column}-asc`, `${column}-desc`] as const),
]
/** Days that figures of accounts are compared over. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]
/** Points in the line of a sum over accounts. */
export const SUM_POINTS = 8
/** Companies of one answer of sums. */
export const CLIENTS_MAX = 500
export const TAG_NAME_MAX_LENGTH = 30
export const TAGS_PER_ACCOUNT_MAX = 10
export const TAGS_PER_COMPANY_MAX = 50
/** Accounts that are tagged, or read again, in one action. */
export const ACCOUNTS_AT_ONCE_MAX = 500

/** How the lists of the admin panel stand; the first is the default. */
export const COMPANY_SORTS = ['name', 'recent'] as const
export type CompanySort = (typeof COMPANY_SORTS)[number]
export const USER_SORTS = ['name', 'role', 'recent'] as const
export type UserSort = (typeof USER_SORTS)[number]

export const ROLES = ['admin', 'pro', 'basic'] as const
export type Role = (typeof ROLES)[number]

/** D11: where an account's figures come from. */
export const SOURCES = ['graph', 'apify', 'import', 'sample'] as const
export type Source = (typeof SOURCES)[number]

/** In what an account is compared with its peers. */
export const PEER_MEASURES = ['growth', 'postsPerWeek', 'likes', 'comments'] as const
export type PeerMeasure = (typeof PEER_MEASURES)[number]
export const GROUP_NAME_MAX_LENGTH = 60
export const GROUP_ACCOUNTS_MAX = 50

/** What a post may be; a reel is a film that Instagram lists as a reel. */
export const POST_FORMATS = ['image', 'video', 'carousel', 'reel'] as const
export type PostFormat = (typeof POST_FORMATS)[number]

export const USERNAME_MAX_LENGTH = 30
export const NOTES_MAX_LENGTH = 2_000
/** D5. */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 256
/** spec §4: what an API token may be. */
export const API_TOKEN_STATUSES = ['Active', 'Expired'] as const
/** spec §9: API tokens valid 90 days, max 5 at once. */
export const API_TOKEN_DAYS = 90
export const API_TOKENS_MAX = 5
export const API_TOKEN_NAME_MAX_LENGTH = 60
/** spec §9: 100 requests per minute per token. */
export const API_REQUESTS_PER_MINUTE = 100
/** Ids are 32-bit on every store. */
export const ID_MAX = 2_147_483_647
/** D17: rows of a list page, by default and at most. */
export const PAGE_ROWS_MAX = 200
/** D14: how many of the latest posts an engagement rate is made from. */
export const ENGAGEMENT_POSTS = 12
/** In percent. More than a thousand reactions per follower and post is a mistake in the file. */
export const ENGAGEMENT_RATE_MAX = 100_000
/** Followers no account has: a figure above it is a mistake in the file. */
export const FIGURE_MAX = 100_000_000_000
/** The largest file the import takes: 10,000 accounts with three years of daily rows fit. */
export const IMPORT_FILE_BYTES_MAX = 512 * 1024 * 1024
/** What of an account can be downloaded, and in which format. */
export const EXPORTS = ['history', 'posts', 'readings', 'analysis'] as const
export type ExportName = (typeof EXPORTS)[number]
export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** What a column of a table may hold. A date in another order than year, month, day names its order. */
export const IMPORT_COLUMNS = [
  'username',
  'date',
  'date_day_first',
  'date_month_first',
  'followers',
  'following',
  'posts',
  'engagement_rate',
  'post_id',
  'posted_at',
  'type',
  'likes',
  'comments',
  'views',
  'caption',
  'url',
  'read_at',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]
export const IMPORT_COLUMNS_MAX = 50
/** How long a file that was uploaded for a preview is kept. */
export const IMPORT_PREVIEW_MINUTES = 30
/** Refused rows named one by one in a preview, and rows shown as examples. */
export const IMPORT_PREVIEW_REFUSED_MAX = 50
export const IMPORT_PREVIEW_ROWS = 5
/** Refused rows named one by one in the answer of an import; the others are counted. */
export const IMPORT_REFUSED_LISTED_MAX = 1_000
/** Points in the small line beside an account's followers. */
export const TREND_POINTS = 14
/** A change is one of this week while what it is counted from is at most so much older: a week, and two missed daily readings. */
export const COMPARED_DAYS_MAX = 9
/** The longest history of one request. */
export const HISTORY_DAYS_MAX = 3_660
/** The period of an analysis: five years at most, the last one unless the request names it. */
export const ANALYSIS_DAYS = { usual: 365, max: 1_827 } as const
/** The newest posts of a period that an analysis looks at; it says so where there are more. */
export const ANALYSIS_POSTS_MAX = 2_000

/** Why a reading of an account gave no figures. The last three are the source's, not the account's. */
export const FAILURE_KINDS = ['not_found', 'no_figures', 'not_understood', 'refused', 'limited', 'unavailable'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** spec §9: an account is refreshed once per day on demand. */
export const REFRESH_EVERY_HOURS = 24

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
  'moved',
  'due',
  'approvals',
  'unread',
  'failed-reels',
  'failed-imports',
  'failed-work',
  'credits',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]
/** What a move of followers looks like. */
export const MOVE_KINDS = ['cleanup', 'unexplained', 'giveaway', 'viral'] as const
export type MoveKind = (typeof MOVE_KINDS)[number]
/** An account without a reading for this long is stale. */
export const UNREAD_DAYS = 2

/** What an administrator does first, in this order. */
export const FIRST_STEPS = ['password', 'accounts', 'source', 'reel', 'colleague'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Work that people can see running. */
export const WORK_KINDS = [
  'refresh-account',
  'refresh-round',
  'post-backfill',
  'older-posts',
  'content-pull',
  'render-reel',
  'drive-import',
  'fill-demo',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

export const EVENT_KINDS = [
  'refresh-started',
  'refresh-done',
  'refresh-failed',
  'accounts-changed',
  'activity-changed',
  'pictures-changed',
  'content-changed',
  'content-sync-changed',
  'reels-changed',
  'credits-changed',
  'render-progress',
  'webhooks-changed',
  'drive-changed',
  'subscription-changed',
  'sign-ins-slowed',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** spec §4: the statuses a user may choose; items of a synced table may have others. */
export const CONTENT_STATUSES = ['Draft', 'Approved', 'Delete'] as const
export type ContentStatus = (typeof CONTENT_STATUSES)[number]
/** What a draft made by hand may be. */
export const CONTENT_MEDIA_TYPES = ['image', 'carousel', 'video', 'reel'] as const
export type ContentMediaType = (typeof CONTENT_MEDIA_TYPES)[number]
/** What a long text of a table elsewhere holds; Instagram's own limit is advice (below). */
export const CAPTION_MAX_LENGTH = 100_000
/** Instagram takes no more in a caption. */
export const INSTAGRAM_CAPTION_CHARACTERS = 2_200
export const INSTAGRAM_MENTIONS_MAX = 20
/** More than these read as spam, and Instagram counts them against a post. */
export const INSTAGRAM_HASHTAGS_ADVISED = 5
export const TAGGED_USERS_MAX = 100
export const HASHTAGS_MAX = 500
export const TAG_MAX_LENGTH = 100
export const LOCATION_MAX_LENGTH = 200
/** Statuses that a list is filtered by at once. */
export const ITEM_STATUSES_MAX = 10
export const ITEM_SORTS = ['newest', 'date', '-date'] as const
export type ItemSort = (typeof ITEM_SORTS)[number]
/** A comment of a colleague about an item, and how many an item takes. */
export const TEAM_COMMENT_MAX_LENGTH = 2_000
export const TEAM_COMMENTS_MAX = 500
/** The part of a caption that a calendar has. */
export const PLANNED_CAPTION_CHARACTERS = 120
/** Items changed in one action. */
export const CONTENT_PAGE_POSTS_MAX = 200
/** spec §9, D28. */
export const IMAGE_BYTES_MAX = 10_485_760
export const IMAGES_PER_UPLOAD_MAX = 6
export const IMAGE_PIXELS_MAX = 100_000_000
/** A longer side is a strip that no screen shows. */
export const IMAGE_SIDE_MAX = 20_000
/** Smaller WebP copies of every picture, by their width in pixels: `<address>/480`. No other size is ever made. */
export const IMAGE_VARIANT_WIDTHS = [160, 480, 1080] as const
export type ImageVariantWidth = (typeof IMAGE_VARIANT_WIDTHS)[number]
/** What the uploaded images of one company may take up. */
export const UPLOADS_BYTES_MAX = 2 * 1024 * 1024 * 1024

/** D26: what a reel is, in pixels and pictures a second. */
export const REEL_WIDTH = 1_080
export const REEL_HEIGHT = 1_920
export const REEL_FPS = 30
/** spec §9. */
export const REEL_IMAGES_MAX = 6
/** D27, in seconds. */
export const HOLD_SECONDS = { min: 1, max: 10, usual: 3 } as const
export const TRANSITION_SECONDS = { min: 0.1, max: 1, usual: 0.5 } as const
/** How a picture moves while it is shown; `calm` lets tangelo choose, never the same way twice in a row. */
export const REEL_MOTIONS = ['calm', 'drift', 'zoom-in', 'zoom-out', 'still'] as const
export type ReelMotion = (typeof REEL_MOTIONS)[number]
/** How far a picture moves, as a share of what is shown of it. */
export const MOTION_STRENGTH = { min: 0.01, max: 0.07, usual: 0.07 } as const
export const REEL_TRANSITIONS = ['cross-fade', 'slide', 'cut'] as const
export type ReelTransition = (typeof REEL_TRANSITIONS)[number]
export const REEL_CAPTION_PLACES = ['top', 'middle', 'bottom'] as const
export type ReelCaptionPlace = (typeof REEL_CAPTION_PLACES)[number]
export const REEL_CAPTION_STYLES = ['outline', 'box', 'plain'] as const
export type ReelCaptionStyle = (typeof REEL_CAPTION_STYLES)[number]
/** What is drawn of a caption ends after this many characters. */
export const REEL_CAPTION_DRAWN_MAX = 3_000
export const REEL_QUALITIES = ['standard', 'best'] as const
export type ReelQuality = (typeof REEL_QUALITIES)[number]
/** What Instagram lays over a reel, in pixels of 1080 by 1920: captions are drawn inside what is left. */
export const REEL_SAFE_ZONE = { top: 250, bottom: 420, left: 60, right: 160 } as const
export const MUSIC_BYTES_MAX = 20 * 1024 * 1024
/** D24: what a company without a plan has, once. */
export const CREDITS_WITHOUT_PLAN = 5
/** What an administrator may give a company at once, and what they may say about it. */
export const CREDITS_GRANTED_MAX = 10_000
export const GRANT_REASON_MAX_LENGTH = 200
/** Renders that may wait: of one company, and of all. */
export const RENDERS_WAITING_MAX = { company: 5, all: 200 } as const
export const RENDER_STATUSES = ['processing', 'completed', 'succeeded', 'failed'] as const
export type RenderStatus = (typeof RENDER_STATUSES)[number]

/** Fields of an item that a table elsewhere may hold. */
export const TABLE_FIELDS = [
  'status',
  'caption',
  'taggedUsers',
  'mediaType',
  'location',
  'image',
  'likes',
  'comments',
  'publishDate',
  'hashtags',
  'changedTime',
] as const
export type TableField = (typeof TABLE_FIELDS)[number]

/** Events for users with a webhook (docs/webhooks.md); a test is sent only on request. */
export const WEBHOOK_KINDS = [
  'account.refreshed',
  'draft.changed',
  'reel.rendered',
  'render.failed',
  'credits.low',
  'test',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
/** `failing`: the last try failed, and there will be another one. */
export const WEBHOOK_STATES = ['on', 'failing', 'off'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]
/** `failed`: not taken within a day, or the webhook was switched off. `dropped`: the user moved on before it was sent. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
/** Tries in a row that fail before a webhook is switched off: more than a day of them. */
export const WEBHOOK_FAILURES_MAX = 50
/** How long a delivery is tried. */
export const WEBHOOK_TRIED_HOURS = 24
/** `credits.low` is sent when no more than this share of all credits is left. */
export const CREDITS_LOW_SHARE = 0.2

/** What a prompt, its title and what it is made for may be long. */
export const PROMPT_MAX_LENGTH = 20_000
export const PROMPT_TITLE_MAX_LENGTH = 200
export const COMPANY_ABOUT_MAX_LENGTH = 200
/** spec §9: tone options; the first is the default. */
export const TONES = ['professional', 'funny', 'serious', 'playful', 'short'] as const
export type Tone = (typeof TONES)[number]
/** Whose default a prompt is: the caller's, or that of every user of its company without one. */
export const DEFAULT_OF = ['user', 'company'] as const
export type DefaultOf = (typeof DEFAULT_OF)[number]

/** spec §9: the published marker is the folder-name suffix. */
export const PUBLISHED_SUFFIX = '-published'
/** `asking`: some pictures are unusable, and the user has not agreed to go on without them. */
export const DRIVE_IMPORT_STATES = ['running', 'asking', 'done', 'failed'] as const
export type DriveImportState = (typeof DRIVE_IMPORT_STATES)[number]
/**
 * Of a folder whose reel exists: it is renamed after that. `failing`: the drive refused, and the rename is retried
 * later.
 */
export const DRIVE_RENAMES = ['due', 'done', 'failing'] as const
export type DriveRename = (typeof DRIVE_RENAMES)[number]

/** D32: `sandbox` is built in, and charges nobody. */
export const PAYMENT_PROVIDERS = ['stripe', 'sandbox'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]
/** In the provider's words. `incomplete`: its first payment is not confirmed yet. */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
/** Paid for, or was paid and is renewed. */
export const SUBSCRIPTION_LIVE: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused']
/** It never becomes anything else. */
export const SUBSCRIPTION_OVER: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']
export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
/** `later`: with the next period. */
export const PLAN_CHANGES = ['now', 'later'] as const
/** `challenge`: the card holder must answer the bank. */
export const SANDBOX_OUTCOMES = ['succeeded', 'challenge', 'failed'] as const
export const CUSTOMER_NAME_MAX_LENGTH = 120
