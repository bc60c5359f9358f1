export { asked, type Claim, type KeptAnswers, keptAnswers } from './kept-answers.service.ts'
