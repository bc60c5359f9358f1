import type { Plugin } from 'vite'

const ICON = /\/lucide-react\/dist\/esm\/icons\//
/** Six random letters, of which gzip makes nothing smaller. */
const KEYS = /,\s*key: "\w+"/g

/** Takes the React keys from the shapes of icons: they never change places, and React asks for keys during development only. */
export function iconsWithoutKeys(): Plugin {
  return {
    name: 'tangelo-icons-without-keys',
    apply: 'build',
    transform: {
      filter: { id: ICON },
      handler: (code) => ({ code: code.replaceAll(KEYS, ''), map: null }),
    },
  }
}
