export { type AiClient, aiClient } from './ai-client/ai-client.service.ts'
export { aiUsageService } from './ai-usage/ai-usage.service.ts'
export { draftsRoutes } from './drafts/drafts.routes.ts'
export { type DraftsService, draftsService } from './drafts/drafts.service.ts'
export { imageAnalysisRoutes } from './image-analysis/image-analysis.routes.ts'
export { type ImageAnalysisService, imageAnalysisService } from './image-analysis/image-analysis.service.ts'
export { itemsRoutes } from './items/items.routes.ts'
export { changesAnything, emptyItem, type FieldChange, type ItemChange, type ItemRow } from './items/items.rules.ts'
export {
  type ItemsService,
  itemsService,
  noTables,
  type WriteThrough,
  type WrittenThrough,
} from './items/items.service.ts'
export {
  authorOf,
  createItem,
  type ItemWrite,
  lockItems,
  readItems,
  TABLE_AUTHOR,
  writeItems,
} from './items/service/item-writes.ts'
export { mediaLibraryRoutes } from './media-library/media-library.routes.ts'
export { type MediaLibrary, mediaLibrary } from './media-library/media-library.service.ts'
export { promptsRoutes } from './prompts/prompts.routes.ts'
export { type PromptsService, promptsService } from './prompts/prompts.service.ts'
export { uploadsRoutes } from './uploads/uploads.routes.ts'
export { type UploadsService, uploadsService } from './uploads/uploads.service.ts'
