/** Limits of reels and their renders. No zod: the web imports values from here. */

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
/** Renders that may wait: of one company, and of all. */
export const RENDERS_WAITING_MAX = { company: 5, all: 200 } as const
export const RENDER_STATUSES = ['processing', 'completed', 'succeeded', 'failed'] as const
export type RenderStatus = (typeof RENDER_STATUSES)[number]
