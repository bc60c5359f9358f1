/** What other rooms may use of prompts. Pages import components directly. */
export { PromptField } from './components/prompt-field.tsx'
export { SaveDialog } from './components/save-dialog.tsx'
export { useCopy } from './components/use-copy.ts'
export { promptById, providerKey } from './queries.ts'
