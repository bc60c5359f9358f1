export { type Asked, asked, keptAnswer, rememberAnswer, tidyAnswers } from './kept-answers.service.ts'
