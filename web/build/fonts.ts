/**
 * Makes src/styles/inter.woff2 (Western European) and inter-ext.woff2 (Central European and Turkish letters, fetched
 * only by pages that show one): weights 400 to 700, together at most 40 kB. Run by hand, `node web/build/fonts.ts`,
 * when Inter or the choice of letters changes; the results are committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const FEATURES = ['kern', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'pnum', 'cv11', 'ss03']
const PUNCTUATION = '–—‘’‚“”„†•…‹›€™−←↑→↓×'

await make('latin', 'inter.woff2', letters(0x20, 0x7e) + letters(0xa0, 0xff) + PUNCTUATION)
await make('latin-ext', 'inter-ext.woff2', `${letters(0x100, 0x17f)}ȘșȚțẞ₺₹₽`)

async function make(subset: string, name: string, text: string): Promise<void> {
  const source = fileURLToPath(
    import.meta.resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`),
  )
  const font = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: 400, max: 700 } },
    noHinting: true,
  })
  await writeFile(new URL(`../src/styles/${name}`, import.meta.url), font)
  console.log(`${name}: ${font.length} bytes`)
}

function letters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}
