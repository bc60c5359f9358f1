/** What each page of the screen loads besides its entry (web/build/preloads.ts), named in the page so that it comes along with that. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PRELOADS = 'preloads.json'

/** A function that answers the links of the page at this path; those of no route have none. */
export function preloadLinks(folder: string, nonce: string): (path: string) => string {
  const file = join(folder, PRELOADS)
  const byRoute: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const routes = Object.entries(byRoute).map(([route, names]) => ({
    // `$accountId` stands for one segment.
    pattern: new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`),
    links: names.map((name) => linkTo(name, nonce)).join(''),
  }))
  return (path) => routes.find(({ pattern }) => pattern.test(path))?.links ?? ''
}

const linkTo = (name: string, nonce: string): string =>
  name.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${name}">`
    : `<link rel="modulepreload" crossorigin nonce="${nonce}" href="/${name}">`
