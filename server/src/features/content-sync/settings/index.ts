export { contentTablesRoutes } from './settings.routes.ts'
export {
  CONTENT_PULL,
  type ContentTablesService,
  contentTablesService,
  fieldsOf,
  type Looked,
  look,
} from './settings.service.ts'
export { contentTablesStore, type Linked } from './settings.store.ts'
