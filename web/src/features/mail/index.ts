export { OwnAddress } from './recipients/components/own-address.tsx'
export { ownRecipient } from './recipients/queries.ts'
export { isMailAddress } from './recipients/rules.ts'
export { texts as mailTexts } from './recipients/texts.ts'
