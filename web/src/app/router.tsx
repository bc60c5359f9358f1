/** The addresses of the product (spec §2). Every page is loaded when it is first needed. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { waitForPaint } from '#lib/after-paint.ts'
import { PageFailed } from './page-failed.tsx'
import { Root } from './root.tsx'
import {
  accountAnalysisSearch,
  accountInsightsSearch,
  accountPostsSearch,
  accountSearch,
  adminSearch,
  apiTokensSearch,
  compareSearch,
  dashboardSearch,
  planningSearch,
  pricingSearch,
  promptsSearch,
  reelImportsSearch,
  reelMakerSearch,
  reportsSearch,
} from './search.ts'
import { keepSearch, parseSearch, stringifySearch } from './search-values.ts'
import { texts } from './texts.ts'
import { Waiting } from './waiting.tsx'

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('#pages/not-found.tsx'), 'NotFoundPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: texts.loginTitle },
  component: lazyRouteComponent(() => import('#pages/login.tsx'), 'LoginPage'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: texts.dashboard },
  ...keepSearch(dashboardSearch),
  component: lazyRouteComponent(() => import('#pages/dashboard.tsx'), 'DashboardPage'),
})

const planning = createRoute({
  getParentRoute: () => root,
  path: '/planning',
  staticData: { title: texts.planning },
  ...keepSearch(planningSearch),
  component: lazyRouteComponent(() => import('#pages/planning.tsx'), 'PlanningPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account/$accountId',
  staticData: { title: texts.accountTitle },
  ...keepSearch(accountSearch),
  component: lazyRouteComponent(() => import('#pages/account.tsx'), 'AccountPage'),
})

const accountAnalysis = createRoute({
  getParentRoute: () => root,
  path: '/account/$accountId/analysis',
  staticData: { title: texts.accountTitle },
  ...keepSearch(accountAnalysisSearch),
  component: lazyRouteComponent(() => import('#pages/account-analysis.tsx'), 'AccountAnalysisPage'),
})

const accountPosts = createRoute({
  getParentRoute: () => root,
  path: '/account/$accountId/posts',
  staticData: { title: texts.accountTitle },
  ...keepSearch(accountPostsSearch),
  component: lazyRouteComponent(() => import('#pages/account-posts.tsx'), 'AccountPostsPage'),
})

const accountInsights = createRoute({
  getParentRoute: () => root,
  path: '/account/$accountId/insights',
  staticData: { title: texts.accountTitle },
  ...keepSearch(accountInsightsSearch),
  component: lazyRouteComponent(() => import('#pages/account-insights.tsx'), 'AccountInsightsPage'),
})

const reelMaker = createRoute({
  getParentRoute: () => root,
  path: '/reel-maker',
  staticData: { title: texts.reelMaker },
  ...keepSearch(reelMakerSearch),
  component: lazyRouteComponent(() => import('#pages/reel-maker.tsx'), 'ReelMakerPage'),
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  staticData: { title: texts.compare },
  ...keepSearch(compareSearch),
  component: lazyRouteComponent(() => import('#pages/compare.tsx'), 'ComparePage'),
})

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  staticData: { title: texts.reports },
  ...keepSearch(reportsSearch),
  component: lazyRouteComponent(() => import('#pages/reports.tsx'), 'ReportsPage'),
})

const reelImports = createRoute({
  getParentRoute: () => root,
  path: '/reel-imports',
  staticData: { title: texts.reelImports },
  ...keepSearch(reelImportsSearch),
  component: lazyRouteComponent(() => import('#pages/reel-imports.tsx'), 'ReelImportsPage'),
})

const apiTokens = createRoute({
  getParentRoute: () => root,
  path: '/api-tokens',
  staticData: { title: texts.apiTokens },
  ...keepSearch(apiTokensSearch),
  component: lazyRouteComponent(() => import('#pages/api-tokens.tsx'), 'ApiTokensPage'),
})

const pricing = createRoute({
  getParentRoute: () => root,
  path: '/pricing',
  staticData: { title: texts.pricing },
  ...keepSearch(pricingSearch),
  component: lazyRouteComponent(() => import('#pages/pricing.tsx'), 'PricingPage'),
})

const prompts = createRoute({
  getParentRoute: () => root,
  path: '/prompts',
  staticData: { title: texts.prompts },
  ...keepSearch(promptsSearch),
  component: lazyRouteComponent(() => import('#pages/prompts.tsx'), 'PromptsPage'),
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  staticData: { title: texts.admin },
  ...keepSearch(adminSearch),
  component: lazyRouteComponent(() => import('#pages/admin.tsx'), 'AdminPage'),
})

/** Where the connections used to be. */
const connections = createRoute({
  getParentRoute: () => root,
  path: '/connections',
  beforeLoad: () => {
    throw redirect({ to: '/admin', search: { tab: 'connections' }, replace: true })
  },
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  staticData: { title: texts.profile },
  component: lazyRouteComponent(() => import('#pages/profile.tsx'), 'ProfilePage'),
})

const mailLink = createRoute({
  getParentRoute: () => root,
  path: '/mail/$part',
  component: lazyRouteComponent(() => import('#pages/login.tsx'), 'MailLinkPage'),
})

const test = createRoute({
  getParentRoute: () => root,
  path: '/test',
  staticData: { title: texts.testTitle },
  component: lazyRouteComponent(() => import('#pages/test.tsx'), 'TestPage'),
})

const routeTree = root.addChildren([
  login,
  dashboard,
  planning,
  account,
  accountAnalysis,
  accountPosts,
  accountInsights,
  reelMaker,
  compare,
  reports,
  reelImports,
  apiTokens,
  pricing,
  prompts,
  admin,
  connections,
  test,
  profile,
  mailLink,
])

export function createAppRouter() {
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Waiting text={texts.loading} />,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })
  const { load } = router
  let newest = 0
  // The address changes at once; a page that takes long to draw comes after the paint that answers the press.
  router.load = async (options) => {
    const turn = ++newest
    if (options?.action) {
      router.updateLatestLocation()
      // What only the history's entry keeps is not drawn.
      if (router.latestLocation.href !== router.state.location.href) await waitForPaint()
    }
    if (turn === newest) await load(options)
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Names the browser tab, until the page itself knows better. */
    title?: string
  }
}
