/** Accounts and their metrics: the status of each route by actor. */
import { formWith } from '../world.ts'
import { adminPerObject, admins, type Case, company, IDS, reelMakers, signedIn } from './actors.ts'
import { IMPORT } from './objects.ts'

const perAccount = (path: string, status: number, body?: object): Case[] => [
  { url: path.replace(':id', String(IDS.own)), expected: company(1, status), ...(body && { body }) },
  { url: path.replace(':id', String(IDS.foreign)), expected: company(2, status), ...(body && { body }) },
  { url: path.replace(':id', String(IDS.missing)), expected: company(null, status), ...(body && { body }) },
]

export const analyticsAccess: Record<string, Case[]> = {
  'accounts.list': [{ url: '/api/accounts', expected: signedIn(200) }],
  'accountTags.list': [{ url: '/api/account-tags', expected: signedIn(200) }],
  'accountTags.change': [
    { url: '/api/account-tags', body: { accountIds: [IDS.own], add: ['Priority'] }, expected: company(1, 200) },
    { url: '/api/account-tags', body: { accountIds: [IDS.foreign], add: ['Priority'] }, expected: company(2, 200) },
    { url: '/api/account-tags', body: { accountIds: [IDS.missing], add: ['Priority'] }, expected: company(null, 200) },
  ],
  'accountBatches.uses': [{ url: `/api/accounts/uses?accountIds=${IDS.own}`, expected: admins(200) }],
  'accountBatches.move': [
    { url: '/api/accounts/company', body: { accountIds: [IDS.own], companyId: 2 }, expected: admins(200) },
  ],
  'accountBatches.remove': [{ url: '/api/accounts/delete', body: { accountIds: [IDS.own] }, expected: admins(200) }],
  'accounts.create': [{ url: '/api/accounts', body: { username: 'newcomer' }, expected: admins(201) }],
  'accounts.read': perAccount('/api/accounts/:id', 200),
  'accounts.posts': perAccount('/api/accounts/:id/posts', 200),
  'accounts.update': perAccount('/api/accounts/:id', 200, { notes: 'seen' }),
  'accounts.remove': adminPerObject('/api/accounts/:id', 200),
  'metrics.latest': perAccount('/api/accounts/:id/metrics', 200),
  'metrics.history': perAccount('/api/accounts/:id/metrics/history', 200),
  'metrics.typeIn': adminPerObject('/api/accounts/:id/metrics', 201, { followers: 12 }),
  'periods.clients': [{ url: '/api/metrics/clients', expected: signedIn(200) }],
  'metrics.global': [{ url: '/api/metrics/global', expected: signedIn(200) }],
  'dataImports.create': [
    {
      url: '/api/accounts/import',
      body: formWith('username,date,followers\nnewcomer,2026-11-01,5\n'),
      expected: admins(200),
    },
  ],
  'importPreviews.create': [
    {
      url: '/api/accounts/import-previews',
      body: formWith('username,date,followers\nnewcomer,2026-11-01,5\n'),
      expected: admins(200),
    },
  ],
  'importPreviews.progress': [{ url: `/api/accounts/import-previews/${IMPORT}`, expected: admins(404) }],
  'importPreviews.change': [{ url: `/api/accounts/import-previews/${IMPORT}`, body: {}, expected: admins(404) }],
  'importPreviews.run': [{ url: `/api/accounts/import-previews/${IMPORT}/import`, body: {}, expected: admins(404) }],
  'importPreviews.remove': [{ url: `/api/accounts/import-previews/${IMPORT}`, expected: admins(404) }],
  'dataImports.progress': [{ url: `/api/accounts/import/${IMPORT}`, expected: admins(404) }],
  // This world has no Instagram source: an allowed request is refused for that reason.
  'refreshes.start': adminPerObject('/api/accounts/:id/refresh', 409),
  'refreshes.startAll': [{ url: '/api/accounts/refresh', body: { accountIds: [IDS.own] }, expected: admins(202) }],
  'refreshes.setInterval': [
    {
      url: '/api/accounts/refresh-interval',
      body: { accountIds: [IDS.own], interval: 'weekly' },
      expected: admins(200),
    },
  ],
  'sourceConnections.list': [{ url: '/api/source-connections', expected: admins(200) }],
  // Nothing answers in this world: what is added here is refused.
  'sourceConnections.create': [
    {
      url: '/api/source-connections',
      body: { source: 'apify', name: 'Second', token: 'secret' },
      expected: admins(409),
    },
  ],
  'sourceConnections.update': [
    { url: `/api/source-connections/${IDS.missing}`, body: { isPaused: true }, expected: admins(404) },
  ],
  'sourceConnections.test': [{ url: `/api/source-connections/${IDS.missing}/test`, expected: admins(404) }],
  'sourceConnections.remove': [{ url: `/api/source-connections/${IDS.missing}`, expected: admins(404) }],
  'refreshes.state': perAccount('/api/accounts/:id/refresh', 200),
  'refreshes.failing': [{ url: '/api/refreshes/failing', expected: signedIn(200) }],
  'analysis.read': perAccount('/api/accounts/:id/analysis', 200),
  'analysis.posting': [
    { url: `/api/accounts/${IDS.own}/analysis/posting?measure=views`, expected: reelMakers(1, 200) },
    { url: `/api/accounts/${IDS.foreign}/analysis/posting?measure=views`, expected: reelMakers(2, 200) },
    { url: `/api/accounts/${IDS.missing}/analysis/posting?measure=views`, expected: reelMakers(null, 200) },
  ],
  'postHistory.list': perAccount('/api/accounts/:id/posts/history', 200),
  'postHistory.readings': perAccount('/api/accounts/:id/posts/999/readings', 200),
  'accountExport.read': perAccount('/api/accounts/:id/export?what=history', 200),
  'provenance.read': perAccount('/api/accounts/:id/metrics/provenance', 200),
  'provenance.raw': adminPerObject('/api/accounts/:id/metrics/raw', 404),
  'comparison.peers': perAccount('/api/accounts/:id/peers', 200),
  'comparison.groups': [
    { url: '/api/groups', expected: signedIn(200) },
    { url: '/api/groups?companyId=2', expected: signedIn(200) },
  ],
  // Accounts that do not exist: those of another company are refused in the same words (comparison.test.ts).
  'comparison.createGroup': [{ url: '/api/groups', body: { name: 'All', accountIds: [999] }, expected: signedIn(400) }],
  'comparison.updateGroup': perAccount('/api/groups/:id', 200, {}),
  'comparison.removeGroup': perAccount('/api/groups/:id', 200),
  'audits.latest': [{ url: '/api/audits/latest', expected: admins(200) }],
}
