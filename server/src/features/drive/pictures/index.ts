export { chosenFrom, ImagesRefused, importerOf, noImages, type Refused } from './pictures.rules.ts'
export { type PictureTools, picturesOf } from './pictures.service.ts'
