export { contentRoutes } from './items.routes.ts'
export {
  asDraftPost,
  changesAnything,
  emptyItem,
  type FieldChange,
  type ItemChange,
  type ItemRow,
} from './items.rules.ts'
export {
  authorOf,
  type ContentService,
  contentService,
  noTables,
  type WriteThrough,
  type WrittenThrough,
} from './items.service.ts'
export { contentStore, type ItemWrite, itemsToWrite, keepItems, keepNew } from './items.store.ts'
