/** Limits of accounts and their figures. No zod: the web imports values from here. */

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
/** Accounts that are tagged, read again, moved or deleted in one action. */
export const ACCOUNTS_AT_ONCE_MAX = 500

/** D11: where an account's figures come from; `own` is the account's own connection. */
export const SOURCES = ['graph', 'apify', 'own', 'import', 'sample'] as const
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
/** What only its owner sees of a post, and when to post can be asked of as well. Reach is of people and never compared so. */
export const OWN_MEASURES = ['views', 'saves'] as const
export type OwnMeasure = (typeof OWN_MEASURES)[number]
/** The period of an analysis: five years at most, the last one unless the request names it. */
export const ANALYSIS_DAYS = { usual: 365, max: 1_827 } as const
/** The newest posts of a period that an analysis looks at; it says so where there are more. */
export const ANALYSIS_POSTS_MAX = 2_000

/** Why a reading of an account gave no figures. The last three are the source's, not the account's. */
export const FAILURE_KINDS = ['not_found', 'no_figures', 'not_understood', 'refused', 'limited', 'unavailable'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** spec §9: an account is refreshed once per day on demand. */
export const REFRESH_EVERY_HOURS = 24
/** How often the clock reads an account; `activity`: as often as it posts and changes asks for. The first is the default. */
export const REFRESH_INTERVALS = ['daily', 'three-days', 'weekly', 'activity'] as const
export type RefreshIntervalName = (typeof REFRESH_INTERVALS)[number]
/** Days from one reading to the next. */
export const INTERVAL_DAYS = [1, 3, 7] as const
export type IntervalDays = (typeof INTERVAL_DAYS)[number]

/** Sources that read over the network, each through any number of connections. */
export const CONNECTED_SOURCES = ['graph', 'apify'] as const
export type ConnectedSource = (typeof CONNECTED_SOURCES)[number]
export const CONNECTION_STATES = ['connected', 'failing', 'paused'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]
export const CONNECTION_NAME_MAX_LENGTH = 60
export const CONNECTION_TOKEN_MAX_LENGTH = 1_000
/** Connections that administrators may add to one source. */
export const CONNECTIONS_PER_SOURCE_MAX = 100
export const CALLS_PER_HOUR_MAX = 1_000_000
/** What is due in a day is too much for the connections from this share of what they can read on. */
export const CAPACITY_WARNING_SHARE = 0.9

/** What a move of followers looks like. */
export const MOVE_KINDS = ['cleanup', 'unexplained', 'giveaway', 'viral'] as const
export type MoveKind = (typeof MOVE_KINDS)[number]
/** An account that is read daily is stale without a reading for this long; others have the days of their interval more, less one. */
export const UNREAD_DAYS = 2
