export { contentRoutes } from './content.routes.ts'
export {
  asDraftPost,
  changesAnything,
  emptyItem,
  type FieldChange,
  type ItemChange,
  type ItemRow,
} from './content.rules.ts'
export {
  authorOf,
  type ContentService,
  contentService,
  noTables,
  type WriteThrough,
  type WrittenThrough,
} from './content.service.ts'
export { contentStore, type ItemWrite, itemsToWrite, keepItems, keepNew } from './content.store.ts'
