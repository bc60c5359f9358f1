/** The page at /api/docs: every route with its fields, readable without a script, in the reader's light or dark. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** What the page shows of an OpenAPI document. */
interface Described {
  paths: Record<string, Record<string, unknown>>
}

const escapeHtml = (text: unknown) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const ACCESS: Record<string, string> = {
  public: 'Anybody',
  signedIn: 'Signed in',
  reader: 'Signed in, or an API token',
  admin: 'Administrators',
}

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#2b2622,#f0ece8);--soft:light-dark(#6d655e,#a69d95);--line:light-dark(#e6e1dc,#3a342f);--page:light-dark(#fbf9f7,#171412);--panel:light-dark(#fff,#1e1a18);--accent:light-dark(#b3440e,#ff9d4d)}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:40px 20px 80px}
h1{font-size:24px;letter-spacing:-.02em;margin:0}h2{font-size:16px;margin:40px 0 8px;text-transform:capitalize}
p{color:var(--soft);margin:6px 0}a{color:var(--accent)}
details{background:var(--panel);border:1px solid var(--line);border-top-width:0}
h2+details,h2+p+details{border-top-width:1px;border-radius:10px 10px 0 0}details:last-child{border-radius:0 0 10px 10px}
summary{display:flex;gap:12px;align-items:baseline;padding:10px 16px;cursor:pointer;flex-wrap:wrap}
summary b{font:600 12px/1 ui-monospace,monospace;min-width:52px;color:var(--accent)}
summary code{font:500 13.5px/1.4 ui-monospace,monospace}summary span{color:var(--soft);margin-left:auto;font-size:13px}
section>div,details>div{padding:0 16px 14px}h3{font-size:13px;margin:12px 0 4px}
pre{overflow:auto;background:var(--page);border:1px solid var(--line);border-radius:7px;padding:10px;margin:0;font:12.5px/1.5 ui-monospace,monospace}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

type Operation = ReturnType<typeof operationsOf>[number]['operation']

const operationsOf = (document: Described) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as {
        tags: string[]
        summary: string
        parameters: { name: string; in: string; required: boolean; description?: string; schema: object }[]
        requestBody?: { content: Record<string, { schema: object }> }
        responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>
        'x-access': string
        'x-codeSamples'?: { label: string; source: string }[]
      },
    })),
  )

const block = (title: string, text: string) =>
  `<h3>${escapeHtml(title)}</h3><pre tabindex="0">${escapeHtml(text)}</pre>`

const json = (title: string, value: unknown) => block(title, JSON.stringify(value, null, 2))

function partsOf(operation: Operation): string {
  const parts = [`<p>${escapeHtml(operation.summary)}.</p>`]
  for (const { label, source } of operation['x-codeSamples'] ?? []) parts.push(block(label, source))
  for (const { name, in: place, required, description, schema } of operation.parameters) {
    parts.push(json(`${name} (${place}${required ? '' : ', optional'})`, schema))
    if (description !== undefined) parts.push(`<p>${escapeHtml(description)}.</p>`)
  }
  for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
    parts.push(json(`Body, ${type}`, schema))
  for (const [status, { content }] of Object.entries(operation.responses))
    for (const [type, { schema, example }] of Object.entries(content ?? {})) {
      if (example !== undefined) parts.push(json('Example', example))
      parts.push(json(`Answer ${status}${type === 'application/json' ? '' : `, ${type}`}`, schema))
    }
  return parts.join('')
}

export function docsPage(reply: FastifyReply, document: Described): FastifyReply {
  const operations = operationsOf(document)
  const rooms = [...new Set(operations.flatMap(({ operation }) => operation.tags))]
  const body = rooms
    .map((room) => {
      const rows = operations
        .filter(({ operation }) => operation.tags.includes(room))
        .map(
          ({ path, method, operation }) =>
            `<details><summary><b>${method}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(ACCESS[operation['x-access']])}</span></summary><div>${partsOf(operation)}</div></details>`,
        )
      return `<section><h2>${escapeHtml(room.replaceAll(/([A-Z])/g, ' $1'))}</h2>${rows.join('')}</section>`
    })
    .join('')
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API documentation - tangelo</title><style nonce="${nonce}">${STYLE}</style></head><body><main><h1>API documentation</h1><p>Send <code>Authorization: Bearer …</code> with every call that needs a sign-in. Failures answer <code>{ error, message, status, success: false }</code>. Lists go on at the address in the <code>Link</code> header. The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>${body}</main></body></html>`,
    )
}
