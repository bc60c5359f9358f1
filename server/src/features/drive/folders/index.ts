export { driveFolderJobs } from './folders.jobs.ts'
export { driveFoldersRoutes } from './folders.routes.ts'
export {
  asImport,
  type FolderRow,
  type ImportRow,
  imagesOf,
  inNameOrder,
  isPublished,
  type KeptImage,
  publishedName,
  shownFolder,
} from './folders.rules.ts'
export { type DriveFoldersService, driveFoldersService } from './folders.service.ts'
export { driveFoldersStore } from './folders.store.ts'
