export { firstStart } from './first-start.service.ts'
