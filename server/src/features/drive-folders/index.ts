export { driveFolderJobs } from './drive-folders.jobs.ts'
export { driveFoldersRoutes } from './drive-folders.routes.ts'
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
} from './drive-folders.rules.ts'
export { type DriveFoldersService, driveFoldersService } from './drive-folders.service.ts'
export { driveFoldersStore } from './drive-folders.store.ts'
