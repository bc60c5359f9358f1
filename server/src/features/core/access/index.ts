export {
  companyFor,
  mayMakeReels,
  maySeeCompany,
  maySeePlans,
  ownCompany,
  type Scope,
  scopeOf,
  scopeWithin,
  type Visible,
  visible,
} from './access.policy.ts'
