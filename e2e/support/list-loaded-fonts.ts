import type { Page } from '@playwright/test'

/** Families of the fonts that the page has fetched and uses. */
export const listLoadedFonts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const fonts = await document.fonts.ready
    return [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
  })
