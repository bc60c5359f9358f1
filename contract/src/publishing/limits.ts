/** What both sides show or enforce of own accounts and of publishing to them. No zod here: the screen may import it at run time. */

/** The two ways in which the owner of an account opens it: Instagram's own, and Facebook's through a linked Page. */
export const PUBLISHING_LOGINS = ['instagram', 'facebook'] as const
export type PublishingLoginName = (typeof PUBLISHING_LOGINS)[number]
/** What a person grants, in our words. `pages` belongs to Facebook's login alone. */
export const OWN_PERMISSIONS = ['profile', 'publish', 'insights', 'comments', 'pages'] as const
export type OwnPermission = (typeof OWN_PERMISSIONS)[number]

/** What a post becomes on the account. Videos are reels there. */
export const PUBLICATION_KINDS = ['image', 'carousel', 'reel', 'story'] as const
export type PublicationKind = (typeof PUBLICATION_KINDS)[number]
/** Who publishes it: this server, or a person who is reminded at its time with everything ready to copy. */
export const PUBLICATION_WAYS = ['publish', 'remind'] as const
export type PublicationWay = (typeof PUBLICATION_WAYS)[number]
/** How far a publication is. The last four are its ends; `unclear` waits for the decision of a person. */
export const PUBLICATION_STATES = [
  'planned',
  'checked',
  'container',
  'uploading',
  'ready',
  'publishing',
  'published',
  'unclear',
  'failed',
  'withdrawn',
] as const
export type PublicationState = (typeof PUBLICATION_STATES)[number]
/** How a queue is divided: what waits for a person, what goes out by itself, what is live, and what did not go out. */
export const PUBLICATION_GROUPS = ['person', 'upcoming', 'published', 'over'] as const
export type PublicationGroup = (typeof PUBLICATION_GROUPS)[number]

/** What a rehearsal looks at, in the order in which it is shown. */
export const CHECKS = [
  'account',
  'access',
  'approval',
  'media',
  'way',
  'cover',
  'caption',
  'hashtags',
  'people',
  'location',
  'altText',
  'comment',
  'quota',
  'time',
] as const
export type CheckKey = (typeof CHECKS)[number]
export const CHECK_STATES = ['passed', 'warning', 'blocked'] as const
export type CheckState = (typeof CHECK_STATES)[number]
/** What the person does about a check: where to, or what is converted here when they agree. */
export const FIXES = [
  'connect',
  'resume',
  'ask_approval',
  'edit',
  'convert',
  'crop',
  'as_reel',
  'public_url',
  'later',
] as const
export type Fix = (typeof FIXES)[number]

/** Whole texts of Instagram. */
export const PUBLISHING_HASHTAGS_MAX = 30
/** From here on posts are shown less. */
export const PUBLISHING_HASHTAGS_WARN = 6
export const PUBLISHING_TAGS_MAX = 20
export const COLLABORATORS_MAX = 3
export const ALT_TEXT_MAX_LENGTH = 1_000
export const FIRST_COMMENT_MAX_LENGTH = 2_200
export const CAROUSEL_CHILDREN = { min: 2, max: 10 } as const

/** How long after its time a post still goes out by itself, where a machine was off. */
export const MISSED_TOLERANCE_MINUTES = { usual: 60, max: 1_440 } as const
/** Of one account. */
export const SLOTS_MAX = 70
/** How far ahead a publication may be planned. */
export const PLANNED_DAYS_MAX = 366

/** What a post is on the account. */
export const OWN_MEDIA_PRODUCTS = ['feed', 'reel', 'story'] as const
export type OwnMediaProduct = (typeof OWN_MEDIA_PRODUCTS)[number]
export const AUDIENCE_DIMENSIONS = ['age', 'gender', 'country', 'city'] as const
export type AudienceDimension = (typeof AUDIENCE_DIMENSIONS)[number]
/** Days that a screen of insights shows. */
export const INSIGHT_RANGES = ['28', '90', '365', '730'] as const
export type InsightRange = (typeof INSIGHT_RANGES)[number]
/** Figures by which items are expected and compared. */
export const COMPARED_FIGURES = ['views', 'reach', 'likes', 'saves', 'shares'] as const
export type ComparedFigure = (typeof COMPARED_FIGURES)[number]
/** Fewer comparable items than this give no interval: 95 % of the time the median lies between the smallest and the largest of six. */
export const COMPARABLE_LEAST = 6
/** Files of insights. */
export const INSIGHT_EXPORTS = ['days', 'posts'] as const
export type InsightExport = (typeof INSIGHT_EXPORTS)[number]
