export { companiesRoutes } from './companies.routes.ts'
export { type CompaniesService, companiesService } from './companies.service.ts'
export { lockCompany } from './companies.store.ts'
