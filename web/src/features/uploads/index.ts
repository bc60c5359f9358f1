/** What other rooms may use of uploads. */
export { ImageField } from './components/image-field.tsx'
export { sendImages } from './queries.ts'
export { ACCEPTED, imageError, uploadFailure } from './rules.ts'
