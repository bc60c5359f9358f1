/** Limits of folders of a drive. No zod: the web imports values from here. */

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
