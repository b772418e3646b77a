import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { findDraft, findDraftNote, saveDraft } from '../../../forms/drafts.ts'
import { POSTING_DRAFT } from '../queries.ts'

const NOTE = 'This is filled in from an earlier request of yours. Check it before you post.'

/** Fills in the form for a new request from an old one, as a draft of the person. When blood is needed is left open. */
export function copyToForm(owner: string, bloodRequest: BloodRequest) {
  const fields = {
    patientName: bloodRequest.patientName,
    requiredBloodGroup: bloodRequest.requiredBloodGroup,
    unitsRequired: String(bloodRequest.unitsRequired),
    hospitalName: bloodRequest.hospitalName,
    hospitalLocation: bloodRequest.hospitalLocation ?? '',
    contactPerson: bloodRequest.contactPerson,
    contactNumber: bloodRequest.contactNumber ?? '',
    urgency: bloodRequest.urgency,
    additionalInfo: bloodRequest.additionalInfo ?? '',
  }
  saveDraft(owner, POSTING_DRAFT, fields, NOTE)
}

/** Whether the form holds something that the person typed and has not posted. */
export const hasTypedDraft = (owner: string) =>
  findDraft(owner, POSTING_DRAFT) !== null && findDraftNote(owner, POSTING_DRAFT) === null
