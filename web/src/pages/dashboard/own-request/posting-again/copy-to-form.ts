import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { POSTING_DRAFT } from '../../../../features/blood-requests/queries.ts'
import { findDraft, findDraftNote, saveDraft } from '../../../../forms/drafts.ts'

const NOTE = 'This is filled in from an earlier request of yours. Check it before you post.'

/**
 * Fills in the form for a new request from an old one, as a draft of the person: the form takes what is a field of it. When
 * blood is needed is left open.
 */
export function copyToForm(owner: string, { neededBy: _, ...bloodRequest }: BloodRequest) {
  const texts = Object.entries(bloodRequest).map(([name, value]) => [name, String(value ?? '')])
  saveDraft(owner, POSTING_DRAFT, Object.fromEntries(texts), NOTE)
}

/** Whether the form holds something that the person typed and has not posted. */
export const hasTypedDraft = (owner: string) =>
  findDraft(owner, POSTING_DRAFT) !== null && findDraftNote(owner, POSTING_DRAFT) === null
