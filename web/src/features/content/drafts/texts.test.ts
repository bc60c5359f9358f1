/** The sentences of the specification about drafts (§2, §4, §8, §9), spelled out again: a changed comma is seen. */
import { CONTENT_STATUSES } from '@tangelo/contract/limits'
import { expect, test } from 'vitest'
import { texts } from './texts/drafts.ts'
import { texts as postTexts } from './texts/post.ts'

const { panel, card } = texts
const { dialog } = postTexts

test.each([
  [panel.description, 'Review and manage draft posts. Change status to Approved or Delete to remove from this list.'],
  [panel.gridLayout, 'Grid Layout'],
  [panel.refresh, 'Refresh'],
  [panel.refreshing, 'Refreshing...'],
  [panel.failed, 'Error loading draft posts. Please check your Airtable connection.'],
  [panel.empty, 'No draft posts found in your Airtable.'],
  [panel.refreshed, 'Content refreshed'],
  [panel.refreshedDescription, 'Draft posts have been refreshed from Airtable.'],
  [panel.refreshFailed, 'Refresh failed'],
  [panel.refreshFailedDescription, 'Failed to refresh posts. Please try again.'],
  [card.initial, 'F'],
  [card.noImage, 'No image available'],
  [card.noDate, 'No date'],
  [card.noCaption, 'No caption'],
  [card.more(4), '+4 more'],
  [dialog.title, 'Instagram Post'],
  [dialog.description, 'View and update this Instagram post'],
  [dialog.caption, 'Caption'],
  [dialog.captionPlaceholder, 'Enter caption here...'],
  [dialog.tagUsers, 'Tag Users'],
  [dialog.tagPlaceholder, 'Enter username and press Enter'],
  [dialog.tagHint, 'Press Enter after each username'],
  [dialog.noTags, 'No users tagged'],
  [dialog.status, 'Status'],
  [CONTENT_STATUSES.join(), 'Draft,Approved,Delete'],
  [dialog.cancel, 'Cancel'],
  [dialog.submit, 'Update Post'],
  [dialog.updated, 'Post updated'],
  [dialog.statusChanged('Approved'), 'Post status changed to Approved'],
  [dialog.captionUpdated, ', caption was updated'],
  [dialog.tagsUpdated, ', tagged users were updated'],
  [dialog.failed, 'Error updating post'],
  [dialog.failedDescription, 'There was a problem updating the post.'],
])('%s', (text, specified) => expect(text).toBe(specified))
