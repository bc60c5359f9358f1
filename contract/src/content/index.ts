import { drafts } from './drafts.ts'
import { analyses } from './image-analysis.ts'
import { content } from './items.ts'
import { mediaLibrary } from './media-library.ts'
import { prompts } from './prompts.ts'
import { teamComments } from './team-comments.ts'
import { uploads } from './uploads.ts'

export type { ContentItem, PlannedItem } from './content-item.ts'
export type { AnalysisEvent } from './image-analysis.ts'
export type { ContentChange } from './item-history.ts'
export type { ContentCounts, ContentSync } from './items.ts'
export type { Upload, UploadUse } from './media-library.ts'
export type { Prompt } from './prompts.ts'
export type { TeamComment } from './team-comments.ts'

/** Every row of the domain, by part. */
export const contentRoutes = { content, drafts, teamComments, mediaLibrary, uploads, prompts, analyses } as const
