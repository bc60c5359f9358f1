export { provenanceRoutes } from './provenance.routes.ts'
export { type ProvenanceService, provenanceService } from './provenance.service.ts'
