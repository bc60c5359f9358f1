/**
 * The allowed imports (ARCHITECTURE.md). Paths are the real ones, so no alias slips past. Needs TypeScript 6: with a version
 * this tool cannot load it sees no TypeScript and reports success, which is why scripts/check-house.mjs first plants a
 * forbidden import in a temporary copy and expects it to be refused.
 */
/** @returns {import('dependency-cruiser').IForbiddenRuleType} */
const error = (name, from, to) => ({ name, severity: 'error', from, to })

const test = '\\.test\\.(tsx?|mjs)$'
const store = '(\\.store\\.ts$|/features/[^/]+/[^/]+/store/)'
const entryPoints = '^server/src/([^/]+\\.ts$|(composition|commands|threads)/)'
const forTests = '(\\.test\\.(tsx?|mjs)$|/testing/|^e2e/)'

/** The domains that each domain may import; every other one is forbidden. */
const serverOrder = {
  core: [],
  mail: ['core'],
  identity: ['core', 'mail'],
  webhooks: ['core'],
  analytics: ['core', 'mail', 'identity', 'webhooks'],
  content: ['core', 'mail', 'identity', 'webhooks'],
  billing: ['core', 'mail', 'identity', 'webhooks'],
  'content-sync': ['core', 'mail', 'identity', 'webhooks', 'analytics', 'content', 'billing'],
  reels: ['core', 'mail', 'identity', 'webhooks', 'analytics', 'content', 'billing'],
  drive: ['core', 'mail', 'identity', 'webhooks', 'analytics', 'content', 'billing', 'content-sync', 'reels'],
  clients: ['core', 'mail', 'identity', 'webhooks', 'analytics', 'content'],
  publishing: [
    'core',
    'mail',
    'identity',
    'webhooks',
    'analytics',
    'content',
    'billing',
    'content-sync',
    'reels',
    'clients',
  ],
  operations: [
    'core',
    'mail',
    'identity',
    'webhooks',
    'analytics',
    'content',
    'billing',
    'content-sync',
    'reels',
    'drive',
    'clients',
    'publishing',
  ],
}
const webOrder = {
  core: [],
  webhooks: [],
  content: [],
  billing: [],
  identity: ['core', 'webhooks', 'content', 'billing'],
  mail: ['core', 'identity'],
  analytics: ['core', 'webhooks', 'content', 'billing', 'identity'],
  reels: ['core', 'content', 'billing'],
  drive: ['core', 'content', 'billing', 'reels'],
  clients: ['core', 'mail', 'content', 'identity', 'analytics'],
  publishing: ['core', 'mail', 'content', 'identity', 'analytics', 'reels', 'clients'],
  operations: [
    ...['core', 'mail', 'webhooks', 'content', 'billing', 'identity', 'analytics', 'reels', 'drive', 'clients'],
    'publishing',
  ],
}

const orderRules = (side, order) =>
  Object.entries(order).map(([domain, below]) =>
    error(
      'domain-order',
      { path: `^${side}/src/features/${domain}/`, pathNot: test },
      { path: `^${side}/src/features/`, pathNot: `^${side}/src/features/(${[domain, ...below].join('|')})/` },
    ),
  )

const forbidden = [
  error('no-cycles', {}, { circular: true }),
  // The bundler answers '?url' of a package's file with its address; it fails where there is none.
  error('imports-are-found', {}, { couldNotResolve: true, pathNot: '\\?url$' }),
  error('contract-is-pure', { path: '^contract/', pathNot: test }, { pathNot: ['^contract/', 'node_modules/zod/'] }),
  error(
    'limits-know-nothing',
    { path: '^contract/src/([^/]+/limits|base/public-api-examples|core/audit-actions)\\.ts$', pathNot: '/base/limits' },
    { path: '.' },
  ),
  error(
    'limits-know-nothing',
    { path: '^contract/src/base/limits\\.ts$' },
    { pathNot: '^contract/src/[^/]+/limits\\.ts$' },
  ),
  error(
    'limits-know-nothing',
    { path: '^contract/src/base/public-api\\.ts$' },
    { pathNot: '^contract/src/base/public-api-examples\\.ts$' },
  ),
  // A program that speaks to us needs no validator of ours, and neither does a page.
  error(
    'client-takes-only-types',
    { path: '^contract/src/(base/client|reels/render-id)\\.ts$' },
    { path: '.', dependencyTypesNot: ['type-only'] },
  ),
  // A type costs nothing at run time; the limits are all it needs of the product as values.
  error(
    'kernel-knows-only-limits',
    { path: '^kernel/src/', pathNot: test },
    { path: '.', pathNot: ['^kernel/src/', '^contract/src/base/limits\\.ts$', '^contract/src/index\\.ts$'] },
  ),
  error(
    'kernel-takes-only-limits-as-values',
    { path: '^kernel/src/', pathNot: test },
    { path: '^contract/src/index\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
  error('web-and-server-apart', { path: '^(web|server)/' }, { path: '^(web|server)/', pathNot: '^$1/' }),
  // A value from anywhere else would bring zod into the browser.
  error(
    'web-takes-only-limits-as-values',
    { path: '^web/', pathNot: forTests },
    {
      path: '^contract/',
      pathNot:
        '^contract/src/([a-z-]+/limits|base/public-api|analytics/truth-bench|core/audit-actions|reels/render-id)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  ),
  error(
    'only-through-index',
    { path: '^(server|web)/src/features/([^/]+)/' },
    { path: '^$1/src/features/', pathNot: ['^$1/src/features/$2/', '^$1/src/features/[^/]+/index\\.ts$'] },
  ),
  error(
    'only-through-index',
    { path: entryPoints, pathNot: ['^server/src/threads/', test] },
    { path: '^server/src/features/', pathNot: '^server/src/features/[^/]+/index\\.ts$' },
  ),
  // A thread that starts while a request waits loads its work alone: the door would load the whole domain.
  error(
    'only-through-index',
    { path: '^server/src/threads/' },
    {
      path: '^server/src/features/',
      pathNot: '^server/src/features/([^/]+/index|analytics/analysis/analysis\\.jobs)\\.ts$',
    },
  ),
  // What a page loads later has a file of its own, which the door would join to the others.
  error(
    'only-through-index',
    { path: '^web/src/(pages|app|main\\.tsx$)', pathNot: test },
    {
      path: '^web/src/features/',
      pathNot: '^web/src/features/[^/]+/index\\.ts$',
      dependencyTypesNot: ['dynamic-import'],
    },
  ),
  ...orderRules('server', serverOrder),
  ...orderRules('web', webOrder),
  error(
    'nothing-below-knows-features',
    { path: '^(server/src/(platform|ports|adapters)|web/src/(ui|lib))/', pathNot: test },
    { path: '/src/(features|pages)/' },
  ),
  error('features-do-not-know-pages', { path: '^web/src/features/' }, { path: '^web/src/pages/' }),
  error(
    'features-do-not-know-entry-points',
    { path: '^server/src/(features|platform|ports|adapters)/', pathNot: forTests },
    { path: entryPoints },
  ),
  // app.ts receives its ports.
  error(
    'composition-chooses-adapters',
    {
      path: '^server/src/',
      pathNot: ['^server/src/(adapters|testing|composition|commands|threads)/', '^server/src/main\\.ts$', test],
    },
    { path: '^server/src/adapters/' },
  ),
  error(
    'vendors-stay-in-adapters',
    { path: '^server/src/', pathNot: '^server/src/adapters/' },
    { path: 'node_modules/(stripe|airtable|googleapis|@google|openai|nodemailer|prom-client|@opentelemetry)' },
  ),
  error(
    'card-forms-know-their-provider-alone',
    { path: '^web/src/', pathNot: '^web/src/features/billing/subscriptions/components/card-forms/' },
    { path: 'node_modules/@stripe/' },
  ),
  error(
    'sql-lives-in-stores',
    {
      path: '^server/src/',
      pathNot: [
        '\\.(store|view)\\.ts$',
        '^server/src/features/[^/]+/[^/]+/(store|view)/',
        '^server/src/(platform/database|platform/data-folder\\.ts|adapters|migrations|seeds|testing)',
        test,
      ],
    },
    { path: '(node_modules/(pg|pg-boss|kysely)/|^(node:)?sqlite$)' },
  ),
  error('no-store-through-index', { path: '^server/src/features/[^/]+/index\\.ts$' }, { path: store }),
  error('stand-ins-only-in-tests', { path: '^(server|web|contract)/', pathNot: forTests }, { path: '^stand-ins/' }),
  error('routes-use-services', { path: '(\\.routes\\.ts$|/routes/)' }, { path: store }),
  error('test-helpers-only-in-tests', { pathNot: [forTests, '^bench/'] }, { path: forTests }),
]

export default {
  forbidden,
  options: {
    // A type import is a dependency too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web/dist|e2e/results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
