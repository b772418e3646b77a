/** What the database says when a change would leave the bank without an admin (migration 0002). */
const LAST_ADMIN = 'BB001'

/** Whether a statement was refused because no admin would be left. */
export const isLastAdminError = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === LAST_ADMIN
