import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { iconsWithoutKeys } from './icons-without-keys.ts'

test('an icon keeps its shapes in the build and loses their keys', async () => {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: join(import.meta.dirname, '..'),
    build: { write: false, minify: false, rolldownOptions: { input: 'icon' } },
    plugins: [
      {
        name: 'source',
        resolveId: (id) => (id === 'icon' ? join(import.meta.dirname, 'icon.js') : null),
        load: (id) => (id.endsWith('/icon.js') ? "import { Plus } from 'lucide-react'; document.title = Plus" : null),
      },
      iconsWithoutKeys(),
    ],
  })
  const [file] = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = file?.type === 'chunk' ? file.code : ''
  expect(code).toContain('"M5 12h14"')
  expect(code).not.toMatch(/"path", \{[^}]*key:/)
})
