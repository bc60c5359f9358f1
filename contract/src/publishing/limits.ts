/** What both sides show or enforce of own accounts. No zod here: the screen may import it at run time. */

/** The two ways in which the owner of an account opens it: Instagram's own, and Facebook's through a linked Page. */
export const PUBLISHING_LOGINS = ['instagram', 'facebook'] as const
export type PublishingLoginName = (typeof PUBLISHING_LOGINS)[number]
/** What a person grants, in our words. `pages` belongs to Facebook's login alone. */
export const OWN_PERMISSIONS = ['profile', 'publish', 'insights', 'comments', 'pages'] as const
export type OwnPermission = (typeof OWN_PERMISSIONS)[number]
