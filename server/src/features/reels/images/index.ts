export { type ReelImage, type ReelImages, reelImages } from './images.service.ts'
