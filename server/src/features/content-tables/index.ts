export { contentTablesRoutes } from './content-tables.routes.ts'
export {
  CONTENT_PULL,
  type ContentTablesService,
  contentTablesService,
  fieldsOf,
  type Looked,
  look,
} from './content-tables.service.ts'
export { contentTablesStore, type Linked } from './content-tables.store.ts'
