/** Headers of every answer. Pages get a policy with a nonce of their own (see `pagePolicy`). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** On every answer, also on those of Node itself. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
}

/** Also for the few answers that are given before any hook runs. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers(SAFE_HEADERS)
  reply.header('x-request-id', request.id)
  // Responses of the interface are for one user at one moment: they are never cached.
  if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  return reply
}

/** CSP origins: third-party scripts that pages may load, with what these need; only what is configured is allowed. */
export interface CspOrigins {
  /** Origins, as a content policy spells them. */
  scripts: readonly string[]
  frames: readonly string[]
  calls: readonly string[]
  /** Names of policies of Trusted Types that the screen makes for it. */
  trustedTypes: readonly string[]
}

/** The policy of a page: only our own files, styles and scripts with this answer's nonce, no markup sinks; and its guest. */
export function pagePolicy(nonce: string, guest: CspOrigins | null): string {
  const { scripts = [], frames = [], calls = [], trustedTypes = [] } = guest ?? {}
  return [
    "default-src 'none'",
    ["script-src 'self'", `'nonce-${nonce}'`, ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...calls].join(' '),
    // Reports are shown as the documents that they are, in a frame without rights.
    ["frame-src 'self'", ...frames].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${[PREVIEW_TYPES, ...trustedTypes].join(' ')}`,
  ].join('; ')
}

/** Our own policy of Trusted Types: it names the worker that draws previews, and nothing else (docs/decisions/0012). */
const PREVIEW_TYPES = 'tangelo-preview'

/**
 * The policy of our workers, which live by their own and not by the page's: they may compile WebAssembly, which pages may
 * not, and reach our own server.
 */
export const WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "img-src 'self' blob:",
].join('; ')
