/** What other rooms may use of uploads. */
export { ImageField } from './components/image-field.tsx'
