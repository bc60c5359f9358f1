import type { Plugin } from 'vite'

/** What Tailwind adds for browsers without `@property`: all of those in `cssTarget` have it. */
const WITHOUT_PROPERTY = /@layer properties\{@supports[^{]+\{[^{]+\{[^}]*\}\}\}/
/** The parts of the browser's own fields for days and times. No page has one: the product draws its own calendar. */
const DATE_FIELDS = /::-webkit-(?:date-and-time|datetime-edit|calendar-picker)[\w-]*\{[^}]*\}/g
/** It heads every sheet that names a class of Tailwind; the sheet of all pages, which holds its rules, keeps it. */
const NOTICE = /^\/\*! tailwindcss [^*]*\*\/\n/
const HOLDS_RULES = '@layer utilities'

/** Takes out of the sheets what no page and no browser that we build for would read, and a notice that is said once. */
export function withoutUnneededRules(): Plugin {
  return {
    name: 'tangelo-without-unneeded-rules',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          const sheet = file.source.toString().replace(WITHOUT_PROPERTY, '').replace(DATE_FIELDS, '')
          file.source = sheet.includes(HOLDS_RULES) ? sheet : sheet.replace(NOTICE, '')
        }
      },
    },
  }
}
