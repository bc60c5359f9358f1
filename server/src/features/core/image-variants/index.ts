export { type ImageVariants, imageVariants, type ShownImage } from './image-variants.service.ts'
