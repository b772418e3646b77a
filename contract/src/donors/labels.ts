/** The two states of each flag. A file of its own, so that pages that show them load no schemas (`web/vite.config.ts`). */
export const VERIFICATION_LABELS = { true: 'Verified', false: 'Not Verified' } as const
export const PROFILE_LABELS = { true: 'Active', false: 'Inactive' } as const
export const AVAILABILITY_LABELS = { true: 'Available', false: 'Not available' } as const
