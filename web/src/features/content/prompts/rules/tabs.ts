/** The tabs of the prompts, as addresses name them. Alone, because every page reads addresses. */
export const PROMPT_TABS = ['library', 'generator', 'tester'] as const
type PromptTab = (typeof PROMPT_TABS)[number]
export const DEFAULT_TAB: PromptTab = 'library'
