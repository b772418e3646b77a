import * as z from 'zod/mini'
import { UniversityRole } from './endpoints.ts'
import { BloodGroup } from './fields.ts'

/** What a list that an operator imported says about a donor, until they claim it as their profile or erase it. */
export const ImportedDonor = z.object({
  email: z.string(),
  fullName: z.string(),
  universityId: z.string(),
  universityRole: UniversityRole,
  department: z.string(),
  bloodGroup: BloodGroup,
  contactNumber: z.string(),
  lastDonationDate: z.nullable(z.iso.date()),
  importedAt: z.iso.datetime(),
  /** When it is erased if nobody claims it. */
  expiresAt: z.iso.datetime(),
})
export type ImportedDonor = z.infer<typeof ImportedDonor>
