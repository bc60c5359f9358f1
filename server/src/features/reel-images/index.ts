export { type ReelImage, type ReelImages, reelImages } from './reel-images.service.ts'
