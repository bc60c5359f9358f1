/**
 * The errors of publishing, of own accounts and of their insights, as they are sent: to answer with, or to give to
 * `faults`. Each line of the contract's error table has its own; those of calls in general are in `graphErrors`.
 */
import { graphErrors } from '../graph/graph-errors.ts'
import type { Answer } from '../http/send.ts'

interface Details {
  subcode?: number
  title?: string
  userMessage?: string
  isTransient?: boolean
  status?: number
  type?: string
  data?: object
}

export const publishingErrors = {
  // Signing in
  codeUsed: (): Answer => oauthError('Matching code was not found or was already used'),
  redirectDiffers: (): Answer => oauthError('Error validating verification code. Please use the same redirect_uri'),
  wrongClient: (): Answer => oauthError('Invalid platform app'),
  facebookCodeUsed: () => graphError(100, 'This authorization code has been used.', { subcode: 36009 }),
  facebookRefuses: () => graphError(1, 'Error validating client secret.', {}),
  tokenTooYoung: () => graphError(100, 'Invalid parameter', {}),
  // Tokens and permissions
  tokenExpired: () =>
    graphError(190, 'Error validating access token: Session has expired on Sunday, 22-Nov-26 00:00:00 PST.', {
      subcode: 463,
    }),
  tokenInvalid: () => graphError(190, 'Invalid OAuth access token - Cannot parse access token', { status: 401 }),
  tokenWithdrawn: () => graphError(190, 'Invalid OAuth access token.', { subcode: 467 }),
  passwordChanged: () =>
    graphError(
      190,
      'Error validating access token: The session has been invalidated because the user changed their password or ' +
        'Facebook has changed the session for security reasons.',
      { subcode: 460 },
    ),
  applicationRemoved: (clientId = '990600000000002') =>
    graphError(190, `Error validating access token: The user has not authorized application ${clientId}.`, {
      subcode: 458,
    }),
  permissionMissing: () => graphErrors.permissionMissing(),
  permissionNotGiven: () =>
    graphError(200, '(#200) The user hasn’t authorized the application to perform this action', { status: 403 }),
  pageWantsTwoFactor: () =>
    graphError(200, '(#200) Two factor authentication is required for this Page', { status: 403 }),
  /** Also a fault at the service, so no proof that something is not there. */
  noSuchObject: (id = '17889455560051444') => {
    const { message } = (graphErrors.noSuchObject(id).body as { error: { message: string } }).error
    return graphError(100, message, { subcode: 33, type: 'GraphMethodException' })
  },
  // Limits
  appLimit: () => graphError(4, '(#4) Application request limit reached', { isTransient: true }, appFull),
  appLimit429: () => graphError(4, '(#4) Application request limit reached', { isTransient: true, status: 429 }),
  userLimit: () => graphErrors.userLimit(),
  pageLimit: () => graphErrors.pageLimit(),
  customLimit: () => graphError(613, '(#613) Calls to this api have exceeded the rate limit.', {}),
  accountLimit: (ownId = '17841400000000101', minutes = 19): Answer => graphErrors.instagramLimit({ ownId, minutes }),
  dailyLimit: () =>
    graphError(9, 'Application request limit reached', {
      subcode: 2207042,
      userMessage: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
    }),
  /** Give it with `actsThen` where the post is live all the same. */
  takenForSpam: () =>
    graphError(4, 'Application request limit reached', {
      subcode: 2207051,
      title: 'Action is blocked',
      userMessage: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
      isTransient: false,
    }),
  accountRestricted: () => graphError(25, 'The Instagram account is restricted.', { subcode: 2207050 }),
  // Containers
  fetchTooSlow: () =>
    graphError(-2, 'Media download timed out', {
      subcode: 2207003,
      userMessage: 'It takes too long to download the media.',
      isTransient: true,
    }),
  notFetched: (url = 'https://media.example.test/one-use/a1.jpg') =>
    graphError(9004, 'Only photo or video can be accepted as media type.', {
      subcode: 2207052,
      title: "Media download has failed. The media URI doesn't meet our requirements.",
      userMessage: `The media could not be fetched from this uri: ${url}`,
      isTransient: false,
    }),
  mediaGone: () =>
    graphError(-2, 'Media has expired', {
      subcode: 2207020,
      userMessage: 'The media you are trying to access has expired. Please try to upload again.',
    }),
  serverFault: () => graphError(-1, 'Instagram server error', { subcode: 2207001, isTransient: true }),
  notMade: () =>
    graphError(-1, 'Create media fail', {
      subcode: 2207032,
      userMessage: 'Create media fail, please try to re-create media',
    }),
  uploadUnknown: () => graphError(-1, 'unknown upload error', { subcode: 2207053 }),
  coverOutside: (durationMs = 12_000) =>
    graphError(1, 'Invalid thumb offset', {
      subcode: 2207057,
      userMessage: `Thumbnail offset must be greater than or equal to 0 and less than video duration, i.e. ${durationMs}`,
    }),
  kindUnknown: (kind = 'REEL') => badParameter(2207023, `The media type ${kind} is unknown.`),
  wrongNumberOfChildren: () =>
    badParameter(
      2207028,
      "Your post won't work as a carousel. Carousels need at least 2 photos/videos and no more than 10 photos/videos.",
    ),
  tooManyTags: () => badParameter(2207040, 'Cannot use more than 20 tags per created media.'),
  videoFormat: () =>
    graphError(352, 'The video file you selected is in a format that we don’t support.', {
      subcode: 2207026,
      userMessage: 'The video format is not supported. Please check spec for supported video format',
    }),
  imageTooLarge: () =>
    graphError(36000, 'The image size is too large.', {
      subcode: 2207004,
      title: 'Image size too large',
      userMessage: 'The image is too large to download. It should be less than 8 MiB.',
      isTransient: false,
    }),
  imageFormat: (kind = 'PNG') =>
    graphError(36001, 'The image format is not supported.', {
      subcode: 2207005,
      userMessage: `The image format ${kind} is not supported. Supported formats are: JPEG.`,
    }),
  imageRatio: (ratio = '0.666') =>
    graphError(36003, 'The aspect ratio is not supported.', {
      subcode: 2207009,
      userMessage: `The submitted image with aspect ratio ${ratio} cannot be published. Please submit an image with a valid aspect ratio.`,
    }),
  captionTooLong: (length = 2201) =>
    graphError(36004, 'The caption was too long.', {
      subcode: 2207010,
      userMessage: `The submitted image's caption was ${length} characters long. The maximum number of characters permitted for a caption is 2200.`,
    }),
  placeUnknown: () => graphError(100, 'INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID', {}),
  // Publishing
  notReady: () =>
    graphError(9007, 'Media ID is not available', {
      subcode: 2207027,
      title: 'The media is not ready for publishing',
      userMessage: 'The media is not ready for publishing, please wait for a moment',
      isTransient: false,
    }),
  containerGone: (id = '17889455560051444') =>
    graphError(24, 'The requested resource does not exist', {
      subcode: 2207008,
      title: 'Media Not Found',
      userMessage: `The media builder with creation id = ${id} does not exist or has been expired.`,
    }),
  mediaNotFound: (id = '17889455560051444') =>
    graphError(24, 'The requested resource does not exist', {
      subcode: 2207006,
      userMessage: `The media with ${id} cannot be found`,
    }),
  unknown: () => graphError(1, 'An unknown error occurred', { status: 500 }),
  temporary: () => graphErrors.temporary(),
  badParameter: (words: string) => graphError(100, `(#100) ${words}`, {}),
  /** What a front end sends; whether anything was done is not known. */
  gateway: (status: 502 | 503 | 504 = 502): Answer => ({
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: '<!DOCTYPE html><html lang="en"><title>Error</title><h1>Sorry, something went wrong.</h1></html>',
  }),
  // Uploads
  processingFailed: () => uploadError(400, 'ProcessingFailedError', 'Request processing failed', false),
  wrongOffset: () => uploadError(412, 'OffsetInvalidError', 'Request starting offset is invalid', true),
  tooFewBytes: () => uploadError(400, 'PartialRequestError', 'Partial request (did not match length of file)', true),
  uploadNotAllowed: () => uploadError(400, 'NotAuthorizedError', 'User not authorized to perform this request', false),
  uploadNotFetched: (status = 403) =>
    uploadError(422, 'FileUrlProcessingError', `Unable to fetch media from URL, got status code: ${status}`, false),
  // Insights
  metricNotForKind: (metric = 'follows') =>
    publishingErrors.badParameter(
      `The Media Insights API does not support the ${metric} metric for this media product type.`,
    ),
  metricUnknown: (known = 'impressions, reach, views') =>
    publishingErrors.badParameter(`metric[0] must be one of the following values: ${known}`),
  breakdownNotForMetric: () => graphError(1, 'An unknown error has occurred.', {}),
  beforeProfessional: () =>
    graphError(100, 'Invalid parameter', {
      subcode: 2108006,
      title: 'Media posted before business account conversion',
      userMessage: 'The media was posted before the last conversion to a business account.',
      isTransient: false,
      data: { blame_field_specs: [['']] },
    }),
  tooFewViewers: () => graphError(10, '(#10) Not enough viewers for the media to show insights', {}),
}

const appFull = { 'X-App-Usage': '{"call_count":100,"total_cputime":40,"total_time":38}' }

const badParameter = (subcode: number, userMessage: string) =>
  graphError(100, 'Invalid parameter', { subcode, userMessage })

function graphError(code: number, message: string, details: Details, headers?: Record<string, string>): Answer {
  const { subcode, title, userMessage, isTransient, data, status = 400, type = 'OAuthException' } = details
  const error = {
    message,
    type,
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(title !== undefined && { error_user_title: title }),
    ...(userMessage !== undefined && { error_user_msg: userMessage }),
    ...(isTransient !== undefined && { is_transient: isTransient }),
    ...(data !== undefined && { error_data: data }),
    fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW',
  }
  return { status, ...(headers && { headers }), body: { error } }
}

/** Of the code exchange alone. */
const oauthError = (message: string): Answer => ({
  status: 400,
  body: { error_type: 'OAuthException', code: 400, error_message: message },
})

const uploadError = (status: number, type: string, message: string, retriable: boolean): Answer => ({
  status,
  body: { debug_info: { retriable, type, message } },
})
