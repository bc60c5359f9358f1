export { firstStart } from './bootstrap.service.ts'
