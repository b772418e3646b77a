import type {
  BloodRequestRecord,
  exportBloodRequests,
} from '@blood-bank/contract/blood-requests/administration'
import {
  type BloodRequest,
  type BloodRequestSummary,
  STATUS_LABELS,
  URGENCY_LABELS,
} from '@blood-bank/contract/blood-requests/endpoints'
import { COMPONENT_LABELS } from '@blood-bank/contract/donors/components'
import { DAY_MS } from '@blood-bank/contract/durations'
import type { CsvRow } from '@blood-bank/contract/endpoint'
import { THANKS_DAYS, type Thanks } from '@blood-bank/contract/thanks/sentences'
import { formatCsvTime } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { formatContactNumber } from '../contact-numbers/contact-number.ts'
import type { Progress, ReadProgress, Units } from './hooks.ts'
import type { PublicPlace } from './hospitals/public-place.ts'
import type { BloodRequestRow } from './tables.ts'

type Options = { country: string; progress: Progress | undefined }

/** The hospital and its location, as much of them as somebody may read. */
export type ReadPlace = Pick<PublicPlace, 'hospital' | 'location'>

/**
 * A blood request for members. `country` selects the format of phone numbers; without `progress` nobody has offered or
 * given yet.
 */
export const bloodRequestForMembers = (
  row: BloodRequestRow,
  { country, progress }: Options,
): BloodRequest & { contactNumber: string } => ({
  id: row.id,
  userId: row.userId,
  patientName: row.patientName,
  requiredBloodGroup: row.requiredBloodGroup,
  component: row.component,
  takesOtherGroups: row.takesOtherGroups,
  unitsRequired: row.unitsRequired,
  hospitalName: row.hospitalName,
  hospitalLocation: row.hospitalLocation,
  contactPerson: row.contactPerson,
  contactNumber: formatContactNumber(row.contactNumber, country),
  urgency: row.urgency,
  neededBy: row.neededBy?.toISOString() ?? null,
  additionalInfo: row.additionalInfo,
  status: row.status,
  requestedAt: row.requestedAt.toISOString(),
  unitsGiven: progress?.unitsGiven ?? 0,
  offersStanding: progress?.offersStanding ?? 0,
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  unconfirmedSince: row.unconfirmedSince?.toISOString() ?? null,
  hiddenAt: row.hiddenAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
  closedByAdminAt: row.closedByAdminAt?.toISOString() ?? null,
  closingReason: row.closingReason,
})

/** The thank-you for the donors of a blood request, for its owner. */
export function thanksForOwner(row: BloodRequestRow, progress: Progress | undefined): Thanks {
  const { status, closedAt, thankYou, thankYouChosenAt, thankYouDueAt } = row
  const people = progress?.peopleWhoGave ?? 0
  const isOpen = status === 'fulfilled' && closedAt !== null && thankYouChosenAt === null && people > 0
  return {
    people,
    canChooseUntil: isOpen ? new Date(closedAt.getTime() + THANKS_DAYS * DAY_MS).toISOString() : null,
    chosenAt: thankYouChosenAt?.toISOString() ?? null,
    chosen: thankYou,
    arrivesAt: thankYouDueAt?.toISOString() ?? null,
  }
}

/** A blood request for its owner. */
export const bloodRequestForOwner = (row: BloodRequestRow, options: Options): BloodRequest => ({
  ...bloodRequestForMembers(row, options),
  ...(row.status === 'fulfilled' && { thanks: thanksForOwner(row, options.progress) }),
})

/** A blood request for whoever has the link of an email, with its place as they may read it. */
export const bloodRequestForLink = (
  row: BloodRequestRow,
  { place: { hospital, location }, progress }: { place: ReadPlace; progress: Units | undefined },
): BloodRequestSummary => ({
  requiredBloodGroup: row.requiredBloodGroup,
  component: row.component,
  takesOtherGroups: row.takesOtherGroups,
  urgency: row.urgency,
  neededBy: row.neededBy?.toISOString() ?? null,
  hospitalName: hospital,
  hospitalLocation: location,
  unitsRequired: row.unitsRequired,
  unitsGiven: progress?.unitsGiven ?? 0,
  offersStanding: progress?.offersStanding ?? 0,
  requestedAt: row.requestedAt.toISOString(),
})

/** A blood request for admins, with the owner's email. */
export const bloodRequestForAdmins = (row: BloodRequestRow, options: Options): BloodRequestRecord => ({
  ...bloodRequestForMembers(row, options),
  userEmail: row.userEmail,
  heldBackAt: row.heldBackAt?.toISOString() ?? null,
  foundRealAt: row.foundRealAt?.toISOString() ?? null,
})

type BloodRequestCells = CsvRow<(typeof exportBloodRequests)['reply']['csv'][number]>

/** A blood request as a CSV row, with the fields that admins see. */
export function bloodRequestForExport(
  row: BloodRequestRow,
  { defaultPhoneCountry, timeZone }: { defaultPhoneCountry: string; timeZone: string },
): BloodRequestCells {
  const bloodRequest = bloodRequestForAdmins(row, { country: defaultPhoneCountry, progress: undefined })
  return {
    'Patient Name': bloodRequest.patientName,
    'Blood Group': bloodRequest.requiredBloodGroup,
    Units: bloodRequest.unitsRequired,
    Urgency: URGENCY_LABELS[bloodRequest.urgency],
    Status: STATUS_LABELS[bloodRequest.status],
    Hospital: bloodRequest.hospitalName,
    Location: bloodRequest.hospitalLocation,
    'Contact Person': bloodRequest.contactPerson,
    'Contact Number': bloodRequest.contactNumber,
    'Additional Info': bloodRequest.additionalInfo,
    'Posted by': bloodRequest.userEmail,
    Requested: formatCsvTime(row.requestedAt, timeZone),
    'Needed by': row.neededBy && formatCsvTime(row.neededBy, timeZone),
    'Not Confirmed Since': row.unconfirmedSince && formatCsvTime(row.unconfirmedSince, timeZone),
    'What Is Needed': COMPONENT_LABELS[row.component],
  }
}

/** The units that are needed, for texts: "2 units". */
export const describeUnits = ({ unitsRequired }: Pick<BloodRequestRow, 'unitsRequired'>): string =>
  unitsRequired === 1 ? '1 unit' : `${unitsRequired} units`

/** Presents blood requests with their progress, by the view of one. */
export const presentWithProgress =
  <Row extends { id: string }, Record>(
    view: (row: Row, options: Options) => Record,
    { country, readProgress }: { country: string; readProgress: ReadProgress },
  ) =>
  async (db: Database, rows: Row[]): Promise<Record[]> => {
    const progress = await readProgress(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map(row => view(row, { country, progress: progress.get(row.id) }))
  }
