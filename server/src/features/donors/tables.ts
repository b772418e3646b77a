import type { BloodGroup } from '@blood-bank/contract/blood-groups'
import type { UniversityRole } from '@blood-bank/contract/donors'
import type { Generated, GeneratedAlways } from 'kysely'

/** The table of the donors. */
declare module '../../platform/database/schema.ts' {
  interface Schema {
    donors: {
      id: Generated<string>
      userId: string
      email: string
      fullName: string
      universityId: string
      universityRole: UniversityRole
      department: string
      bloodGroup: BloodGroup
      contactNumber: string
      isAvailable: boolean
      lastDonationDate: string | null
      allowContactVisibility: boolean
      isVerified: Generated<boolean>
      isProfileActive: Generated<boolean>
      /** Whether members are not shown it, as its owner is suspended. */
      isHidden: Generated<boolean>
      registeredAt: Generated<Date>
      searchText: GeneratedAlways<string>
    }
  }
}
