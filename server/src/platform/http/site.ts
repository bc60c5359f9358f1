/**
 * Serves the built screen: hashed files for ever, compressed at build time; every other address gets the page itself,
 * each time with a nonce of its own. Files are listed once at the start, so no request reaches the disk by its name.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PRELOADS, preloadLinks } from './preloads.ts'
import { type CspOrigins, pagePolicy, WORKER_POLICY } from './security-headers.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Where the build puts the scripts of workers (web/vite.config.ts). */
const WORKERS = 'assets/workers/'
const NONCE_MARK = '__CSP_NONCE__'

/** Paths of what the build has made, below `folder`: what pages that are written here may load. */
export const listBuiltAssets = (folder: string | undefined): string[] =>
  folder && existsSync(join(folder, 'assets'))
    ? readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
    : []

export interface Site {
  /** Answers with the page of the screen at this address. */
  page(url: string, reply: FastifyReply): FastifyReply
}

/** Null when nothing has been built at `folder`. */
export function serveSite(app: FastifyInstance, folder: string, guest: CspOrigins | null): Site | null {
  const indexPath = join(folder, 'index.html')
  if (!existsSync(indexPath)) return null
  const index = readFileSync(indexPath, 'utf8')
  const linksAt = preloadLinks(folder, NONCE_MARK)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const known = new Set(files)
  for (const file of files) {
    const type = TYPES[extname(file)]
    if (!type || file === 'index.html' || file === PRELOADS || file.startsWith('.')) continue
    app.get(`/${file}`, async (request, reply) => {
      const encoding = encodingOf(request, file, known)
      reply
        .type(type)
        .header(
          'cache-control',
          file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
        .header('vary', 'accept-encoding')
      if (encoding) reply.header('content-encoding', encoding.name)
      if (file.startsWith(WORKERS)) reply.header('content-security-policy', WORKER_POLICY)
      return reply.send(await readFile(join(folder, file + (encoding?.suffix ?? ''))))
    })
  }
  return {
    page(url, reply) {
      const [path = '/'] = url.split('?')
      const nonce = randomBytes(16).toString('base64')
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', pagePolicy(nonce, guest))
        .send(index.replace('</head>', () => `${linksAt(path)}</head>`).replaceAll(NONCE_MARK, nonce))
    },
  }
}

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

function encodingOf(request: FastifyRequest, file: string, known: Set<string>) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return ENCODINGS.find(({ name, suffix }) => accepted.includes(name) && known.has(file + suffix))
}
