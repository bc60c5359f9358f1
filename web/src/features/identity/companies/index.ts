/** What other rooms use of the companies: choosing one, naming them, showing which one narrows a list. */
export { CompanyField } from './components/company-field.tsx'
export { OnlyCompany } from './components/only-company.tsx'
export { companyNames } from './queries.ts'
