export { copyPicturesOf, pictureJobs } from './pictures.jobs.ts'
export { picturesRoutes } from './pictures.routes.ts'
