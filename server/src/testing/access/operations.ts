/** Events, the audit log, integrations, backups and the system: the status of each route by actor. */
import { admins, type Case, IDS, signedIn } from './actors.ts'
import { IMPORT } from './objects.ts'

/** An alert is its person's alone: also administrators have their own. */
const perAlert = (path: string): Case[] =>
  (['own', 'foreign', 'missing'] as const).map((whose) => ({
    url: path.replace(':id', String(IDS[whose])),
    expected: {
      ...signedIn(404),
      ...(whose === 'own' && { pro: 200 }),
      ...(whose === 'foreign' && { foreigner: 200 }),
    },
  }))

export const operationsAccess: Record<string, Case[]> = {
  'integrations.list': [{ url: '/api/connections', expected: admins(200) }],
  'integrations.capacity': [{ url: '/api/connections/capacity', expected: admins(200) }],
  'integrations.test': [{ url: '/api/connections/import/test', expected: admins(200) }],
  'events.list': [{ url: '/api/activity', expected: signedIn(200) }],
  'events.retry': [{ url: `/api/activity/${IMPORT}/retry`, expected: admins(404) }],
  'events.cancel': [{ url: `/api/activity/${IMPORT}/cancel`, expected: admins(404) }],
  'events.events': [{ url: '/api/events', expected: signedIn(200) }],
  'attention.list': [
    { url: '/api/attention', expected: signedIn(200) },
    { url: '/api/attention?companyId=2', expected: signedIn(200) },
  ],
  'attention.later': [{ url: '/api/attention/later', body: { id: 'due@1', number: 1 }, expected: signedIn(200) }],
  'attention.bringBack': [{ url: '/api/attention/later', expected: signedIn(200) }],
  'attention.firstSteps': [{ url: '/api/first-steps', expected: admins(200) }],
  'attention.hideFirstSteps': [{ url: '/api/first-steps', body: { isHidden: true }, expected: admins(200) }],
  'alerts.rules': [{ url: '/api/alert-rules', expected: signedIn(200) }],
  'alerts.setRules': [
    {
      url: '/api/alert-rules',
      body: { rules: [], thresholds: [], digest: { isOn: false, weekday: 1, hour: 8 } },
      expected: signedIn(200),
    },
  ],
  'alerts.list': [{ url: '/api/alerts', expected: signedIn(200) }],
  'alerts.unread': [{ url: '/api/alerts/unread', expected: signedIn(200) }],
  'alerts.read': [{ url: '/api/alerts/read', body: {}, expected: signedIn(200) }],
  'alerts.snooze': perAlert('/api/alerts/:id/snooze'),
  'alerts.dismiss': perAlert('/api/alerts/:id'),
  'alerts.restore': perAlert('/api/alerts/:id/restore'),
  'system.read': [{ url: '/api/system', expected: admins(200) }],
  'jobs.kinds': [{ url: '/api/system/queue', expected: admins(200) }],
  'jobs.deadLetters': [{ url: '/api/system/dead-letters', expected: admins(200) }],
  'jobs.retry': [{ url: `/api/system/dead-letters/${IMPORT}/retry`, expected: admins(404) }],
  'errorLog.list': [{ url: '/api/system/errors', expected: admins(200) }],
  'errorLog.clear': [{ url: '/api/system/errors', expected: admins(200) }],
  'backups.list': [{ url: '/api/system/backups', expected: admins(200) }],
  'backupDrills.list': [{ url: '/api/system/backup-drills', expected: admins(200) }],
  // There is no backup.
  'backupDrills.run': [{ url: '/api/system/backup-drills', expected: admins(409) }],
  'backups.make': [{ url: '/api/system/backups', expected: admins(202) }],
  'demo.read': [{ url: '/api/demo', expected: admins(200) }],
  'demo.open': [{ url: '/api/demo', expected: admins(202) }],
  'demo.remove': [{ url: '/api/demo', expected: admins(200) }],
  'auditLog.list': [{ url: '/api/audit-log', expected: admins(200) }],
  'auditLog.exportFile': [{ url: '/api/audit-log/csv', expected: admins(200) }],
  'auditLog.check': [{ url: '/api/audit-log/check', expected: admins(200) }],
}
