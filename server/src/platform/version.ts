/** Which tangelo this is. */
import { readFileSync } from 'node:fs'

const own: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

export const VERSION =
  typeof own === 'object' && own !== null && 'version' in own && typeof own.version === 'string' ? own.version : ''
