export { uploadsRoutes } from './uploads.routes.ts'
export { idInAddress, imageFailure } from './uploads.rules.ts'
export { type UploadsService, uploadsService } from './uploads.service.ts'
