/**
 * The provider's script and the pages of its frames, as a browser would get them from js.stripe.com. A test routes that host
 * here: `GET /browser/endive/stripe.js`, `frame.html`, `challenge.html`.
 */
import { readFileSync } from 'node:fs'
import type { FileAnswer } from '../http/send.ts'

const PLACE = '/browser'

/** One classic script out of modules, each after those it needs. */
const script = (...names: string[]): string => {
  const texts = names.map((name) => readFileSync(new URL(`browser/${name}.js`, import.meta.url), 'utf8'))
  const plain = texts.map((text) => text.replace(/^import [^']*'[^']*'$/gm, '').replace(/^export /gm, ''))
  // `elements` is called by another name where a property is.
  return `(() => {\n${plain.join('\n').replaceAll('elementsOf(', 'elements(')}\n})()\n`
}

const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${title}</title><style>
body { margin: 0; font: 16px sans-serif; background: transparent }
input { width: 100%; border: 0; padding: 0; background: transparent; font: inherit; outline: none }
main { background: white; margin: 20vh auto; padding: 2rem; max-width: 20rem; text-align: center }
</style></head><body>${body}</body></html>`

const challenge = `<main><h1>3D Secure 2 Test Page</h1><p>This is a test payment authentication page.</p>
<button id="test-source-authorize-3ds">Complete</button> <button id="test-source-fail-3ds">Fail</button></main>
<script>
for (const [id, accepted] of [['test-source-authorize-3ds', true], ['test-source-fail-3ds', false]])
  document.getElementById(id).addEventListener('click', () => parent.postMessage({ accepted }, '*'))
</script>`

export function browserFile(url: URL): FileAnswer | undefined {
  if (!url.pathname.startsWith(`${PLACE}/`)) return undefined
  const path = url.pathname.slice(PLACE.length)
  const toFile = (type: string, body: string): FileAnswer => ({ status: 200, type: `${type}; charset=utf-8`, body })
  // The release that the packages ask for, and no older one.
  if (path === '/endive/stripe.js') return toFile('text/javascript', script('elements', 'stripe'))
  if (path === '/endive/frame.html')
    return toFile('text/html', page('Card', `<script>${script('fields', 'frame')}</script>`))
  if (path === '/endive/challenge.html') return toFile('text/html', page('3D Secure 2', challenge))
  return { status: 404, type: 'text/plain', body: 'Not found' }
}
