import { build } from 'vite'
import { expect, test } from 'vitest'
import { compileAhead } from './compile-ahead.ts'

const SOURCES: Readonly<Record<string, string>> = {
  index: "import('later').then(({ open }) => open())",
  later: 'export const open = () => document.title',
}

test('all files but the entry ask for their functions to be compiled when they arrive', async () => {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: 'index' } },
    plugins: [
      { name: 'sources', resolveId: (id) => (id in SOURCES ? id : null), load: (id) => SOURCES[id] ?? null },
      compileAhead(),
    ],
  })
  const chunks = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  const asks = chunks.map((file) => [
    file.name,
    file.type === 'chunk' && file.code.startsWith('//# allFunctionsCalledOnLoad\n'),
  ])
  expect(Object.fromEntries(asks)).toEqual({ index: false, later: true })
})
