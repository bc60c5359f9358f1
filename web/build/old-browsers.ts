import type { Plugin } from 'vite'

/** What Tailwind adds for browsers without `@property`: all of those in `cssTarget` have it. */
const WITHOUT_PROPERTY = /@layer properties\{@supports[^{]+\{[^{]+\{[^}]*\}\}\}/
/** It heads every sheet that names a class of Tailwind; the sheet of all pages, which holds its rules, keeps it. */
const NOTICE = /^\/\*! tailwindcss [^*]*\*\/\n/
const HOLDS_RULES = '@layer utilities'

/** Takes out of the sheets what only browsers older than those we build for would read, and a notice that is said once. */
export function withoutOldBrowsers(): Plugin {
  return {
    name: 'tangelo-without-old-browsers',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          const sheet = file.source.toString().replace(WITHOUT_PROPERTY, '')
          file.source = sheet.includes(HOLDS_RULES) ? sheet : sheet.replace(NOTICE, '')
        }
      },
    },
  }
}
