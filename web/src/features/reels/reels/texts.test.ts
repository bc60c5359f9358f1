/** The sentences of the specification about reels and credits (§2, §5, §8), spelled out again: a changed comma is seen. */
import { expect, test } from 'vitest'
import { creditsTexts } from '#features/billing/index.ts'
import { texts as renderTexts } from '../renders/texts.ts'
import { texts } from './texts.ts'

const { list, card, view, remove, generate, uploadDialog } = texts

test.each([
  [texts.title, 'Reel Maker'],
  [texts.upload, 'Upload Images'],
  [texts.refresh, 'Refresh'],
  [list.failed, 'Error loading reels'],
  [list.failedUnknown, 'Something went wrong'],
  [list.tryAgain, 'Try Again'],
  [list.empty, 'No Reels Found'],
  [card.generate, 'Generate Reel'],
  [card.regenerate, 'Regenerate Reel'],
  [card.remove, 'Delete'],
  [card.video, 'Generated Reel'],
  [card.ready, 'Ready'],
  [card.noVideo, 'No video generated yet'],
  [view.title, 'View Reel'],
  [view.close, 'Close'],
  [
    `${view.invalid}: ${view.invalidDescription}`,
    'Cannot view video: The video URL is invalid or the video file may be missing.',
  ],
  [remove.question, 'Are you sure you want to delete this reel? This action cannot be undone.'],
  [remove.done, 'Reel deleted'],
  [remove.failed, 'Error deleting reel'],
  [remove.failedDescription, 'Failed to delete the reel. Please try again.'],
  [remove.failedStatus('Bad Gateway'), 'Failed to delete reel: Bad Gateway'],
  [generate.submitted, 'Reel submitted!'],
  [generate.failed, 'Error generating reel'],
  [generate.noAnswer, 'No response received from server'],
  [generate.updated, 'Reel Updated'],
  [generate.updateFailed, 'Error updating reel'],
  [generate.renderFailed, 'Failed to Create Reel'],
  [uploadDialog.title, 'Upload Reel Images'],
  [uploadDialog.noFiles, 'Please select at least one image to upload'],
  [uploadDialog.noUrls, 'No images provided. Please upload at least one image.'],
  [uploadDialog.uploadFailed, 'Upload Failed'],
  [uploadDialog.uploaded, 'Upload Successful'],
  [uploadDialog.createFailed, 'Create Reel Failed'],
  [uploadDialog.createError, 'Error creating reel'],
  [uploadDialog.saved, 'Images saved to Airtable'],
  [uploadDialog.saveFailed, 'Save Failed'],
  [uploadDialog.saveFailedDescription(undefined), 'Failed to save images to Airtable'],
  [uploadDialog.saveUnreachable, 'Failed to save to Airtable'],
  [renderTexts.processing.title, 'Processing Your Reel'],
  [renderTexts.processing.done, 'Reel Created Successfully'],
  [renderTexts.processing.close, 'Close'],
  [renderTexts.processing.download, 'Download Video'],
  [creditsTexts.remaining('24', '30'), '24 of 30 credits remaining'],
  [creditsTexts.renews('in 11 days'), 'Renews in 11 days'],
  [creditsTexts.notice, "You don't have enough credits to create a reel."],
  [creditsTexts.noticeUpgrade, 'Please upgrade your subscription plan to get more credits.'],
  [
    `${creditsTexts.notEnough}: ${creditsTexts.notEnoughDescription}`,
    "Not enough credits: You don't have enough credits to create a reel. Please upgrade your subscription.",
  ],
])('%s', (text, sentence) => expect(text).toBe(sentence))
