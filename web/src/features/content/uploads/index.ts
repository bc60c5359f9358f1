/** What other rooms may use of uploads. */
export { ImageField } from './components/image-field.tsx'
export { ImagesField } from './components/images-field.tsx'
export { useImageUploads } from './components/use-image-uploads.ts'
export { sendImages } from './queries.ts'
export { ACCEPTED, imageError, uploadFailure } from './rules.ts'
