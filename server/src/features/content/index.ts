import type { FastifyInstance } from 'fastify'
import { draftsRoutes } from './drafts/drafts.routes.ts'
import { imageAnalysisRoutes } from './image-analysis/image-analysis.routes.ts'
import type { ImageAnalysisService } from './image-analysis/image-analysis.service.ts'
import { itemsRoutes } from './items/items.routes.ts'
import type { ItemsService } from './items/items.service.ts'
import type { ItemChanges } from './items/service/item-changes.ts'

export { resolvePlan } from './items/service/item-links.ts'

import { mediaLibraryRoutes } from './media-library/media-library.routes.ts'
import type { MediaLibrary } from './media-library/media-library.service.ts'
import { promptsRoutes } from './prompts/prompts.routes.ts'
import type { PromptsService } from './prompts/prompts.service.ts'
import { teamCommentsRoutes } from './team-comments/team-comments.routes.ts'
import type { TeamCommentsService } from './team-comments/team-comments.service.ts'
import { uploadsRoutes } from './uploads/uploads.routes.ts'
import type { UploadsService } from './uploads/uploads.service.ts'

export { type AiClient, aiClient } from './ai-client/ai-client.service.ts'
export { aiUsageService } from './ai-usage/ai-usage.service.ts'
export { imageAnalysisService } from './image-analysis/image-analysis.service.ts'
export { emptyItem, fieldsChangedAt, type ItemChange, type ItemRow } from './items/items.rules.ts'
export { type ItemsService, itemsService } from './items/items.service.ts'
export type { ItemWrite } from './items/rules/decide-write.ts'
export type { FieldChange } from './items/rules/item-history.ts'
export { asContentItem } from './items/rules/item-json.ts'
export {
  captionIn,
  contentHash,
  hashOf,
  type PublicPart,
  partsChanged,
  publicContent,
} from './items/rules/public-content.ts'
export { approvalStanding, withoutApproval } from './items/service/approval-guard.ts'
export {
  type ItemChanges,
  itemChanges,
  noTables,
  type WriteThrough,
  type WrittenThrough,
} from './items/service/item-changes.ts'
export { lockItems, readItems, TABLE_AUTHOR, writeItems } from './items/service/item-writes.ts'
export { findQueuedItems } from './items/service/write-guard.ts'
export { mediaLibrary } from './media-library/media-library.service.ts'
export { promptsService } from './prompts/prompts.service.ts'
export { addClientComment, teamCommentsService } from './team-comments/team-comments.service.ts'
export { type UploadsService, uploadsService } from './uploads/uploads.service.ts'

/** What the routes of the domain call. */
export interface ContentServices {
  content: ItemsService
  itemChanges: ItemChanges
  teamComments: TeamCommentsService
  uploads: UploadsService
  mediaLibrary: MediaLibrary
  prompts: PromptsService
  analyses: ImageAnalysisService
}

/** Every route of the domain. */
export function serveContent(app: FastifyInstance, services: ContentServices): void {
  itemsRoutes(app, services.content)
  draftsRoutes(app, services.content, services.itemChanges)
  teamCommentsRoutes(app, services.teamComments)
  uploadsRoutes(app, services.uploads)
  mediaLibraryRoutes(app, services.mediaLibrary)
  promptsRoutes(app, services.prompts)
  imageAnalysisRoutes(app, services.analyses)
}
