/** When npm's record of node_modules counts as equal to the lock file. */
import { expect, test } from 'vitest'
import { isInstalled } from './dependencies.mjs'

const linux = { os: 'linux', cpu: 'x64' }
const zod = { version: '4.6.7', integrity: 'sha512-zod' }
const forLinux = { version: '1.0.0', integrity: 'sha512-linux', optional: true, os: ['linux'], cpu: ['x64'] }
const forMac = { version: '1.0.0', integrity: 'sha512-mac', optional: true, os: ['darwin'], cpu: ['arm64'] }
const lock = {
  packages: {
    '': { name: 'tangelo' },
    server: { name: '@tangelo/server' },
    'node_modules/zod': zod,
    'node_modules/tool-linux-x64': forLinux,
    'node_modules/tool-darwin-arm64': forMac,
  },
}
const record = (packages) => ({ packages: { server: {}, ...packages } })
const full = { 'node_modules/zod': zod, 'node_modules/tool-linux-x64': forLinux }

test.each([
  ['everything for this platform is there', full, true],
  ['a package is missing', { 'node_modules/tool-linux-x64': forLinux }, false],
  ['this platform’s own package is missing', { 'node_modules/zod': zod }, false],
  ['another version', { ...full, 'node_modules/zod': { ...zod, version: '4.6.6' } }, false],
  [
    'other content under the same version',
    { ...full, 'node_modules/zod': { ...zod, integrity: 'sha512-other' } },
    false,
  ],
  ['a package the lock does not know', { ...full, 'node_modules/left-over': { version: '1.0.0' } }, false],
])('%s', (_what, packages, expected) => {
  expect(isInstalled(lock, record(packages), linux)).toBe(expected)
})
