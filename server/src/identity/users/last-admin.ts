/** The SQLSTATE of a change that would leave no admin (`0101-accounts.sql`). */
const LAST_ADMIN = 'BB001'

/** Whether the database rejected a statement because no admin would be left. */
export const isLastAdminError = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === LAST_ADMIN
