import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { FRAME_PARTS, filesOf, HOME_PARTS, ROUTES, sheetsOf } from './routes.ts'

const KB = 1_000
const LOGIN_JS_MAX = 110 * KB
const HOME_JS_MAX = 130 * KB
/** Of its own accord, once it is drawn: running work, help, keys, the list of accounts. */
const HOME_LATER_JS_MAX = 45 * KB
const HOME_FILES_MAX = 20
const FURTHER_JS_MAX = 60 * KB
/** Of one sheet: that of all pages is the heaviest. */
const SHEET_MAX = 18 * KB
/** On one page: the sheet of all of them, and those of its own parts. */
const CSS_MAX = 20 * KB
const FONT_MAX = 40 * KB

/** Adds up what each route makes a browser load, prints it, and fails the build when it is too much. */
export function budgets(): Plugin {
  let root = ''
  return {
    name: 'tangelo-budgets',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    writeBundle(_options, bundle) {
      const files = Object.values(bundle)
      const chunks = files.filter((file) => file.type === 'chunk')
      const assets = files.filter((file) => file.type === 'asset')
      const loadedBy = filesOf(bundle, root)
      const sheets = assets.filter(({ fileName }) => fileName.endsWith('.css'))
      const sheetOf = new Map(sheets.map(({ fileName, source }) => [fileName, gzipSync(source, { level: 9 }).length]))
      const sumSheets = (loaded: ReadonlySet<Rolldown.OutputChunk>): number => {
        return sum([...sheetsOf(loaded)].map((name) => sheetOf.get(name) ?? 0))
      }

      const rows: { what: string; bytes: number; max: number }[] = []
      const styles: number[] = []
      let home = new Set<Rolldown.OutputChunk>()
      let homeFiles = 0
      for (const { path, modules, chosen = [] } of ROUTES) {
        const loaded = loadedBy([...modules, ...chosen])
        styles.push(sumSheets(loaded))
        if (path === '/login') rows.push({ what: 'JS of /login', bytes: gzipOf(loaded), max: LOGIN_JS_MAX })
        else if (path === '/') {
          home = loadedBy([...modules, ...FRAME_PARTS, ...HOME_PARTS])
          rows.push({ what: 'JS of /', bytes: gzipOf(loaded), max: HOME_JS_MAX })
          const later = new Set([...home].filter((chunk) => !loaded.has(chunk)))
          rows.push({ what: 'JS that / fetches once it is drawn', bytes: gzipOf(later), max: HOME_LATER_JS_MAX })
          homeFiles = home.size
        } else {
          const further = new Set([...loaded].filter((chunk) => !home.has(chunk)))
          rows.push({ what: `JS of ${path}, beyond /`, bytes: gzipOf(further), max: FURTHER_JS_MAX })
        }
      }
      const fonts = assets.filter(({ fileName }) => fileName.endsWith('.woff2'))
      rows.push({ what: 'Heaviest style sheet', bytes: Math.max(...sheetOf.values()), max: SHEET_MAX })
      rows.push({ what: 'CSS of the page with most', bytes: Math.max(...styles), max: CSS_MAX })
      rows.push({ what: 'Fonts', bytes: sum(fonts.map(({ source }) => Buffer.byteLength(source))), max: FONT_MAX })

      console.log(['', 'Budgets (gzip)', ...rows.map(line), ''].join('\n'))
      console.log(`  JS files of /, all in all: ${homeFiles} of ${HOME_FILES_MAX}\n`)
      if (homeFiles > HOME_FILES_MAX) this.error('Over budget: JS files of /')
      const over = rows.filter(({ bytes, max }) => bytes > max)
      if (over.length > 0) this.error(`Over budget: ${over.map(({ what }) => what).join('; ')}`)
      for (const chunk of chunks) {
        const outside = chunk.moduleIds.find((id) => relative(root, id).startsWith('../node_modules/zod/'))
        if (outside) this.error(`zod reaches the browser through ${chunk.fileName}`)
      }
    },
  }
}

function gzipOf(chunks: ReadonlySet<Rolldown.OutputChunk>): number {
  return sum([...chunks].map(({ code }) => gzipSync(code, { level: 9 }).length))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function line({ what, bytes, max }: { what: string; bytes: number; max: number }): string {
  const kB = (value: number): string => `${(value / KB).toFixed(1)} kB`
  return `  ${bytes > max ? '✗' : '✓'} ${what.padEnd(36)} ${kB(bytes).padStart(9)} of ${kB(max).padStart(8)}`
}
