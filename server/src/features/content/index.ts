export { contentRoutes } from './content.routes.ts'
export {
  asDraftPost,
  changesAnything,
  emptyItem,
  type FieldChange,
  type ItemChange,
  type ItemRow,
} from './content.rules.ts'
export { authorOf, type ContentService, contentService, noTables, type WriteThrough } from './content.service.ts'
export { type ItemWrite, itemsToWrite, keepItems } from './content.store.ts'
