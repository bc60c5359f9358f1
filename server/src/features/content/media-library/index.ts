export { mediaLibraryRoutes } from './media-library.routes.ts'
export { type MediaLibrary, mediaLibrary } from './media-library.service.ts'
