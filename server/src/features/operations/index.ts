import type { FastifyInstance } from 'fastify'
import { alertsRoutes } from './alerts/alerts.routes.ts'
import type { AlertsService } from './alerts/alerts.service.ts'
import { attentionRoutes } from './attention/attention.routes.ts'
import type { AttentionService } from './attention/attention.service.ts'
import { backupDrillsRoutes } from './backup-drills/backup-drills.routes.ts'
import type { BackupDrillsService } from './backup-drills/backup-drills.service.ts'
import { backupsRoutes } from './backups/backups.routes.ts'
import type { BackupsService } from './backups/backups.service.ts'
import { demoRoutes } from './demo/demo.routes.ts'
import type { DemoService } from './demo/demo.service.ts'
import { errorLogRoutes } from './error-log/error-log.routes.ts'
import type { ErrorLogService } from './error-log/error-log.service.ts'
import { integrationsRoutes } from './integrations/integrations.routes.ts'
import type { IntegrationsService } from './integrations/integrations.service.ts'
import { jobsRoutes } from './jobs/jobs.routes.ts'
import type { JobsService } from './jobs/jobs.service.ts'
import { systemRoutes } from './system/system.routes.ts'
import type { SystemService } from './system/system.service.ts'

export { alertEvaluation, alertJobs } from './alerts/alerts.jobs.ts'
export { alertsService } from './alerts/alerts.service.ts'
export { type AttentionService, attentionService } from './attention/attention.service.ts'
export { type BackupDrillsService, backupDrillsService } from './backup-drills/backup-drills.service.ts'
export { type BackupsService, backupsService } from './backups/backups.service.ts'
export { demoJobs } from './demo/demo.jobs.ts'
export { demoService } from './demo/demo.service.ts'
export type { DemoTools } from './demo/jobs/tools.ts'
export { errorLogService } from './error-log/error-log.service.ts'
export { integrationsService } from './integrations/integrations.service.ts'
export { jobsService } from './jobs/jobs.service.ts'
export { type MetricsService, metricsService } from './metrics/metrics.service.ts'
export { systemService } from './system/system.service.ts'

/** What the routes of the domain call. */
export interface OperationsServices {
  integrations: IntegrationsService
  system: SystemService
  jobs: JobsService
  errorLog: ErrorLogService
  backups: BackupsService
  backupDrills: BackupDrillsService
  attention: AttentionService
  alerts: AlertsService
  demo: DemoService
}

/** Every route of the domain. */
export function serveOperations(app: FastifyInstance, services: OperationsServices): void {
  integrationsRoutes(app, services.integrations)
  systemRoutes(app, services.system)
  jobsRoutes(app, services.jobs)
  errorLogRoutes(app, services.errorLog)
  backupsRoutes(app, services.backups)
  backupDrillsRoutes(app, services.backupDrills)
  attentionRoutes(app, services.attention)
  alertsRoutes(app, services.alerts)
  demoRoutes(app, services.demo)
}
