import { PERSONAL_DATA_OF_DONORS } from './personal-data/donors.ts'
import { PERSONAL_DATA_OF_IMPORTED_DONORS } from './personal-data/imported-donors.ts'
import type { PersonalData } from './personal-data/kinds.ts'
import { PERSONAL_DATA_OF_MEMBERS } from './personal-data/members.ts'
import { PERSONAL_DATA_OF_REQUESTERS } from './personal-data/requesters.ts'

/** Everything that is stored about people, by the group of people whom it is about. */
export const PERSONAL_DATA: Readonly<Record<string, readonly PersonalData[]>> = {
  'Everybody with an account': PERSONAL_DATA_OF_MEMBERS,
  'If you are a donor': PERSONAL_DATA_OF_DONORS,
  'If you post a blood request': PERSONAL_DATA_OF_REQUESTERS,
  'If we emailed you because you are on a list of donors': PERSONAL_DATA_OF_IMPORTED_DONORS,
}
