/** Limits of drafts, pictures and prompts. No zod: the web imports values from here. */

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
export const PERMALINK_MAX_LENGTH = 500
/** Statuses that a list is filtered by at once. */
export const ITEM_STATUSES_MAX = 10
export const ITEM_SORTS = ['newest', 'date', '-date', 'asked'] as const
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
