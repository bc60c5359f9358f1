export { readAllDue } from './profile-sync.jobs.ts'
export { type ProfilesService, profilesService } from './profile-sync.service.ts'
