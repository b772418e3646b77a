import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { UniversityRole } from '@blood-bank/contract/donors/endpoints'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type DonorRow = Selectable<Schema['donors']>

/** What a donor, or an imported list, says about the donor. */
export type DonorColumns = {
  /** In lower case, as those of accounts. */
  email: string
  fullName: string
  universityId: string
  universityRole: UniversityRole
  department: string
  bloodGroup: BloodGroup
  contactNumber: string
  lastDonationDate: string | null
}

/** The table of donor profiles. */
declare module '../../platform/database/schema.ts' {
  interface Schema {
    donors: DonorColumns & {
      id: Generated<string>
      userId: string
      isAvailable: boolean
      /** The date of the last donation of blood that is recorded and counts. */
      recordedDonationDate: Generated<string | null>
      /** The same of platelets by machine. */
      recordedPlateletsDate: Generated<string | null>
      /** Of blood: the later one of what the donor entered and what is recorded. */
      latestDonationDate: GeneratedAlways<string | null>
      /** The day before which the donor asked not to be asked: told to nobody else. */
      restsUntil: Generated<string | null>
      /** The hall that the donor chose: told to nobody but admins. */
      hallId: Generated<string | null>
      allowContactVisibility: boolean
      isVerified: Generated<boolean>
      /** When an admin last changed `isVerified`; null if none did, or if it was undone. */
      verificationChangedAt: Date | null
      isProfileActive: Generated<boolean>
      /** The same for `isProfileActive`. */
      activationChangedAt: Date | null
      /** True while the owner is suspended: members do not see the profile. */
      isHidden: Generated<boolean>
      /** Whether the person was on a list that an operator imported. */
      isImported: Generated<boolean>
      registeredAt: Generated<Date>
      /** The time before which the donor is not alerted. */
      alertsFrom: Generated<Date>
      lastAlertedAt: Date | null
      /** The order of donors who were alerted at the same time. */
      alertOrder: Generated<number>
      searchText: GeneratedAlways<string>
    }
  }
}
