export const VERIFICATION_LABELS = { true: 'Verified', false: 'Not Verified' } as const
export const PROFILE_LABELS = { true: 'Active', false: 'Inactive' } as const
export const AVAILABILITY_LABELS = { true: 'Available', false: 'Not available' } as const
