/**
 * Makes src/styles/inter.woff2 (Western European) and inter-ext.woff2 (Central European and Turkish letters, fetched
 * only by pages that show one): weights 400 to 700, together at most 40 kB. Run by hand when Inter or the choice of
 * letters changes, with the InterVariable.woff2 of the inter-ui 4.1.1 package: `node web/build/fonts.ts FILE`.
 * The results are committed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { argv } from 'node:process'
import subsetFont from 'subset-font'

const FEATURES = ['kern', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'cv11', 'ss03']
const PUNCTUATION = '–—‘’‚“”„†•…‹›€™−←↑→↓×'

const [source] = argv.slice(2)
if (!source) throw new Error('Name the InterVariable.woff2 to take the letters from')
const inter = await readFile(source)
await make('inter.woff2', letters(0x20, 0x7e) + letters(0xa0, 0xff) + PUNCTUATION)
await make('inter-ext.woff2', `${letters(0x100, 0x17f)}ȘșȚțẞ₺₹₽`)

async function make(name: string, text: string): Promise<void> {
  const font = await subsetFont(inter, text, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
    noHinting: true,
  })
  await writeFile(new URL(`../src/styles/${name}`, import.meta.url), font)
  console.log(`${name}: ${font.length} bytes`)
}

function letters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}
