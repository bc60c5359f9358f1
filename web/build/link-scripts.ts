import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

/** Scripts of pages that the server writes itself, for people without an account: each is one small file of its own. */
const SCRIPTS = ['src/link-page.ts', 'src/approval-page.ts']
/** gzip */
const BYTES_MAX = 5_000

/** Builds them apart from the app, so that neither shares a file with the other, and fails the build when one is too much. */
export function linkScripts(): Plugin {
  let root = ''
  return {
    name: 'tangelo-link-scripts',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      for (const script of SCRIPTS) {
        const options = { write: false, target: 'es2022', rolldownOptions: { input: join(root, script) } }
        const made = await build({ root, configFile: false, logLevel: 'silent', publicDir: false, build: options })
        const chunks = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
        for (const chunk of chunks) {
          if (chunk.type !== 'chunk') continue
          const bytes = gzipSync(chunk.code, { level: 9 }).length
          if (bytes > BYTES_MAX) this.error(`Over budget: ${chunk.fileName} has ${bytes} bytes of ${BYTES_MAX}`)
          this.emitFile({ type: 'asset', fileName: chunk.fileName, source: chunk.code })
        }
      }
    },
  }
}
