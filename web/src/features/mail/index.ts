export { OwnAddress } from './recipients/components/own-address.tsx'
export { texts as mailTexts } from './recipients/texts.ts'
