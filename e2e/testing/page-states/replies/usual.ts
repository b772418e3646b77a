/** Replies of many calls. */
export const EMPTY_LIST = { records: [], next: null, total: 0 }

export const messageReply = (message: string) => ({ message })
