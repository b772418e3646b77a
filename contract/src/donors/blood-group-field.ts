import * as z from 'zod/mini'
import { BLOOD_GROUPS } from './blood-groups.ts'

/** The field of forms, queries and replies. */
export const BloodGroup = z.enum(BLOOD_GROUPS, 'Please select a blood group.')
