/** The path of the session, for scripts of every page, which the schemas of its endpoints would make a sixth heavier. */
export const SESSION_PATH = '/api/session'
