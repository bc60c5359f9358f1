export { copyPicturesOf, pictureJobs } from './image-cache.jobs.ts'
export { picturesRoutes } from './image-cache.routes.ts'
