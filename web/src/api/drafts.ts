/**
 * What was typed into forms whose sending failed because the session had ended. It lives in memory, so that
 * the same person finds it again after signing in, and nobody else: another's sign-in clears it.
 */
const drafts = new Map<string, object>()

export const keepDraft = (key: string, values: object) => drafts.set(key, values)

export const findDraft = <V extends object>(key: string) => drafts.get(key) as V | undefined

export const dropDraft = (key: string) => drafts.delete(key)

export const clearDrafts = () => drafts.clear()
