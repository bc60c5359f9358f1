/** What each route makes a browser load: its modules, and the files of a build that hold them. */
import { join } from 'node:path'
import type { Rolldown } from 'vite'

export const ENTRY = 'index.html'
/** The frame of every signed-in page. */
export const FRAME = ['src/app/route-guard.tsx', 'src/app/shell.tsx']

/** What the frame and the dashboard fetch by themselves, right after they are drawn; not what a click opens. */
export const FRAME_PARTS = [
  'src/app/client-switcher.tsx',
  'src/app/help-button.tsx',
  'src/app/frame-keys.tsx',
  'src/features/analytics/accounts/components/sidebar-accounts.tsx',
  'src/features/operations/activity/components/tray.tsx',
  'src/features/operations/alerts/components/alert-bell.tsx',
  'src/features/analytics/integrity-check/components/audit-banner.tsx',
  'src/features/webhooks/webhooks/components/webhook-banner.tsx',
]
export const HOME_PARTS = [
  'src/features/analytics/accounts/components/panel-parts.ts',
  'src/features/content/items/components/content-overview.tsx',
  'src/features/operations/first-steps/components/first-steps.tsx',
  'src/pages/dashboard-start.tsx',
]

interface Route {
  /** As the router names it. */
  readonly path: string
  /** What it loads before anything is clicked, besides the entry. */
  readonly modules: readonly string[]
  /** What it loads as soon as something on it is chosen. */
  readonly chosen?: readonly string[]
}

export const ROUTES: readonly Route[] = [
  { path: '/login', modules: ['src/pages/login.tsx'] },
  { path: '/', modules: [...FRAME, 'src/pages/dashboard.tsx'] },
  {
    path: '/planning',
    modules: [...FRAME, 'src/pages/planning.tsx', 'src/features/content/planning-page/components/planning-drafts.tsx'],
  },
  { path: '/compare', modules: [...FRAME, 'src/pages/compare.tsx'] },
  { path: '/account/$accountId', modules: [...FRAME, 'src/pages/account.tsx'] },
  { path: '/account/$accountId/analysis', modules: [...FRAME, 'src/pages/account-analysis.tsx'] },
  { path: '/account/$accountId/posts', modules: [...FRAME, 'src/pages/account-posts.tsx'] },
  {
    path: '/admin',
    modules: [...FRAME, 'src/pages/admin.tsx', 'src/features/identity/users/components/users-tab.tsx'],
  },
  {
    path: '/reel-maker',
    modules: [...FRAME, 'src/pages/reel-maker.tsx'],
    chosen: ['src/features/reels/editor/components/reel-editor.tsx'],
  },
  { path: '/reel-imports', modules: [...FRAME, 'src/pages/reel-imports.tsx'] },
  { path: '/pricing', modules: [...FRAME, 'src/pages/pricing.tsx'] },
  { path: '/prompts', modules: [...FRAME, 'src/pages/prompts.tsx'] },
  { path: '/api-tokens', modules: [...FRAME, 'src/pages/api-tokens.tsx'] },
  { path: '/profile', modules: [...FRAME, 'src/pages/profile.tsx'] },
  { path: '/test', modules: ['src/pages/test.tsx'] },
]

/** A function that names the files in which the entry and these modules are, with all that they import. */
export function filesOf(
  bundle: Rolldown.OutputBundle,
  root: string,
): (modules: readonly string[]) => Set<Rolldown.OutputChunk> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const wanted = join(root, module)
    const found = chunks.find((chunk) => chunk.facadeModuleId === wanted || chunk.moduleIds.includes(wanted))
    if (!found) throw new Error(`No file holds ${module}: name what the route loads in build/routes.ts`)
    return found
  }
  return (modules) => {
    const loaded = new Set<Rolldown.OutputChunk>()
    const waiting = [ENTRY, ...modules].map(chunkOf)
    for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
      if (loaded.has(chunk)) continue
      loaded.add(chunk)
      waiting.push(...chunks.filter(({ fileName }) => chunk?.imports.includes(fileName)))
    }
    return loaded
  }
}

export const sheetsOf = (chunks: Iterable<Rolldown.OutputChunk>): Set<string> =>
  new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
