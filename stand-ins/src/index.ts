/** The outside services as tests and development meet them. The product itself never imports this. */
export {
  type ApifyItem,
  type ApifySample,
  apifyErrorProblems,
  apifyItemProblems,
  apifyProfiles,
} from './apify-profiles.ts'
