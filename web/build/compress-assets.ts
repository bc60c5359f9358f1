import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Writes name.br and name.gz beside each text asset, for the server to hand out. index.html is made per answer. */
export function compressAssets(): Plugin {
  return {
    name: 'tangelo-compressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|json)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(dir, name))
          const [brotli, gzipped] = await Promise.all([
            asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
            asGzip(content, { level: 9 }),
          ])
          await writeFile(join(dir, `${name}.br`), brotli)
          await writeFile(join(dir, `${name}.gz`), gzipped)
        }),
      )
    },
  }
}
