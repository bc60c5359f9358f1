export { readAllDue } from './profiles.jobs.ts'
export { type ProfilesService, profilesService } from './profiles.service.ts'
