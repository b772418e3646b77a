import { createHash } from 'node:crypto'
import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'

type Need = { requiredBloodGroup: BloodGroup; patientName: string; hospitalName: string }

/** A text without what differs when the same is typed again: case, spaces and punctuation. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A hash of what a blood request needs, equal for requests that look the same (`blood_requests.need`). */
export const hashNeed = ({ requiredBloodGroup, patientName, hospitalName }: Need): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([requiredBloodGroup, normalizeText(patientName), normalizeText(hospitalName)]))
    .digest()
