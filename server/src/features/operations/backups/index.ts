export { backupsRoutes } from './backups.routes.ts'
export { type BackupsService, backupsService } from './backups.service.ts'
