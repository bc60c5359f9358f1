/** Limits of users, sessions and API tokens. No zod: the web imports values from here. */

/** How the lists of the admin panel stand; the first is the default. */
export const COMPANY_SORTS = ['name', 'recent'] as const
export type CompanySort = (typeof COMPANY_SORTS)[number]
export const USER_SORTS = ['name', 'role', 'recent'] as const
export type UserSort = (typeof USER_SORTS)[number]

export const ROLES = ['admin', 'pro', 'basic'] as const
export type Role = (typeof ROLES)[number]
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
