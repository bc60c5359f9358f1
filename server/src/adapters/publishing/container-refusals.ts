/** What the service refuses of a post that is prepared: its container, its media and what is written beside them. */
import { AGAIN, item, type Line, line } from './refusal-line.ts'
import { subcode } from './vendor-error.ts'

const EDIT = 'Change the item and publish it again.'

export const CONTAINER_REFUSALS: readonly Line[] = [
  line('not_ready', subcode(2207027), item('pause', `Instagram is still preparing the post. ${AGAIN}`)),
  line(
    'container_gone',
    subcode(2207008),
    item('look', 'Instagram no longer knows the prepared post. It is looked up before anything is sent again.'),
  ),
  line(
    'media_not_found',
    subcode(2207006),
    item('check_access', 'Instagram does not find the prepared media. Check that the account is still connected.'),
  ),
  line(
    'media_not_fetched',
    subcode(2207003, 2207052, 2207077),
    item(
      'pause',
      'Instagram could not fetch the file from this server. It is tried three times; then check that PUBLIC_URL can be reached from the internet.',
    ),
  ),
  line(
    'container_failed',
    subcode(2207020, 2207032, 2207053),
    item('new_container', 'Instagram could not prepare the post. It is prepared again, three times at most.'),
  ),
  line(
    'processing_failed',
    subcode(2207076, 2207082, 2207085),
    item(
      'new_container',
      'Instagram could not process the video. It is sent anew, three times at most; after that convert the video.',
    ),
  ),
  line(
    'video_format',
    subcode(2207026),
    item('correct', `Instagram does not support the format of this video. Use MP4 with H.264 and AAC. ${EDIT}`),
  ),
  line(
    'image_too_large',
    subcode(2207004),
    item('correct', `The image is larger than the 8 MB that Instagram accepts. ${EDIT}`),
  ),
  line('image_format', subcode(2207005), item('correct', `Instagram accepts only JPEG images. ${EDIT}`)),
  line(
    'image_ratio',
    subcode(2207009),
    item('correct', `The image is too tall or too wide: Instagram accepts 4:5 to 1.91:1. Crop it. ${EDIT}`),
  ),
  line(
    'caption_refused',
    subcode(2207010),
    item('correct', `The caption is longer than the 2,200 characters that Instagram accepts. Shorten it. ${EDIT}`),
  ),
  line(
    'cover_outside',
    subcode(2207057),
    item('correct', `The cover is taken from a moment after the end of the video. Choose an earlier one. ${EDIT}`),
  ),
  line('kind_unknown', subcode(2207023), item('correct', `Instagram does not know this kind of post. ${EDIT}`)),
  line(
    'children_count',
    subcode(2207028),
    item('correct', `A carousel needs 2 to 10 images or videos. Add or remove some. ${EDIT}`),
  ),
  line('too_many_tags', subcode(2207040), item('correct', `At most 20 people can be tagged. Remove some. ${EDIT}`)),
  line(
    'place_unknown',
    (error) => error.code === 100 && error.text.includes('INVALID_LOCATION_ID'),
    item('correct', `Instagram does not know the chosen place. Choose another one, or none. ${EDIT}`),
  ),
]
