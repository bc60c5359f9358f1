export { readAllDue } from './profiles.jobs.ts'
export { chosenSource } from './profiles.rules.ts'
export { type ProfilesService, profilesService, type Verdict } from './profiles.service.ts'
export type { ProfileRow } from './profiles.store.ts'
