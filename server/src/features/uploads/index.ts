export { uploadsRoutes } from './uploads.routes.ts'
export { type UploadsService, uploadsService } from './uploads.service.ts'
