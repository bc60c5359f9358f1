import type { Plugin } from 'vite'

/** What Tailwind adds for browsers without `@property`: all of those in `cssTarget` have it. */
const WITHOUT_PROPERTY = /@layer properties\{@supports[^{]+\{[^{]+\{[^}]*\}\}\}/

/** Takes out of the sheets what only browsers older than those we build for would read. */
export function withoutOldBrowsers(): Plugin {
  return {
    name: 'tangelo-without-old-browsers',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = file.source.toString().replace(WITHOUT_PROPERTY, '')
        }
      },
    },
  }
}
