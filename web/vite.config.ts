/** How the web is built: hashed files, each with its .br and .gz beside it, and budgets that fail the build. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgets } from './build/budgets.ts'
import { groupModules } from './build/chunks.ts'
import { compileAhead } from './build/compile-ahead.ts'
import { compressAssets } from './build/compress-assets.ts'
import { iconsWithoutKeys } from './build/icons-without-keys.ts'
import { linkScripts } from './build/link-scripts.ts'
import { preloads } from './build/preloads.ts'
import { stripeStandIn } from './build/stripe-stand-in.ts'
import { withoutUnneededRules } from './build/unneeded-rules.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:5000'

export default defineConfig({
  root: import.meta.dirname,
  // What the shim makes up for, React has had since 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  plugins: [
    react(),
    // Vite makes them small: once is enough.
    tailwindcss({ optimize: false }),
    withoutUnneededRules(),
    iconsWithoutKeys(),
    linkScripts(),
    compileAhead(),
    budgets(),
    preloads(),
    compressAssets(),
    stripeStandIn(process.env.STRIPE_STAND_IN_URL),
  ],
  // The server puts a fresh nonce in its place in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // The browsers Tailwind asks for: they know oklch, and need no second set of colours.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      // Every page carries the names of the files that it may load: seven characters tell versions apart.
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: groupModules(import.meta.dirname) },
      },
    },
  },
  // The server answers what lies here with the policy of workers (docs/decisions/0012).
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } } },
  server: { proxy: { '/api': api, '/media': api } },
})
