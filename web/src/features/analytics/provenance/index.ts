/** What other rooms may use: a figure that says where it comes from, and what is kept about it. */
export { Figure } from './components/figure.tsx'
export { provenancesKey } from './queries.ts'
