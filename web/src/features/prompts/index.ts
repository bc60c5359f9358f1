/** What other rooms may use of prompts. Pages import components directly. */
export { SaveDialog } from './components/save-dialog.tsx'
export { useCopy } from './components/use-copy.ts'
export { promptById, promptChoices, providerKey } from './queries.ts'
