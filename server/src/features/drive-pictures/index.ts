export { chosenFrom, ImagesRefused, importerOf, noImages, type Refused } from './drive-pictures.rules.ts'
export { type PictureTools, picturesOf } from './drive-pictures.service.ts'
