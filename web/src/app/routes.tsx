/** The addresses of the product (spec §2). Every page is loaded when it is first needed. */
import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
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
import { keepSearch } from './search-values.ts'
import { texts } from './texts.ts'

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('#pages/not-found.tsx'), 'NotFoundPage'),
})

/** What every page has: its address, and the title of the browser's tab. */
const page = <const Path extends string>(path: Path, title: string) => ({
  getParentRoute: () => root,
  path,
  staticData: { title },
})

const login = createRoute({
  ...page('/login', texts.loginTitle),
  component: lazyRouteComponent(() => import('#pages/login.tsx'), 'LoginPage'),
})

const dashboard = createRoute({
  ...page('/', texts.dashboard),
  ...keepSearch(dashboardSearch),
  component: lazyRouteComponent(() => import('#pages/dashboard.tsx'), 'DashboardPage'),
})

const planning = createRoute({
  ...page('/planning', texts.planning),
  ...keepSearch(planningSearch),
  component: lazyRouteComponent(() => import('#pages/planning.tsx'), 'PlanningPage'),
})

const account = createRoute({
  ...page('/account/$accountId', texts.accountTitle),
  ...keepSearch(accountSearch),
  component: lazyRouteComponent(() => import('#pages/account.tsx'), 'AccountPage'),
})

const accountAnalysis = createRoute({
  ...page('/account/$accountId/analysis', texts.accountTitle),
  ...keepSearch(accountAnalysisSearch),
  component: lazyRouteComponent(() => import('#pages/account-analysis.tsx'), 'AccountAnalysisPage'),
})

const accountPosts = createRoute({
  ...page('/account/$accountId/posts', texts.accountTitle),
  ...keepSearch(accountPostsSearch),
  component: lazyRouteComponent(() => import('#pages/account-posts.tsx'), 'AccountPostsPage'),
})

const accountInsights = createRoute({
  ...page('/account/$accountId/insights', texts.accountTitle),
  ...keepSearch(accountInsightsSearch),
  component: lazyRouteComponent(() => import('#pages/account-insights.tsx'), 'AccountInsightsPage'),
})

const reelMaker = createRoute({
  ...page('/reel-maker', texts.reelMaker),
  ...keepSearch(reelMakerSearch),
  component: lazyRouteComponent(() => import('#pages/reel-maker.tsx'), 'ReelMakerPage'),
})

const compare = createRoute({
  ...page('/compare', texts.compare),
  ...keepSearch(compareSearch),
  component: lazyRouteComponent(() => import('#pages/compare.tsx'), 'ComparePage'),
})

const reports = createRoute({
  ...page('/reports', texts.reports),
  ...keepSearch(reportsSearch),
  component: lazyRouteComponent(() => import('#pages/reports.tsx'), 'ReportsPage'),
})

const reelImports = createRoute({
  ...page('/reel-imports', texts.reelImports),
  ...keepSearch(reelImportsSearch),
  component: lazyRouteComponent(() => import('#pages/reel-imports.tsx'), 'ReelImportsPage'),
})

const apiTokens = createRoute({
  ...page('/api-tokens', texts.apiTokens),
  ...keepSearch(apiTokensSearch),
  component: lazyRouteComponent(() => import('#pages/api-tokens.tsx'), 'ApiTokensPage'),
})

const pricing = createRoute({
  ...page('/pricing', texts.pricing),
  ...keepSearch(pricingSearch),
  component: lazyRouteComponent(() => import('#pages/pricing.tsx'), 'PricingPage'),
})

const prompts = createRoute({
  ...page('/prompts', texts.prompts),
  ...keepSearch(promptsSearch),
  component: lazyRouteComponent(() => import('#pages/prompts.tsx'), 'PromptsPage'),
})

const admin = createRoute({
  ...page('/admin', texts.admin),
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
  ...page('/profile', texts.profile),
  component: lazyRouteComponent(() => import('#pages/profile.tsx'), 'ProfilePage'),
})

const mailLink = createRoute({
  getParentRoute: () => root,
  path: '/mail/$part',
  component: lazyRouteComponent(() => import('#pages/login.tsx'), 'MailLinkPage'),
})

const test = createRoute({
  ...page('/test', texts.testTitle),
  component: lazyRouteComponent(() => import('#pages/test.tsx'), 'TestPage'),
})

export const routeTree = root.addChildren([
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
