/** The typeface of the screens as style rules that hold it: a report reads the same on every machine, without a request. */
import { readFileSync } from 'node:fs'

/** As the screens split it: the second file is for letters of other European languages. */
const FILES = [
  { file: 'inter.woff2', range: '' },
  { file: 'inter-ext.woff2', range: ';unicode-range:U+0100-017F,U+0218-021B,U+1E9E,U+20B9,U+20BA,U+20BD' },
]

export const reportFontFaces = (): string =>
  FILES.map(({ file, range }) => {
    const bytes = readFileSync(new URL(file, import.meta.url)).toString('base64')
    return `@font-face{font-family:Inter;font-weight:400 700;src:url(data:font/woff2;base64,${bytes}) format("woff2")${range}}`
  }).join('\n')
